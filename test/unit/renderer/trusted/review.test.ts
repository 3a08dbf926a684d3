import { describe, expect, it } from "vitest";
import type { ChangeRow } from "../../../../src/bridge/views.ts";
import { barShare } from "../../../../src/renderer/trusted/review/bars.ts";
import { fundsWords, initial, matchWords } from "../../../../src/renderer/trusted/review/sentences.ts";
import { amount, MAIN } from "../../../preview/samples/common.ts";
import { lying, review } from "../../../preview/samples/review.ts";

function change(raw: string, unit: string, of: string | null = null): ChangeRow {
	return {
		account: MAIN,
		mine: true,
		direction: "out",
		amount: amount(raw, unit, raw),
		tokenId: null,
		counterparty: null,
		of: of === null ? null : amount(of, unit, of),
	};
}

describe("the bars of changes", () => {
	it("measure an amount by what the account holds of it", () => {
		const row = change("50", "ETH", "200");
		expect(barShare(row, [row])).toBe(0.25);
	});
	it("measure changes of one unit by the greatest of them", () => {
		const small = change("25", "ETH");
		expect(barShare(small, [small, change("100", "ETH"), change("1000000", "USDC")])).toBe(0.25);
	});
	it("stay visible for what is tiny, and are not drawn for nothing", () => {
		const dust = change("1", "ETH", "1000000000000000000000");
		expect(barShare(dust, [dust])).toBe(0.03);
		const none = change("0", "ETH");
		expect(barShare(none, [none])).toBe(0);
	});
	it("keep to their half where more goes than is held", () => {
		const row = change("500", "ETH", "200");
		expect(barShare(row, [row])).toBe(1);
	});
	it("are exact beyond what a floating number holds", () => {
		const row = change("1".padEnd(60, "0"), "X", "4".padEnd(60, "0"));
		expect(barShare(row, [row])).toBe(0.25);
	});
});

describe("the match in one line", () => {
	it("counts the fields that match", () => {
		expect(matchWords(review())).toBe("All 9 fields match the review");
	});
	it("names what differs before anything else", () => {
		expect(matchWords(lying())).toBe("1 field differs from the review");
	});
	it("never says that all match where one can’t be checked", () => {
		const [first, ...rest] = review().checks;
		const checks = first === undefined ? [] : [{ ...first, status: "unknown" as const }, ...rest];
		expect(matchWords(review({ checks }))).toBe("1 field can’t be checked");
	});
	it("gives main’s words where main did not call it matched", () => {
		expect(matchWords(review({ verdict: "unproven", verdictWords: "No review." }))).toBe("No review.");
		expect(matchWords(review({ checks: [], verdictWords: "Nothing to check." }))).toBe("Nothing to check.");
	});
});

describe("whether funds moved", () => {
	it("is said in every state", () => {
		expect(fundsWords({ outcome: "stuck", fundsMayHaveMoved: true })).toContain("may have moved");
		expect(fundsWords({ outcome: "rejected", fundsMayHaveMoved: false })).toBe("No funds have moved.");
		expect(fundsWords({ outcome: "confirmed", fundsMayHaveMoved: true })).toBe(
			"It has taken effect on the chain.",
		);
	});
});

describe("the initial of who asks", () => {
	it("is the first letter that draws something", () => {
		expect(initial("uniswap")).toBe("U");
		expect(initial("\u202E\u200Bx")).toBe("X");
		expect(initial("\u200B")).toBe("?");
	});
});
