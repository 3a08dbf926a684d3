import { message } from "../../../src/core/localized-text.ts";
import type { RecordRow, StatementSumsView, StatementWeekView } from "../../../src/ipc/activity.ts";
import { MAIN, MINUTE, NOW, SAVINGS } from "./common.ts";

/** Unsigned items of every kind, and a statement. */

const common = (id: string, minutes: number) => ({
	id: `kept-${id}`,
	at: NOW - minutes * MINUTE,
	session: "Weekly sweep",
	sessionId: "ses_treasury",
	entryId: `commit:${id}`,
	app: "Uniswap",
	chain: "Base",
	signer: MAIN,
});

const inEther = (amount: string) => message("amount.exact", { amount, symbol: "ETH" });
const VALUES = { reviewed: inEther("0.05"), payload: inEther("5") };

export const keptRows: readonly RecordRow[] = [
	{
		...common("lie", 3),
		kind: "lie",
		outcome: "lie",
		headline: "Send 5 ETH to 0x8a91…c04e",
		lie: "payload",
		fields: ["value"],
		...VALUES,
		text: message("match.value.differs"),
		hasProof: true,
	},
	{
		...common("rejected", 12),
		kind: "rejected",
		outcome: "rejected",
		headline: "Approve Permit2 to spend unlimited USDC",
		by: "user",
		reason: "That is too much for one swap.",
		arrival: "arrived",
		why: null,
	},
	{
		...common("rule", 25),
		kind: "rule",
		outcome: "rule",
		headline: "Send 1,200 USDC to Cold storage",
		rule: "Small change only",
		text: message("rule.stops", {
			name: "Small change only",
			fault: message("rule.fault.app-blocked"),
			waiting: false,
		}),
	},
	{
		...common("expired", 41),
		kind: "expired",
		outcome: "expired",
		headline: "Swap 0.2 ETH for USDC",
		app: null,
	},
	{
		...common("elsewhere", 70),
		kind: "rejected",
		outcome: "rejected",
		headline: "Swap 0.4 ETH for USDC",
		signer: null,
		by: "elsewhere",
		reason: "",
		arrival: "arrived",
		why: null,
	},
	{
		...common("unheard", 90),
		kind: "rejected",
		outcome: "rejected",
		headline: "Stake 2 ETH",
		signer: SAVINGS,
		by: "user",
		reason: "",
		arrival: "failed",
		why: message("app.reject.untold"),
	},
	{
		...common("lie-typed", 95),
		kind: "lie",
		outcome: "lie",
		headline: "Send 0.5 ETH to 0x8a91…c04e",
		lie: "typed",
		fields: ["recipient"],
		reviewed: null,
		payload: null,
		text: message("asked.recipient", { asked: MAIN.address, here: SAVINGS.address }),
		hasProof: false,
	},
	{
		...common("lie-fields", 99),
		kind: "lie",
		outcome: "lie",
		headline: "Run a program",
		chain: "Solana",
		lie: "payload",
		fields: ["instructions.count", "instructions[1].accounts"],
		reviewed: "1",
		payload: "2",
		text: message("match.instructions.count-differs"),
		hasProof: true,
	},
];

const counts = { approved: 3, rejected: 1, expired: 1, rule: 2, lie: 1 };

const sums = (patch: Partial<StatementSumsView> = {}): StatementSumsView => ({
	counts,
	lines: [
		{
			kind: "out",
			chain: "Base",
			symbol: "ETH",
			unlisted: null,
			predicted: "0.42",
			happened: "0.42",
			difference: null,
			open: 0,
			fiat: "$1,260.00",
		},
		{
			kind: "in",
			chain: "Base",
			symbol: "USDC",
			unlisted: "0x8a91…c04e",
			predicted: "1,255.104",
			happened: "1,249.9",
			difference: "−5.204",
			open: 1,
			fiat: "$1,249.90",
		},
		{
			kind: "fee",
			chain: "Base",
			symbol: "ETH",
			unlisted: null,
			predicted: "0.0004",
			happened: "0.000121",
			difference: null,
			open: 0,
			fiat: "$0.37",
		},
	],
	fiat: { out: "$1,260.00", in: "$1,249.90", fee: "$0.37" },
	unpriced: 0,
	...patch,
});

const quiet = sums({
	counts: { approved: 0, rejected: 2, expired: 0, rule: 0, lie: 0 },
	lines: [],
	fiat: { out: null, in: null, fee: null },
});

export const statement: readonly StatementWeekView[] = [
	{
		from: "2026-11-23",
		total: sums({ counts: { ...counts, rejected: 3 } }),
		groups: [
			{ app: "Uniswap", session: "Weekly sweep", sessionId: "ses_treasury", ...sums() },
			{ app: null, session: "Rebalance", sessionId: "ses_other", ...quiet },
		],
	},
	{
		from: "2026-11-16",
		total: quiet,
		groups: [{ app: null, session: "Rebalance", sessionId: "ses_other", ...quiet }],
	},
];
