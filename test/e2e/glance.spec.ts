import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import type { Text } from "../../src/core/localized-text.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { headlineText } from "../../src/text/index.ts";
import { installBridge } from "../preview/bridge.ts";
import { pageUrl } from "../preview/pages.ts";
import { scenes } from "../preview/scenes.ts";
import { drawn } from "./pages/drawn.ts";

/**
 * Checks what users see at a glance. In every review in the gallery, all decisive facts are in the top 600 px
 * of the newly opened window, in both themes. At 200 % zoom, the verdict and headline are on the first
 * screen. The same applies to the result of an approval. Each view is rendered once and measured in both
 * themes.
 */

const FOLD = 600;
const USUAL = { width: 560, height: 820 };
/** The same window at 200 % zoom. */
const ZOOMED = { width: 280, height: 410 };

interface Sample<Of extends ReviewView | ProgressView> {
	readonly name: string;
	readonly view: object;
	readonly headline: Text;
	readonly of: Of;
}

/** Removes duplicates, because scenes of one view differ only in which sections are open. */
function unique<Of extends ReviewView | ProgressView>(all: readonly Sample<Of>[]): readonly Sample<Of>[] {
	const seen = new Set<string>();
	return all.filter(({ view }) => {
		const written = JSON.stringify(view);
		if (seen.has(written)) return false;
		seen.add(written);
		return true;
	});
}

const reviews = unique<ReviewView>(
	scenes.flatMap(({ name, script: { trusted } }) => {
		if (trusted?.screen.screen !== "review") return [];
		const { review } = trusted.screen;
		return [{ name, view: trusted, headline: review.headline, of: review }];
	}),
);

const outcomes = unique<ProgressView>(
	scenes.flatMap(({ name, script: { trusted } }) => {
		if (trusted?.screen.screen !== "progress") return [];
		const { progress } = trusted.screen;
		return [{ name, view: trusted, headline: progress.result.headline ?? progress.headline, of: progress }];
	}),
);

interface Box {
	readonly part: string;
	readonly text: string;
	readonly top: number;
	readonly bottom: number;
	readonly left: number;
	readonly right: number;
	/** Whether the text is cut off on the right. */
	readonly clipped: boolean;
}

/** Runs in the page. */
function measured(): Box[] {
	return [...document.querySelectorAll<HTMLElement>("[data-glance]")].map((element) => {
		const { top, bottom, left, right } = element.getBoundingClientRect();
		return {
			part: element.dataset["glance"] ?? "",
			text: element.textContent ?? "",
			top,
			bottom,
			left,
			right,
			clipped: element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
		};
	});
}

const newContext = drawn();

const THEMES = ["light", "dark"] as const;

/** Pushes a view to the window, as main would. */
const push = (page: Page, view: object) =>
	page.evaluate((pushed) => {
		const give: unknown = Reflect.get(Reflect.get(window, "scripted"), "push");
		if (typeof give === "function") give({ kind: "trusted", view: pushed });
	}, view);

/** Waits until the page has loaded its fonts and finished its layout. */
const settled = (page: Page) =>
	page.evaluate(async () => {
		await document.fonts.ready;
		await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
	});

/**
 * Renders each view in an empty window, one after another. Returns one line per fault that `judge` finds in
 * either theme, followed by those that `used` finds.
 */
async function faultsOf<Of extends ReviewView | ProgressView>(
	all: readonly Sample<Of>[],
	viewport: typeof USUAL,
	judge: (boxes: readonly Box[], of: Of, page: Page) => Promise<readonly string[]>,
	used: (of: Of, page: Page) => Promise<readonly string[]> = async () => [],
): Promise<readonly string[]> {
	const context = await newContext({ viewport, reducedMotion: "reduce" });
	const faults: string[] = [];
	const page = await context.newPage();
	await page.addInitScript<object>(installBridge, {
		desk: null,
		transcripts: [],
		trusted: null,
		answers: {},
	});
	await page.goto(pageUrl("trusted"));
	const shownHeadline = page.locator('[data-glance="headline"]');
	for (const { name, view, headline, of } of all) {
		await push(page, { ...view, screen: { screen: "empty", waiting: 0 } });
		await shownHeadline.waitFor({ state: "detached" });
		await push(page, view);
		await shownHeadline.waitFor();
		for (const colorScheme of THEMES) {
			await page.emulateMedia({ colorScheme });
			await settled(page);
			const boxes = await page.evaluate(measured);
			const drawn = boxes.find(({ part }) => part === "headline")?.text;
			if (drawn !== headlineText(headline)) throw new Error(`${name} is not drawn, but “${drawn}”`);
			const found = await judge(boxes, of, page);
			faults.push(...found.map((fault) => `${name}, ${colorScheme}: ${fault}`));
		}
		faults.push(...(await used(of, page)).map((fault) => `${name}: ${fault}`));
	}
	await context.close();
	return faults;
}

/** The first party's address must be displayed in full, along with the address that it imitates. */
function missingAddresses(boxes: readonly Box[], review: ReviewView, end: number): readonly string[] {
	const [first] = review.parties;
	const [outlier] = review.flow?.receivers.filter(({ isOutlier }) => isOutlier) ?? [];
	const wanted =
		review.flow !== undefined
			? [outlier?.address?.address ?? null]
			: first === undefined
				? []
				: [first.address.address, first.imitates?.address.address ?? null];
	return wanted.flatMap((address) => {
		if (address === null) return [];
		const box = boxes.find(({ part, text }) => part === "address" && text === address);
		if (box === undefined) return [`${address} is nowhere in whole`];
		return box.bottom > end || box.clipped ? [`${address} ends at ${box.bottom}`] : [];
	});
}

async function usualFaults(boxes: readonly Box[], review: ReviewView): Promise<readonly string[]> {
	const footer = boxes.find(({ part }) => part === "footer");
	if (footer === undefined) return ["there is no footer"];
	const end = Math.min(FOLD, footer.top);
	const changes = review.changes.filter(({ mine }) => mine).length;
	const { flow } = review;
	// If there are totals per recipient, they replace parties and rows. The unknown recipient and the fee
	// must then be visible.
	const totals = ["outlier"].filter(() => flow?.receivers.some(({ isOutlier }) => isOutlier) === true);
	const single = [
		...(review.parties.length === 0 ? [] : ["party"]),
		...Array.from({ length: Math.min(3, changes) }, () => "change"),
		...(review.costs === null ? [] : ["fee"]),
	];
	const decided = flow === undefined ? single : totals;
	const differs = review.checks.some(({ status, payload }) => status === "failed" && payload !== null);
	const wanted = [
		"band",
		"headline",
		...(review.fiat === undefined ? [] : ["worth"]),
		// If there is a mismatch, the two values replace the decision.
		...(differs ? ["mismatch"] : decided),
		...(review.opinion?.state === "undeclared" ? ["undeclared"] : []),
	];
	const lacking = wanted.filter((part) => {
		const there = boxes.filter((box) => box.part === part && box.bottom <= end).length;
		return there < wanted.filter((other) => other === part).length;
	});
	const outside = boxes.filter(({ left, right, clipped }) => left < 0 || right > USUAL.width || clipped);
	return [
		...[...new Set(lacking)].map((part) => {
			const bottom = boxes.filter((box) => box.part === part).map((box) => Math.round(box.bottom));
			return `${part} ends at ${bottom.join(", ")}, and ${Math.round(end)} is where it has to be seen`;
		}),
		...(differs ? [] : missingAddresses(boxes, review, end)),
		...outside.map(({ part }) => `${part} is cut off`),
		...boxes
			.filter(({ part, bottom }) => part === "flow" && bottom > footer.top)
			.map(({ bottom }) => `the totals end at ${Math.round(bottom)}, below the footer's top`),
		...(footer.bottom > USUAL.height + 1 ? [`the footer ends at ${footer.bottom}`] : []),
	];
}

/** A danger must be focused first, and few tab stops may come before Approve. */
async function focusFaults(review: ReviewView, page: Page): Promise<readonly string[]> {
	if (!review.approval.possible) return [];
	const grave = (await page.locator('[data-glance="band"]').getAttribute("data-tone")) === "danger";
	const start = await page.evaluate(() => document.activeElement?.id === "verdict");
	const stops: string[] = [];
	for (let at = 0; at < 8; at += 1) {
		const isApprove = await page.evaluate(() => document.activeElement?.hasAttribute("data-approve"));
		if (isApprove === true) break;
		await page.keyboard.press("Tab");
		stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ""));
	}
	return [
		// The view selection and the rows of the totals add two stops.
		...(stops.length > (review.flow === undefined ? 4 : 6)
			? [`${stops.length} stops to Approve: ${stops.join(" | ")}`]
			: []),
		...(grave === start ? [] : [`the focus ${start ? "starts" : "does not start"} at the verdict`]),
	];
}

test(`every review shows all decisive facts above ${FOLD} px, focuses a danger first, and has few tab stops before Approve`, async () => {
	expect(reviews.length).toBeGreaterThan(40);
	expect(await faultsOf(reviews, USUAL, usualFaults, focusFaults)).toEqual([]);
});

/** Runs in the page. Lists texts that extend beyond the window, except those for screen readers only. */
function overflowingTexts(): string[] {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const found: string[] = [];
	for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
		const parent = text.parentElement;
		if (parent === null || parent.closest(".sr-only") !== null || parent.textContent.trim() === "") continue;
		const box = parent.getBoundingClientRect();
		if (box.left < -1 || box.right > window.innerWidth + 1) found.push(text.textContent ?? "");
	}
	return found;
}

/** The band and headline must fit on the first screen, and nothing may be cut off or outside the window. */
const onFirstScreen =
	({ height }: typeof USUAL) =>
	async (boxes: readonly Box[], _: unknown, page: Page) => {
		const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		const late = boxes.filter(
			({ part, bottom }) => (part === "band" || part === "headline") && bottom > height,
		);
		return [
			...late.map(({ part, bottom }) => `${part} ends at ${Math.round(bottom)}`),
			...boxes.filter(({ clipped }) => clipped).map(({ part, text }) => `${part} is cut off: ${text}`),
			...(wide > 0 ? [`${wide} px too wide`] : []),
			...(await page.evaluate(overflowingTexts)).map((text) => `beside the window: ${text}`),
		];
	};

test("at 200 % zoom, the verdict and the headline are on the first screen, and nothing is cut off", async () => {
	expect(await faultsOf(reviews, ZOOMED, onFirstScreen(ZOOMED))).toEqual([]);
});

for (const viewport of [USUAL, ZOOMED])
	test(`the outcome of an approval is on the first screen of ${viewport.width} px`, async () => {
		expect(outcomes.length).toBeGreaterThan(10);
		expect(await faultsOf(outcomes, viewport, onFirstScreen(viewport))).toEqual([]);
	});
