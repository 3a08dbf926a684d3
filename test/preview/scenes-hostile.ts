import type { Page } from "playwright";
import { keptRows } from "./samples/activity.ts";
import { address, amount } from "./samples/common.ts";
import { activityRow, deskView, entry, session } from "./samples/desk.ts";
import { home } from "./samples/home.ts";
import { allowance } from "./samples/powers.ts";
import { review, risky } from "./samples/review.ts";
import { desk, type Scene } from "./scene.ts";

/** Texts of others wherever they can stand: as long as they come, written from the right, and with what hides in them. */

/** No place to break it, longer than any part of a window shows. */
const LONG = "WireTransferOfTheWholeTreasury".repeat(14).slice(0, 400);
/** A letter more than is shown of a claim. */
const WORDS = "pay this at once or lose everything that you have ever owned ".repeat(3).slice(0, 161);
const RTL = "ادفع الآن \u202Eyap\u202C أو تفقد كل شيء";
const HIDDEN = "Uni\u200Bswap\u2060 Rou\u{E0041}ter 👩 Z͑ͫ";
const ALL = [LONG, WORDS, RTL, HIDDEN] as const;

/** Names given by the service: one of each kind. */
const named = ALL.map((text) => ({ app: text, session: text }));
/** Cuts by whole letters, as main does. */
const cut = (text: string | undefined, most: number) => [...(text ?? "")].slice(0, most).join("");
const headline = (text: string) => `Approve ${cut(text, 40)} to spend unlimited ${cut(text, 16)}`;
const token = (text: string) =>
	amount("1,157,920,892,373,161,954.23", cut(text, 24), "115792089237316195423", { checked: false });

const inbox = named.map(({ app, session: title }, at) =>
	entry({
		id: `e-${at}`,
		sessionId: `ses_${at}`,
		session: title,
		app,
		headline: headline(title),
		amount: token(title),
		chain: cut(title, 60),
		note: title,
		unlimited: true,
		worst: { severity: "danger", text: `${cut(title, 60)} can spend all of it.` },
	}),
);

const stranger = (at: number) =>
	address(`0x${"7D3B19c0e8a42f5D6F9b1E0c2A3d4E5f60b4C0".padEnd(38, "0")}1${at}`, cut(ALL[at], 64));

const base = home();
const held = home({
	accounts: base.accounts.map((account, at) => ({
		...account,
		tokens: account.tokens.map((each) => ({
			...each,
			name: null,
			claim: cut(ALL[at % 4], 24),
			chains: ALL.map((text) => cut(text, 40)),
		})),
	})),
	notes: ALL.map((text) => ({
		text: `${cut(text, 60)} didn’t respond: balances may be out of date.`,
		rpcOf: cut(text, 60),
	})),
	week:
		base.week === null
			? null
			: {
					...base.week,
					agents: named.map((each, at) => ({
						id: String(at),
						...each,
						sessionId: `ses_${at}`,
						spent: "$250.00",
						part: 1 / (at + 1),
						notes: ["9 signed", "1 lie caught"],
						lied: at === 1,
					})),
				},
	risk: {
		...base.risk,
		rows: ALL.map((text, at) =>
			allowance({
				id: `row ${at}`,
				symbol: cut(text, 24),
				spender: stranger(at),
				amount: null,
				unlimited: true,
				mark: "listed",
				chain: { id: "1", name: cut(text, 60) },
				taken: "≈ $1,890.00",
			}),
		),
	},
});

const activity = [
	...keptRows.map((row, at) => ({
		...row,
		app: ALL[at % 4] ?? null,
		session: ALL[at % 4] ?? "",
		chain: cut(ALL[at % 4], 60),
		headline: headline(ALL[at % 4] ?? ""),
		...(row.kind === "rejected" ? { reason: LONG } : {}),
	})),
	...ALL.map((text, at) => activityRow(at, { headline: headline(text) })),
];

const view = deskView({
	inbox,
	sessions: ALL.map((title, at) => session(`ses_${at}`, title, { waiting: at })),
	home: held,
	activity,
});

const place = (name: string) => async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name }).click();
};

const hostileReview = (at: number) => {
	const text = ALL[at] ?? "";
	const of = risky();
	return review({
		...of,
		entryId: "e-0",
		who: { app: text, session: text, sessionId: "ses_0" },
		serviceSays: [text, LONG],
		warnings: [text, LONG],
		guards: [{ name: text, status: "failed", message: text }],
		permissions: of.permissions.slice(0, 1),
		changes: of.changes.map((row) => ({ ...row, amount: token(text), counterparty: stranger(at) })),
		digest: text,
	});
};

export const hostileScenes: readonly Scene[] = [
	...ALL.map((_, at) =>
		desk(
			`hostile-inbox-${at + 1}`,
			view,
			async (page) => {
				await page.locator(`[data-entry="e-${at}"]`).focus();
			},
			{},
			{ [`e-${at}`]: { ...hostileReview(at), entryId: `e-${at}` } },
		),
	),
	desk("hostile-home", view, place("Home"), { watchHome: { ok: true }, watchPowers: { ok: true } }),
	desk("hostile-activity", view, async (page) => {
		await place("Activity")(page);
		await page.getByRole("listitem").getByRole("button").nth(1).click();
	}),
	desk("hostile-sessions", view, place("Sessions")),
];
