import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright";
import { installBridge } from "./bridge.ts";
import type { Picture, PictureSet } from "./index-page.ts";
import { clippedRings, cutReasons, unevenAmounts } from "./layout.ts";
import { pageUrl, servePages } from "./pages.ts";
import type { Scene } from "./scene.ts";
import { SIZES } from "./sizes.ts";

/** How pictures are taken. */
export interface Studio {
	readonly browser: Browser;
	/** The folder of the built pages. */
	readonly pages: string;
	/** Directory of the pictures. */
	readonly folder: string;
	/** A window's usual size, each size that it can have, or those of this width. */
	readonly sizes: "usual" | "every" | number;
}

const isWanted = (sizes: Studio["sizes"], width: number, index: number) =>
	sizes === "every" || (sizes === "usual" ? index === 0 : width === sizes);

/** The verdict stays in view while the review is read: it is a line or two of it, and as wide as what it is about. */
const coversReview = (page: Page) =>
	page.evaluate(() => {
		const verdict = document.querySelector("#verdict");
		if (verdict === null || innerWidth < 800 || innerHeight < 500) return false;
		// A band that scrolls away covers nothing.
		if (getComputedStyle(verdict).position !== "sticky") return false;
		const band = verdict.getBoundingClientRect();
		const card = document.querySelector("[data-triage-card]");
		const width = card === null ? innerWidth : card.clientWidth;
		return band.height > innerHeight / 4 || band.width < width - 1;
	});

/** Wherever Approve is pressed, it is what is met, where it is in sight and no dialog is open. */
const coversApprove = (page: Page) =>
	page.evaluate(() => {
		const approve = document.querySelector("[data-approve]");
		if (approve === null || document.querySelector("[role=dialog], dialog[open]") !== null) return false;
		const { left, top, width, height } = approve.getBoundingClientRect();
		const parts = [0.1, 0.5, 0.9];
		return parts.some((down) =>
			parts.some((across) => {
				const met = document.elementFromPoint(left + width * across, top + height * down);
				return met !== null && !approve.contains(met);
			}),
		);
	});

/** Nothing reaches beyond the card that it stands in, whatever it is called. */
const burstCards = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll(".card")]
			.filter((card) => card.scrollWidth > card.clientWidth + 1)
			.map((card) => (card.textContent ?? "").slice(0, 80)),
	);

/** Lists marked single lines that break: one of their parts begins below another. */
const brokenLines = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll("[data-one-line]")].flatMap((line) => {
			const tops = [...line.children].map((part) => part.getBoundingClientRect().top);
			return Math.max(...tops) - Math.min(...tops) > 1 ? [line.textContent ?? ""] : [];
		}),
	);

export async function draw(page: Page, scene: Scene): Promise<void> {
	await page.addInitScript<object>(installBridge, scene.script);
	await page.goto(pageUrl(scene.window));
	await page.locator("h1, h2").first().waitFor();
	await scene.act(page);
	// A part of the window's code may still be read: nothing stands in its place then, and nothing is wrong with that.
	await page.locator('[aria-busy="true"]:empty').waitFor({ state: "detached" });
	await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Lists the faults found by axe and the layout, a line each. */
async function faultsOf(page: Page): Promise<readonly string[]> {
	const { violations } = await new AxeBuilder({ page })
		// A page without frames needs no second page to put results together in, and passes are not read here.
		.setLegacyMode()
		.options({ resultTypes: ["violations"] })
		.analyze();
	const faults = violations.map(({ id, help, nodes }) => {
		const where = nodes.map((node) => node.html.slice(0, 160)).join("\n      ");
		return `axe ${id}: ${help}\n      ${where}`;
	});
	const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	if (sideways > 0) faults.push(`${sideways} px wider than the window`);
	for (const card of await burstCards(page)) faults.push(`reaches beyond its card: ${card}`);
	for (const line of await brokenLines(page)) faults.push(`stands in more than one line: ${line}`);
	for (const list of await unevenAmounts(page)) faults.push(`amounts without a common edge: ${list}`);
	for (const reason of await cutReasons(page)) faults.push(`a reason is cut before a name: ${reason}`);
	if (await coversReview(page)) faults.push("the verdict covers the review");
	if (await coversApprove(page)) faults.push("something is drawn over Approve");
	// Last, because it changes how the page is drawn.
	for (const ring of await clippedRings(page)) faults.push(`a focus ring is clipped: ${ring}`);
	return faults;
}

/** Takes one scene's pictures, and notes what axe, the page's policy and its layout give cause for. */
export async function shoot({ browser, pages, folder, sizes }: Studio, scene: Scene): Promise<PictureSet> {
	const wrong: string[] = [];
	const pictures: Picture[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		const viewports = SIZES[scene.sizes ?? scene.window].filter(({ width }, index) =>
			isWanted(sizes, width, index),
		);
		for (const viewport of viewports) {
			const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
			await servePages(context, pages);
			const page = await context.newPage();
			const name = `${scene.name}-${viewport.width}-${colorScheme}`;
			page.on("console", (message) => {
				if (message.type() === "error") wrong.push(`${name}: ${message.text()}`);
			});
			page.on("pageerror", (error) => wrong.push(`${name}: ${error.message}`));
			try {
				await draw(page, scene);
				await page.screenshot({ path: join(folder, `${name}.png`) });
				pictures.push({ file: `${name}.png`, ...viewport, theme: colorScheme });
				wrong.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
			} catch (cause) {
				// One that can't be drawn says so, beside all the others.
				wrong.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
			}
			await context.close();
		}
	}
	return { name: scene.name, window: scene.window, pictures, wrong };
}
