import { describe, expect, it } from "vitest";
import type { ActivityRecord } from "../../../../src/core/activity/records.ts";
import { sumsOf } from "../../../../src/core/activity/statement.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import {
	statementOfThisWeek,
	statementView,
	wholeStatement,
} from "../../../../src/main/activity/statements.ts";
import { stub } from "../../../fixtures/stub.ts";
import { FROZEN, PREDICTED, receiptOf } from "../storage/kept.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const WEEK = 7 * 86_400_000;

const row = (id: string, approvedAt: number, patch: Partial<JournalRow> = {}) =>
	stub<JournalRow>({
		id,
		kind: "commit",
		state: "settled",
		outcome: "confirmed",
		dead: false,
		sessionId: "one",
		chainRef: "1",
		frozen: FROZEN,
		predicted: PREDICTED,
		receipt: receiptOf(true),
		approvedAt,
		...patch,
	});

function deps(rows: readonly JournalRow[], kinds: readonly (readonly [ActivityRecord["kind"], number])[]) {
	const asked: number[] = [];
	const of: Parameters<typeof wholeStatement>[0] = {
		stores: {
			journal: {
				rows(_, limit) {
					asked.push(limit);
					return limit < 0 ? rows : rows.slice(0, limit);
				},
				stepRowsOf: (id) => [row(`${id}#1`, 0, { kind: "leg" }), row(`${id}#2`, 0, { kind: "leg" })],
			},
		},
		activity: {
			records: {
				list: () =>
					kinds.map(([kind, at]) => ({
						key: "",
						at,
						hasProof: false,
						body: stub<ActivityRecord>({ kind, app: null, sessionId: "two" }),
					})),
			},
			seenPrices: { of: () => null },
		},
		signedIn: { current: () => ({ scope: "me" }) },
	};
	return { of, asked };
}

describe("the statement of all activity", () => {
	it("counts approvals, with every step of an action, and unsigned requests", () => {
		const { of } = deps(
			[row("a", NOW), row("b", NOW - 1, { kind: "action" }), row("c", NOW - WEEK)],
			[
				["lie", NOW],
				["rule", NOW],
				["expired", NOW - WEEK],
			],
		);
		const weeks = wholeStatement(of, "UTC");
		expect(weeks.map(({ from, total }) => [from, total.counts])).toEqual([
			["2026-11-23", { approved: 2, rejected: 0, expired: 0, rule: 1, lie: 1 }],
			["2026-11-16", { approved: 1, rejected: 0, expired: 1, rule: 0, lie: 0 }],
		]);
		expect(weeks[0]?.total.lines).toMatchObject([{ kind: "fee", happened: 3n, predicted: 3n }]);
	});

	it("has the same sums for the current week, without reading the whole journal", () => {
		const { of, asked } = deps([row("a", NOW), row("c", NOW - WEEK)], [["lie", NOW]]);
		expect(statementOfThisWeek(of, NOW, "UTC")).toEqual(wholeStatement(of, "UTC")[0]);
		expect(asked).toEqual([1_000, -1]);
	});

	it("reads the whole journal if a week exceeds the journal's cached list", () => {
		const many = Array.from({ length: 1_001 }, (_, at) => row(String(at), NOW - at));
		const { of, asked } = deps(many, []);
		expect(statementOfThisWeek(of, NOW, "UTC")?.total.counts.approved).toBe(1_001);
		expect(asked).toEqual([1_000, -1]);
	});
});

const USDC_ON_BASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

function lineOf(asset: string, symbol: string) {
	const flow = {
		kind: "in",
		chainRef: "8453",
		asset,
		symbol,
		decimals: 6,
		predicted: 5_000_000n,
		happened: 5_000_000n,
		cents: null,
	} as const;
	const [week] = statementView(
		stub<Parameters<typeof statementView>[0]>({
			networks: { chainNameOf: () => "Base" },
		}),
		[
			{
				from: "2026-11-23",
				total: sumsOf([{ kind: "approved", at: 0, app: null, sessionId: "one", flows: [flow] }]),
				groups: [],
			},
		],
	);
	return week?.total.lines[0];
}

describe("the symbol of a token in the statement", () => {
	it.each([
		["a listed token", USDC_ON_BASE, "USDC", null],
		["a listed token with an address in lower case", USDC_ON_BASE.toLowerCase(), "USDC", null],
		["the network's own coin", "native", "ETH", null],
		["a token with the symbol of a listed one", `0x${"ab".repeat(20)}`, "USDC", "0xABaBaB…aBABaB"],
	])("for %s", (_, asset, symbol, unlisted) => {
		expect(lineOf(asset, symbol)).toMatchObject({ symbol, unlisted });
	});
});
