import type { Page } from "playwright";
import { keptRows, statement } from "./samples/activity.ts";
import { activityRow, deskView } from "./samples/desk.ts";
import { desk, type Scene } from "./scene.ts";

/** Activity: what was never signed, kind by kind, and the statement by week. */

const activity = [...keptRows, activityRow(5), activityRow(6, { chain: "Ethereum" })];

const openPlace = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Activity" }).click();
};

const opened = (headline: string) => async (page: Page) => {
	await openPlace(page);
	await page.getByRole("button", { name: headline }).first().click();
};

const byWeek = async (page: Page) => {
	await openPlace(page);
	await page.getByRole("radio", { name: "By week" }).click();
};

const view = deskView({ activity });

export const activityScenes: readonly Scene[] = [
	desk("activity-kinds", view, openPlace),
	desk("activity-lie", view, opened("Send 5 ETH to")),
	desk("activity-lie-typed", view, opened("Send 0.5 ETH to")),
	desk("activity-rejected", view, opened("Approve Permit2")),
	desk("activity-unheard", view, opened("Stake 2 ETH")),
	desk("activity-rule", view, opened("Send 1,200 USDC")),
	desk("activity-expired", view, opened("Swap 0.2 ETH")),
	desk("activity-none-fits", view, async (page) => {
		await openPlace(page);
		await page.getByLabel("Filter by text").fill("nothing like it");
	}),
	desk("activity-none-approved", deskView({ activity: keptRows }), openPlace),
	desk("activity-statement", view, byWeek, { statement }),
	desk("activity-statement-empty", deskView({ activity: [] }), byWeek, { statement: [] }),
];
