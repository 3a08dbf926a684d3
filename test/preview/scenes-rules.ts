import type { Page } from "playwright";
import type { RulesView } from "../../src/ipc/rules.ts";
import { CHANGED, NOT_YOURS, rulesScreen } from "./samples/rules.ts";
import { trustedView } from "./samples/trusted.ts";
import type { Scene } from "./scene.ts";

/** The user's rules, from none to the password that a loosening edit takes. */

function scene(
	name: string,
	act: Scene["act"] = async () => {},
	change: Partial<RulesView> = {},
	answers: Scene["script"]["answers"] = {},
): Scene {
	const trusted = trustedView(rulesScreen(change));
	return { name, window: "trusted", script: { desk: null, transcripts: [], trusted, answers }, act };
}

const add = (kind: RegExp) => async (page: Page) => {
	await page.getByRole("button", { name: "Add a rule" }).click();
	await page.getByRole("button", { name: kind }).click();
};

const LOOSENS = { weighRules: { ok: true, loosens: true } };

export const rulesScenes: readonly Scene[] = [
	scene("rules-list"),
	scene("rules-none", undefined, { rules: [] }),
	scene("rules-unreadable", undefined, { rules: [], readable: false }),
	scene("rules-changed", undefined, { unconfirmed: CHANGED, stopped: true }),
	scene(
		"rules-changed-wrong-password",
		async (page) => {
			await page.getByLabel("Password", { exact: true }).fill("wrong");
			await page.getByRole("button", { name: "Confirm as it is now" }).click();
		},
		{ unconfirmed: CHANGED, stopped: true },
		{ confirmRules: { ok: false, text: "That password does not open the keys. 1 wrong try." } },
	),
	scene("rules-not-yours", undefined, { unconfirmed: NOT_YOURS }),
	scene("rules-kinds", async (page) => page.getByRole("button", { name: "Add a rule" }).click()),
	scene("rules-day", add(/Most in a day/)),
	scene("rules-worth", add(/Most dollars in a day/)),
	scene("rules-token", async (page) => {
		await add(/Most in one transaction/)(page);
		await page.getByRole("radio", { name: "A token" }).click();
		await page.getByRole("button", { name: "Add this rule" }).click();
	}),
	scene("rules-recipients", async (page) => {
		await add(/Allowed recipients/)(page);
		await page
			.getByRole("radiogroup", { name: "Accounts" })
			.or(page.getByRole("group", { name: "Accounts" }))
			.getByText("Some")
			.click();
	}),
	scene("rules-hours", add(/^Hours/)),
	scene("rules-block", add(/Block an app/)),
	scene(
		"rules-loosen",
		async (page) => page.getByRole("button", { name: "Remove “Daily ETH”" }).click(),
		{},
		LOOSENS,
	),
	scene(
		"rules-loosen-ledger",
		async (page) => page.getByRole("button", { name: "Remove “Daily ETH”" }).click(),
		{ hasPassword: false },
		LOOSENS,
	),
	scene(
		"rules-moved",
		async (page) => page.getByRole("button", { name: "Move “Daily ETH” down" }).click(),
		{},
		{
			weighRules: { ok: true, loosens: false },
		},
	),
];
