import type { Page } from "playwright";
import type { RulesView } from "../../src/ipc/rules.ts";
import { NOW } from "./samples/common.ts";
import { review } from "./samples/review.ts";
import { CHANGED, NOT_YOURS, rulesScreen } from "./samples/rules.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
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

const STOPPED =
	"Your rule “Limit per day” blocks this: it can spend 1.5 ETH, including fees and allowances, after 0.9 ETH in the last 24 hours. The limit is 2 ETH. You can wait, change it in Settings → Signing → Rules, or reject the request. Nothing was signed.";

/** A review that the user's own rule alone refuses, and the same once they allow it. */
function allowing(name: string, act: Scene["act"], answers: Scene["script"]["answers"] = {}): Scene {
	const approval = { possible: false, refusals: [STOPPED], word: null, wordOf: null, canRetry: true };
	const shown = reviewing(review({ approval }));
	const trusted = trustedView(shown.screen === "review" ? { ...shown, allowOnce: "offer-1" } : shown);
	return { name, window: "trusted", script: { desk: null, transcripts: [], trusted, answers }, act };
}

function allowed(): Scene {
	const finding = {
		id: "rule-set-aside",
		severity: "caution",
		text: "Your rule “Limit per day” would block this. You’re making a one-time exception.",
	} as const;
	const shown = reviewing(review({ findings: [finding] }));
	const trusted = trustedView(
		shown.screen === "review" ? { ...shown, exceptionUntil: NOW + 4 * 60_000 } : shown,
	);
	return {
		name: "rules-allowed-once",
		window: "trusted",
		script: { desk: null, transcripts: [], trusted, answers: {} },
		act: async () => {},
	};
}

const LOOSENS = {
	compareRules: {
		ok: true,
		loosens: true,
		changes: [{ name: "Daily ETH", before: "Spend at most 0.5 ETH a day.", after: null }],
	},
};

const at = (day: number) => Date.UTC(2026, 10, day, 12);
const STOPS = (id: string, day: number, headline: string, text: string) => ({
	id,
	at: at(day),
	headline,
	text,
});
const TRIED = {
	tryRule: {
		ok: true,
		tried: {
			since: at(3),
			total: 31,
			stopped: [
				STOPS(
					"a",
					22,
					"Send 1.2 ETH to Ana",
					"Your rule “Limit per day” blocks this: it can spend 1.2 ETH after 0.9 ETH in the last 24 hours; the rule allows 1 ETH.",
				),
				STOPS(
					"b",
					9,
					"Swap 2 ETH for USDC",
					"Your rule “Limit per day” blocks this: it can spend 2 ETH; the rule allows 1 ETH.",
				),
			],
			unknown: [
				STOPS(
					"c",
					4,
					"Call 0x52908400…527886",
					"Your rule “Limit per day” blocks this: how much it can spend is not known.",
				),
			],
		},
	},
};

export const rulesScenes: readonly Scene[] = [
	scene("rules-list"),
	scene("rules-none", undefined, { rules: [] }),
	scene("rules-unreadable", undefined, { rules: [], readable: false }),
	scene("rules-changed", undefined, { unconfirmed: CHANGED, stopped: true }),
	scene(
		"rules-changed-wrong-password",
		async (page) => {
			await page.getByLabel("Password", { exact: true }).fill("wrong");
			await page.getByRole("button", { name: "Confirm current state" }).click();
		},
		{ unconfirmed: CHANGED, stopped: true },
		{ confirmRules: { ok: false, text: "That password does not open the keys. 1 wrong try." } },
	),
	scene("rules-not-yours", undefined, { unconfirmed: NOT_YOURS }),
	scene("rules-kinds", async (page) => page.getByRole("button", { name: "Add a rule" }).click()),
	scene("rules-day", add(/^Limit per day/)),
	scene(
		"rules-tried",
		async (page) => {
			await add(/^Limit per day/)(page);
			await page.getByLabel(/^Amount in/).fill("1");
			await page.getByRole("button", { name: /Would have stopped 2 of 31/ }).click();
			await page.getByRole("button", { name: /Unknown for 1/ }).scrollIntoViewIfNeeded();
		},
		{},
		TRIED,
	),
	scene(
		"rules-tried-none",
		async (page) => {
			await add(/Never unlimited|No unlimited/)(page);
			await page.getByText("nothing to preview").scrollIntoViewIfNeeded();
		},
		{},
		{ tryRule: { ok: true, tried: { since: null, total: 0, stopped: [], unknown: [] } } },
	),
	allowing("rules-refuse", async () => {}),
	allowing(
		"rules-allow-once",
		async (page) => {
			await page.getByRole("button", { name: "Allow once…" }).click();
			await page.getByLabel("Password", { exact: true }).fill("wrong");
			await page.getByRole("button", { name: "Allow once", exact: true }).click();
		},
		{ allowOnce: { ok: false, text: "That password does not open the keys. 1 wrong try." } },
	),
	allowed(),
	scene("rules-agents", async (page) => {
		await add(/Dollar limit per day/)(page);
		await page.getByLabel("Agents on this computer").getByText("Some").click();
		await page.getByRole("checkbox", { name: "Codex" }).check();
		await page.getByRole("checkbox", { name: "Codex" }).scrollIntoViewIfNeeded();
	}),
	scene("rules-worth", add(/Dollar limit per day/)),
	scene("rules-token", async (page) => {
		await add(/Limit per transaction/)(page);
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
];
