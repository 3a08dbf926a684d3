import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";
import { type CaseReview, caseFile } from "./case-reviews.ts";
import { servePages } from "./pages.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { trusted } from "./scene.ts";
import { draw } from "./shoot.ts";

/** Pictures of real reviews, for readers who have five seconds each. */

const USUAL = { width: 560, height: 820 };

interface CaseStudio {
	readonly browser: Browser;
	/** The folder of the built pages. */
	readonly pages: string;
	/** Directory of the pictures. */
	readonly folder: string;
}

async function drawCase({ browser, pages, folder }: CaseStudio, { id, review, now }: CaseReview) {
	if (review === null) return false;
	const context = await browser.newContext({
		viewport: USUAL,
		colorScheme: "light",
		reducedMotion: "reduce",
	});
	try {
		await servePages(context, pages);
		const page = await context.newPage();
		await draw(page, trusted(id, trustedView(reviewing(review), { now })));
		await page.screenshot({ path: caseFile(folder, id, ".png") });
		return true;
	} finally {
		await context.close();
	}
}

/**
 * Draws each review at the trusted window's usual size, in light, as `ID.png`. `cases.json` has the truth of all,
 * for whoever compares the readings.
 */
export async function drawCases(studio: CaseStudio, all: readonly CaseReview[]): Promise<number> {
	const drawn: string[] = [];
	for (const each of all) {
		const isDrawn = await drawCase(studio, each);
		if (isDrawn) drawn.push(each.id);
		console.log(`${each.id}${isDrawn ? "" : ": no review"}`);
	}
	const truth = all.map(({ id, title, why, review }) => ({
		id,
		title,
		why,
		isDrawn: drawn.includes(id),
		severity: review?.findings[0]?.severity ?? null,
		canBeApproved: review?.approval.possible ?? false,
	}));
	await writeFile(join(studio.folder, "cases.json"), `${JSON.stringify(truth, null, "\t")}\n`);
	return drawn.length;
}
