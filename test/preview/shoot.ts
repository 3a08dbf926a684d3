import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "playwright";
import { installBridge } from "./bridge.ts";
import type { Picture, PictureSet } from "./index-page.ts";
import { pageUrl, servePages } from "./pages.ts";
import type { Scene } from "./scene.ts";

/** Each window's usual size first. */
const SIZES = {
	desk: [
		{ width: 1280, height: 800 },
		{ width: 900, height: 600 },
		// 1280 × 800 at 200 % zoom
		{ width: 640, height: 400 },
	],
	trusted: [
		{ width: 560, height: 820 },
		{ width: 280, height: 410 },
		// Made larger by hand
		{ width: 900, height: 600 },
		{ width: 1280, height: 800 },
	],
} as const;

const SERIOUS = new Set(["serious", "critical"]);
/** Of no great impact by axe, but whoever moves by landmarks misses what stands outside of them. */
const COUNTED = new Set(["region", "landmark-unique", "landmark-one-main"]);

/** How pictures are taken. */
export interface Studio {
	readonly browser: Browser;
	/** The folder of the built pages. */
	readonly pages: string;
	/** Where pictures go. */
	readonly folder: string;
	/** At each of the sizes that a window can have, not at its usual one alone. */
	readonly everySize: boolean;
}

/** The verdict stays in view while the review is read: it is a line or two of it, and as wide as what it is about. */
const coversReview = (page: Page) =>
	page.evaluate(() => {
		const band = document.querySelector("#verdict")?.getBoundingClientRect();
		if (band === undefined || innerWidth < 800 || innerHeight < 500) return false;
		return band.height > innerHeight / 4 || band.width < innerWidth - 1;
	});

/** Takes one scene's pictures, and notes what axe, the page's policy and its layout give cause for. */
export async function shoot(
	{ browser, pages, folder, everySize }: Studio,
	scene: Scene,
): Promise<PictureSet> {
	const wrong: string[] = [];
	const pictures: Picture[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		for (const viewport of SIZES[scene.window].slice(0, everySize ? undefined : 1)) {
			const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
			await servePages(context, pages);
			const page = await context.newPage();
			const name = `${scene.name}-${viewport.width}-${colorScheme}`;
			page.on("console", (message) => {
				if (message.type() === "error") wrong.push(`${name}: ${message.text()}`);
			});
			page.on("pageerror", (error) => wrong.push(`${name}: ${error.message}`));
			await page.addInitScript<object>(installBridge, scene.script);
			await page.goto(pageUrl(scene.window));
			await page.locator("h1, h2").first().waitFor();
			await scene.act(page);
			await page.evaluate(() => document.fonts.ready.then(() => {}));
			await page.screenshot({ path: join(folder, `${name}.png`) });
			pictures.push({ file: `${name}.png`, ...viewport, theme: colorScheme });
			const { violations } = await new AxeBuilder({ page }).analyze();
			for (const violation of violations) {
				if (!SERIOUS.has(violation.impact ?? "") && !COUNTED.has(violation.id)) continue;
				const where = violation.nodes.map((node) => node.html.slice(0, 160)).join("\n      ");
				wrong.push(`${name}: axe ${violation.id}: ${violation.help}\n      ${where}`);
			}
			const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			if (sideways > 0) wrong.push(`${name}: ${sideways} px wider than the window`);
			if (await coversReview(page)) wrong.push(`${name}: the verdict covers the review`);
			await context.close();
		}
	}
	return { name: scene.name, window: scene.window, pictures, wrong };
}
