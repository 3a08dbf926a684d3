import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import type { RunningApp } from "../launch.ts";

const SERIOUS = new Set(["serious", "critical"]);

/** Axe's rules about colours, as far as they are on by default. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Lists axe's serious findings on the page in its current state, a line each: by these rules, or by every one. */
async function seriousFaults(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
	// Legacy: axe's usual way opens a page of its own, and no page but the app's windows may be there.
	const axe = new AxeBuilder({ page }).setLegacyMode(true);
	// Otherwise axe describes each element that passes.
	axe.options({ resultTypes: ["violations"] });
	if (rules.length > 0) axe.withRules([...rules]);
	const { violations, passes } = await axe.analyze();
	if (!passes.some(({ id }) => id === "color-contrast")) throw new Error("axe measured no contrast");
	return violations
		.filter(({ impact }) => SERIOUS.has(impact ?? ""))
		.map(
			({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
		);
}

/** Returns the page's excess width over its window in pixels; 0 if it fits. */
function overflow(page: Page): Promise<number> {
	return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** The usual size, the smallest, and the usual one at 200 % zoom. */
const SIZES = {
	desk: [
		{ width: 1280, height: 800 },
		{ width: 900, height: 600 },
		{ width: 640, height: 400 },
	],
	trusted: [
		{ width: 560, height: 820 },
		{ width: 480, height: 640 },
		{ width: 280, height: 410 },
	],
} as const;

/** Checks the screen's current state in every theme and size; returns faults, a line each. */
export async function screenFaults(
	app: RunningApp,
	page: Page,
	half: keyof typeof SIZES,
	name: string,
): Promise<string[]> {
	const faults: string[] = [];
	const [usual] = SIZES[half];
	for (const dark of [false, true]) {
		await app.setDark(dark);
		await page.waitForFunction(
			(wanted) => matchMedia("(prefers-color-scheme: dark)").matches === wanted,
			dark,
		);
		// Colours on their way from one theme to the other are neither's. What turns has no end.
		await page.evaluate(() => {
			const ending = document
				.getAnimations()
				.filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
			return Promise.all(ending.map((each) => each.finished.catch(() => null)));
		});
		// A theme changes colours and nothing else.
		for (const fault of await seriousFaults(page, dark ? OF_COLOUR : []))
			faults.push(`${name}, ${dark ? "dark" : "light"}: ${fault}`);
	}
	for (const size of SIZES[half]) {
		await page.setViewportSize(size);
		const wide = await overflow(page);
		if (wide > 0) faults.push(`${name} at ${size.width}x${size.height}: ${wide} px too wide`);
	}
	await page.setViewportSize(usual);
	await app.setDark(false);
	return faults;
}
