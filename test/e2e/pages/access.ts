import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import type { RunningApp } from "../launch.ts";

const SERIOUS = new Set(["serious", "critical"]);

/** Axe's rules about colors that are enabled by default. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Returns one line for each serious problem that axe finds in the page's current state, with the given rules
 * or with all of them.
 */
async function seriousFaults(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
	// In its usual mode, axe opens another page, but only the app's windows may be open.
	const axe = new AxeBuilder({ page }).setLegacyMode(true);
	// Otherwise, axe also describes each element that passes.
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

/** Returns by how many pixels the page is wider than its window, or 0 if it fits. */
function overflow(page: Page): Promise<number> {
	return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** The usual size, the smallest one, and the usual one at 200 % zoom. */
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

/** Checks the screen's current state in every theme and size. Returns one line per fault. */
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
		// Finishes color transitions between themes. Endless animations can't be finished.
		await page.evaluate(() => {
			const ending = document
				.getAnimations()
				.filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
			return Promise.all(ending.map((each) => each.finished.catch(() => null)));
		});
		// A theme changes only colors.
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
