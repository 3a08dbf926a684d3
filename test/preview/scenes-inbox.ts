import type { Page } from "playwright";
import { message } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { DeskView } from "../../src/ipc/windows.ts";
import { amount, MINUTE, NOW } from "./samples/common.ts";
import { deskView, entry } from "./samples/desk.ts";
import { lying, review, risky } from "./samples/review.ts";
import { withWorth } from "./samples/worth.ts";
import { desk, type Scene } from "./scene.ts";
import { rejection } from "./scenes-rejected.ts";

/** Requests of several sessions, of every gravity. */

const unlimited = (what: string) =>
	message("reason.rights.unlimited", {
		who: "0x5C1e80…A709fA",
		over: "asset",
		what,
		account: message("account.signer"),
	});

const SEASON = ["USDC", "WETH", "DAI"] as const;

const season = (index: number, change: Partial<InboxEntryView> = {}) => {
	const token = SEASON[index % SEASON.length] ?? "USDC";
	return entry({
		id: `e-season-${index}`,
		sessionId: "ses_season",
		session: "Claim season rewards",
		app: "Claim Helper",
		headline: `Approve 0x5C1e80…A709fA to spend unlimited ${token}`,
		mark: token === "WETH" ? "listed" : "dollar",
		amount: null,
		match: "matched",
		unlimited: true,
		worst: { severity: "danger", text: unlimited(token) },
		expiresAt: NOW + 12 * MINUTE,
		...change,
	});
};

const invoice = (index: number, who: string, dollars: number, change: Partial<InboxEntryView> = {}) =>
	entry({
		id: `e-invoice-${index}`,
		sessionId: "ses_invoices",
		session: "November invoices",
		app: "Payroll",
		mark: "dollar",
		headline: `Send ${dollars.toLocaleString("en")} USDC to ${who}`,
		amount: amount(dollars.toLocaleString("en"), "USDC", `${dollars}000000`),
		cents: `${dollars}00`,
		match: "matched",
		expiresAt: NOW + 21 * MINUTE + index * 1000,
		...change,
	});

const step = (index: number, headline: string, change: Partial<InboxEntryView> = {}) =>
	entry({
		id: `e-batch-${index}`,
		sessionId: "ses_idle",
		session: "Rebalance to stables",
		app: "Uniswap",
		headline,
		amount: amount("1.5", "ETH", "1500000000000000000"),
		cents: "441080",
		match: "matched",
		batch: { id: "batch-1", index },
		expiresAt: NOW + 4 * MINUTE,
		...change,
	});

const mixed: readonly InboxEntryView[] = [
	...[0, 1, 2].map((index) => season(index)),
	season(3, {
		headline: "Call claim() on 0xe47A02…7121BD",
		mark: "call",
		unlimited: false,
		match: "unproven",
		worst: null,
		chain: "Arbitrum One",
	}),
	invoice(0, "an unknown address", 1200, {
		worst: {
			severity: "danger",
			text: message("reason.look-alike", { whom: "Nordlicht Studio" }),
		},
	}),
	invoice(1, "Ana Lindqvist", 2400),
	invoice(2, "Tomás Rey", 1940, { match: "checking" }),
	step(0, "Swap 1.5 ETH for at least 4,388.20 USDC"),
	step(1, "Supply 4,388.20 USDC to Aave", {
		mark: "dollar",
		amount: amount("4,388.20", "USDC", "4388200000"),
		cents: "438820",
		match: "unproven",
		note: message("inbox.note.waits-for-step"),
	}),
	entry({
		id: "e-lie",
		headline: "Send 0.01 ETH to 0x71c3…0000",
		amount: amount("0.01", "ETH", "10000000000000000"),
		match: "refused",
		app: null,
		sessionId: "ses_new",
		session: message("title.untitled"),
	}),
	entry({
		id: "e-away",
		headline: "Send 5 USDC to Ana Lindqvist",
		mark: "dollar",
		snoozedUntil: NOW + 60 * MINUTE,
	}),
	entry({ id: "e-moving", state: "settling", stepsDone: 3, headline: "Send 0.42 ETH to Cold storage" }),
	entry({ id: "e-over", state: "done", note: message("inbox.note.rejected"), match: "matched" }),
];

const flood = Array.from({ length: 300 }, (_, index) =>
	season(index, { id: `e-${index}`, sessionId: `ses_${index % 6}`, session: `Claim season ${index % 6}` }),
);

const running = { state: "running", text: message("opinion.running"), how: null, rows: [] } as const;

/** Previews of the requests that the scenes focus. */
const previews: Scene["script"]["previews"] = {
	"e-season-0": { ...risky(), entryId: "e-season-0" },
	"e-batch-0": withWorth(
		review({
			entryId: "e-batch-0",
			slippage: message("review.slippage", { percent: "0.5" }),
			typedIntent: {
				outcome: "same",
				text: message("asked.same", {
					fields: [
						message("asked.field.amount"),
						message("asked.field.token"),
						message("asked.field.network"),
					],
				}),
			},
		}),
	),
	"e-batch-1": review({
		entryId: "e-batch-1",
		opinion: running,
		approval: {
			possible: false,
			refusals: [message("opinion.running")],
			word: null,
			wordOf: null,
			canRetry: true,
		},
	}),
	"e-lie": { ...lying(), entryId: "e-lie" },
};

const many = (name: string, act: (page: Page) => Promise<void>, change: Partial<DeskView> = {}) =>
	desk(name, deskView({ inbox: mixed, ...change }), act, {}, previews);

/** Focuses a row; on a narrow window its request then takes the list's place. */
const focused = (id: string) => async (page: Page) => {
	const row = page.locator(`[data-entry="${id}"]`);
	for (let tries = 0; tries < 20 && (await row.count()) === 0; tries += 1) await page.keyboard.press("j");
	await row.focus();
	const beside = page.getByRole("region", { name: "Focused request" });
	if (!(await beside.isVisible()))
		await page.locator(`[data-row="${id}"]`).getByRole("button", { name: "Show request" }).click();
	await page.locator(`[data-focused="${id}"] [data-tone]`).first().waitFor();
};

const tick = (name: RegExp) => async (page: Page) => {
	await page.getByRole("checkbox", { name }).first().click();
};

const moved = async (page: Page) => {
	await page.keyboard.press("j");
	await page.keyboard.press("j");
};

export const inboxScenes: readonly Scene[] = [
	many("inbox-many", moved),
	many("inbox-focused", focused("e-batch-0")),
	many("inbox-focused-unseen", focused("e-batch-1")),
	many("inbox-focused-danger", focused("e-season-0")),
	many("inbox-focused-blocked", focused("e-lie")),
	many("inbox-focused-gone", async (page) => {
		await page.locator('[data-entry="e-invoice-1"]').focus();
		await page.getByText("can’t read this request right now").waitFor({ state: "attached" });
	}),
	desk(
		"inbox-blocked",
		deskView({ inbox: mixed.map((each) => ({ ...each, blocked: each.app === "Claim Helper" })) }),
		async (page) => {
			await focused("e-season-0")(page);
			await page
				.getByRole("region", { name: "Focused request" })
				.getByRole("button", { name: /^More about/ })
				.click();
		},
		{},
		previews,
	),
	many("inbox-focused-change", async (page) => {
		await focused("e-batch-0")(page);
		await page.keyboard.press("c");
		await page.getByRole("dialog", { name: "Ask for a change" }).waitFor();
	}),
	desk("inbox-300", deskView({ inbox: flood })),
	desk("inbox-selected", deskView({ inbox: mixed }), tick(/Select all of Claim season/)),
	desk("inbox-reject-many", deskView({ inbox: mixed }), async (page) => {
		await tick(/Select all of Claim season/)(page);
		await page.getByRole("button", { name: /^Reject 4/ }).click();
	}),
	desk("inbox-filtered", deskView({ inbox: mixed }), async (page) => {
		await page.getByRole("combobox", { name: "Network" }).selectOption("Base");
		await page.getByRole("searchbox", { name: "Search" }).fill("usdc");
	}),
	desk("inbox-none-fits", deskView({ inbox: mixed }), async (page) => {
		await page.getByRole("searchbox", { name: "Search" }).fill("nothing like this");
	}),
	desk("inbox-rejected", deskView({ inbox: mixed, rejections: [rejection()] })),
	desk(
		"inbox-rejected-states",
		deskView({
			inbox: mixed,
			rejections: [
				rejection({ group: "g-2", state: "sending", until: null, entryIds: ["a", "b", "c"] }),
				rejection({ group: "g-3", state: "changed", until: null, text: message("app.reject.changed") }),
				rejection({ group: "g-4", state: "arrived", until: null }),
			],
		}),
	),
	desk("inbox-more", deskView({ inbox: mixed }), async (page) => {
		await moved(page);
		await page
			.getByRole("button", { name: /^More about/ })
			.first()
			.click();
	}),
	desk(
		"inbox-stopped",
		deskView({ inbox: mixed }),
		async (page) => {
			await moved(page);
			await page
				.getByRole("button", { name: /^More about/ })
				.first()
				.click();
			await page.getByRole("button", { name: "Stop this agent" }).click();
			await page.getByRole("dialog", { name: "Agent stopped" }).waitFor();
		},
		{ stopAgent: { ok: true, allowed: [] } },
	),
];
