import { describe, expect, it } from "vitest";
import {
	type Flow,
	type StatementEntry,
	statementOf,
	sumsOf,
	thisWeek,
} from "../../../../src/core/activity/statement.ts";
import { weekOf } from "../../../../src/core/activity/week.ts";

const at = (text: string) => Date.parse(text);

const flow = (patch: Partial<Flow> = {}): Flow => ({
	kind: "out",
	chainRef: "8453",
	asset: "0xaa",
	symbol: "USDC",
	decimals: 6,
	predicted: 5_000_000n,
	happened: 5_000_000n,
	cents: 500n,
	...patch,
});

const entry = (patch: Partial<StatementEntry> = {}): StatementEntry => ({
	kind: "approved",
	at: at("2026-11-25T12:00:00Z"),
	app: "swap",
	sessionId: "one",
	flows: [],
	...patch,
});

describe("the week of a moment", () => {
	it.each([
		["a Monday's first minute", "2026-11-23T00:00:00Z", "UTC", "2026-11-23"],
		["a Sunday's last", "2026-11-29T23:59:59Z", "UTC", "2026-11-23"],
		[
			"the same Sunday in a time zone where it is already Monday",
			"2026-11-29T23:59:59Z",
			"Pacific/Auckland",
			"2026-11-30",
		],
		[
			"a Monday in a time zone where it is still Sunday",
			"2026-11-23T03:00:00Z",
			"America/New_York",
			"2026-11-16",
		],
		["the week in which clocks go back", "2026-10-25T23:30:00Z", "Europe/Berlin", "2026-10-26"],
		["a week across the year's end", "2027-01-01T12:00:00Z", "UTC", "2026-12-28"],
	])("is identified by its Monday: %s", (_what, moment, timeZone, monday) => {
		expect(weekOf(at(moment), timeZone)).toBe(monday);
	});

	it("is rejected for an unknown time zone", () => {
		expect(() => weekOf(0, "Mars/Olympus")).toThrow(RangeError);
	});
});

describe("a statement", () => {
	it("sums each asset separately, with predicted and actual amounts", () => {
		const { lines, worth } = sumsOf([
			entry({ flows: [flow(), flow({ happened: 4_000_000n, cents: 400n })] }),
			entry({ flows: [flow({ asset: "0xbb", symbol: "USDC", cents: null })] }),
			entry({ flows: [flow({ kind: "in", happened: 6_000_000n, cents: 600n })] }),
			entry({ flows: [flow({ kind: "fee", asset: "native", symbol: "ETH", decimals: 18, cents: 3n })] }),
		]);
		expect(lines.map(({ kind, asset }) => [kind, asset])).toEqual([
			["out", "0xaa"],
			["out", "0xbb"],
			["in", "0xaa"],
			["fee", "native"],
		]);
		expect(lines[0]).toMatchObject({ predicted: 10_000_000n, happened: 9_000_000n, difference: -1_000_000n });
		expect(lines[2]).toMatchObject({ difference: 1_000_000n });
		expect(worth).toEqual({ out: 900n, in: 600n, fee: 3n, unpriced: 1 });
	});

	it("reports no difference without a prediction or a receipt, and counts it as open", () => {
		const [line] = sumsOf([
			entry({ flows: [flow({ happened: null }), flow({ predicted: null, happened: 7n }), flow()] }),
		]).lines;
		expect(line).toMatchObject({
			predicted: 10_000_000n,
			happened: 5_000_007n,
			difference: 0n,
			open: 1,
		});
	});

	it("never adds different units, even if one address identifies both", () => {
		expect(sumsOf([entry({ flows: [flow(), flow({ decimals: 8 })] })]).lines).toHaveLength(2);
		expect(sumsOf([entry({ flows: [flow(), flow({ chainRef: "1" })] })]).lines).toHaveLength(2);
	});

	it("keeps every digit of amounts beyond the number range", () => {
		const huge = 2n ** 200n;
		const [line] = sumsOf([entry({ flows: [flow({ predicted: huge, happened: huge + 1n }), flow()] })]).lines;
		expect(line?.happened).toBe(huge + 5_000_001n);
		expect(line?.difference).toBe(1n);
	});

	it("is grouped by week, the newest first, then by app and conversation, the largest first", () => {
		const weeks = statementOf(
			[
				entry({ at: at("2026-11-18T12:00:00Z"), flows: [flow()] }),
				entry({ sessionId: "cheap", flows: [flow({ cents: 1n })] }),
				entry({ sessionId: "dear", flows: [flow({ kind: "fee", cents: 900n })] }),
				entry({ sessionId: "dear", app: null }),
				entry({ sessionId: "quiet", kind: "lie" }),
			],
			"UTC",
		);
		expect(weeks.map(({ from }) => from)).toEqual(["2026-11-23", "2026-11-16"]);
		expect(weeks[0]?.groups.map(({ app, sessionId }) => [app, sessionId])).toEqual([
			["swap", "dear"],
			["swap", "cheap"],
			[null, "dear"],
			["swap", "quiet"],
		]);
		expect(weeks[0]?.total.counts).toEqual({ approved: 3, rejected: 0, expired: 0, rule: 0, lie: 1 });
	});

	it("is empty without rows, and includes only rows of its week", () => {
		const now = at("2026-11-26T12:00:00Z");
		expect(statementOf([], "UTC")).toEqual([]);
		expect(thisWeek([entry({ at: at("2026-11-18T12:00:00Z") })], now, "UTC")).toBeNull();
		expect(thisWeek([entry(), entry({ kind: "rule" })], now, "UTC")?.total.counts).toMatchObject({
			approved: 1,
			rule: 1,
		});
	});
});
