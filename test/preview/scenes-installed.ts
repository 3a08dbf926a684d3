import type { Page } from "playwright";
import { message } from "../../src/core/message.ts";
import { settings } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { out, updates } from "./samples/updates.ts";
import { desk, type Scene } from "./scene.ts";

/** What an installed app tells of itself. */

const computer = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Settings" }).click();
	await page
		.getByRole("navigation", { name: "Settings" })
		.getByRole("button", { name: "This computer" })
		.click();
};

const whatChanged = (page: Page) => page.getByRole("button", { name: "What changed" }).first().click();

export const installedScenes: readonly Scene[] = [
	desk("desk-update", deskView({ updates: out })),
	desk("desk-update-changes", deskView({ updates: out }), whatChanged),
	desk("desk-updates-unset", deskView({ updates: updates({ state: "unset", checkedAt: null }) }), computer),
	desk("desk-updates-out", deskView({ updates: { ...out, told: false } }), async (page) => {
		await computer(page);
		await whatChanged(page);
	}),
	desk(
		"desk-updates-refused",
		deskView({ updates: updates({ state: "unknown", fault: message("updates.fault.signature") }) }),
		computer,
	),
	desk(
		"desk-updates-off",
		deskView({
			settings: settings({ lookForUpdates: false }),
			updates: updates({ state: "off", checkedAt: null }),
		}),
		computer,
	),
];
