import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import type { Stage } from "../e2e/pages/stage.ts";

interface Size {
	readonly width: number;
	readonly height: number;
}

const DESK: readonly Size[] = [
	{ width: 1280, height: 800 },
	{ width: 900, height: 600 },
];
const TRUSTED: readonly Size[] = [{ width: 560, height: 820 }];

export interface Pictures {
	desk(name: string): Promise<void>;
	trusted(name: string): Promise<void>;
	count(): number;
}

/** Takes each screen in light and dark, at the window's sizes, into `folder`, which it empties first. */
export async function pictures(stage: Stage, folder: string): Promise<Pictures> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	let taken = 0;
	const take = async (page: Page, half: string, name: string, sizes: readonly Size[]) => {
		for (const size of sizes) {
			await page.setViewportSize(size);
			for (const theme of ["light", "dark"] as const) {
				await stage.app.setDark(theme === "dark");
				await drawn(page, theme);
				const file = `${half}-${name}-${theme}-${size.width}x${size.height}.png`;
				// Content that is still loading is drawn in its final state.
				await page.screenshot({ path: join(folder, file), animations: "disabled" });
				taken += 1;
			}
		}
		await stage.app.setDark(false);
		const [usual] = sizes;
		if (usual !== undefined && sizes.length > 1) await page.setViewportSize(usual);
	};
	return {
		desk: (name) => take(stage.desk.page, "desk", name, DESK),
		trusted: (name) => take(stage.trusted.page, "trusted", name, TRUSTED),
		count: () => taken,
	};
}

/** The page has the theme, its fonts and two frames behind it. */
async function drawn(page: Page, theme: "light" | "dark"): Promise<void> {
	await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
	await page.evaluate(async () => {
		await document.fonts.ready;
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		await frame();
		await frame();
	});
}
