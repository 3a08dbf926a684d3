import { describe, expect, it } from "vitest";
import { unknownText } from "../../../../src/core/review/band.ts";
import type { BatchStepRow, CallNodeView, ChangeRow, ReviewView } from "../../../../src/ipc/review.ts";
import type { ProgressView } from "../../../../src/ipc/signing.ts";
import { barShare } from "../../../../src/renderer/components/figure/bars.ts";
import {
	endsOnChain,
	fundsText,
	initial,
	matchText,
} from "../../../../src/renderer/components/review/sentences.ts";
import { batchSummary, stepStatus } from "../../../../src/renderer/trusted/review/review-screen.tsx";
import { t, textOf } from "../../../../src/text/index.ts";
import { stub } from "../../../fixtures/stub.ts";
import { describedOrder, describedSwap } from "../../../preview/samples/claims.ts";
import { ANSWERED, amount, MAIN, steps } from "../../../preview/samples/common.ts";
import {
	approveCall,
	bytesMessage,
	strangeSol,
	unknownCall,
	unknownOrder,
	userOperation,
} from "../../../preview/samples/content.ts";
import { lying, review } from "../../../preview/samples/review.ts";

const unknownWords = (contents: ReviewView["contents"]) => textOf(unknownText({ contents }));

function change(raw: string, unit: string, of: string | null = null): ChangeRow {
	return {
		account: MAIN,
		mine: true,
		direction: "out",
		amount: amount(raw, unit, raw),
		tokenId: null,
		counterparty: null,
		of: of === null ? null : amount(of, unit, of),
		step: null,
	};
}

describe("the bars of changes", () => {
	it("measure an amount by the account's holding", () => {
		const row = change("50", "ETH", "200");
		expect(barShare(row, [row])).toBe(0.25);
	});
	it("measure changes of one unit by the greatest of them", () => {
		const small = change("25", "ETH");
		expect(barShare(small, [small, change("100", "ETH"), change("1000000", "USDC")])).toBe(0.25);
	});
	it("are not drawn if the holding is unknown", () => {
		const row = change("50", "ETH");
		expect(barShare(row, [row, change("7", "USDC", "8")])).toBe(0);
	});
	it("stay visible for tiny amounts, and are not drawn for zero", () => {
		const dust = change("1", "ETH", "1000000000000000000000");
		expect(barShare(dust, [dust])).toBe(0.03);
		const none = change("0", "ETH");
		expect(barShare(none, [none])).toBe(0);
	});
	it("stay in their half if more leaves than the holding", () => {
		const row = change("500", "ETH", "200");
		expect(barShare(row, [row])).toBe(1);
	});
	it("are exact beyond floating-point precision", () => {
		const row = change("1".padEnd(60, "0"), "X", "4".padEnd(60, "0"));
		expect(barShare(row, [row])).toBe(0.25);
	});
});

describe("the one-line match", () => {
	it("counts the fields that match", () => {
		expect(matchText(review())).toBe("All 9 fields match the review");
	});
	it("names differences first", () => {
		expect(matchText(lying())).toBe("1 field differs from the review");
	});
	it("never says that all match if one can’t be checked", () => {
		const [first, ...rest] = review().checks;
		const checks = first === undefined ? [] : [{ ...first, status: "unknown" as const }, ...rest];
		expect(matchText(review({ checks }))).toBe("1 field can’t be checked");
	});
	it("shows main’s text if main did not call it matched", () => {
		expect(matchText(review({ verdict: "unproven", verdictText: "No review." }))).toBe("No review.");
		expect(matchText(review({ checks: [], verdictText: "Nothing to check." }))).toBe("Nothing to check.");
	});
});

describe("the checks of a request without a review", () => {
	it("pass or fail, and never claim to match a review", () => {
		expect(matchText(review({ requestKind: "action" }))).toBe("All 9 checks passed");
		expect(matchText({ ...lying(), requestKind: "action" })).toBe("1 check failed");
		const [first] = review().checks;
		const checks = first === undefined ? [] : [{ ...first, status: "unknown" as const }];
		expect(matchText(review({ requestKind: "replacement", checks }))).toBe(
			t("trusted.review.match.unknown-checks", { count: 1 }),
		);
	});
});

/** Returns a call that contains another one, either in its bytes or only in our simulation. */
const holding = (source: CallNodeView["source"]) => ({
	...unknownCall(),
	calls: [
		{
			kind: "call" as const,
			to: MAIN,
			text: "Calls an unknown function.",
			known: false,
			signature: null,
			args: [],
			value: null,
			source,
			children: [],
		},
	],
});

describe("the reason of a limited headline", () => {
	it("is named for each kind of content, for several and for none", () => {
		expect(unknownWords([unknownCall()])).toBe(t("trusted.review.unread.function"));
		expect(unknownWords([holding("decoded")])).toBe(t("trusted.review.unread.calls"));
		expect(unknownWords([holding("simulated")])).toBe(t("trusted.review.unread.function"));
		expect(unknownWords([strangeSol()])).toBe(t("trusted.review.unread.instructions"));
		expect(unknownWords([bytesMessage()])).toBe(t("trusted.review.unread.use"));
		expect(unknownWords([unknownOrder()])).toBe(t("trusted.review.unread.typed-data"));
		expect(unknownWords([userOperation()])).toBe(t("trusted.review.unread.meaning"));
		expect(unknownWords([approveCall(), unknownCall()])).toBe(t("trusted.review.unread.steps"));
		expect(unknownWords([])).toBe(t("trusted.review.undecoded.headline"));
	});

	it("never calls a contract's own description certain", () => {
		for (const content of [describedSwap(), describedOrder()])
			expect(unknownWords([content])).toBe(t("trusted.review.unread.quoted"));
	});
});

describe("the note on moved funds", () => {
	it("exists in every state", () => {
		expect(fundsText({ outcome: "stuck", fundsMayHaveMoved: true, steps: steps(4), items: [] })).toContain(
			t("trusted.review.funds.uncertain"),
		);
		expect(fundsText({ outcome: "rejected", fundsMayHaveMoved: false, steps: [], items: [] })).toBe(
			t("trusted.review.no-funds-moved"),
		);
		expect(fundsText({ outcome: "confirmed", fundsMayHaveMoved: true, steps: steps(6), items: [] })).toBe(
			t("trusted.review.effect.confirmed", { count: 1 }),
		);
		const items = ["confirmed", "confirmed", "confirmed"].map((state, at) =>
			stub<ProgressView["items"][number]>({ at, state }),
		);
		expect(fundsText({ outcome: "confirmed", fundsMayHaveMoved: true, steps: steps(6), items })).toBe(
			t("trusted.review.effect.confirmed", { count: 3 }),
		);
	});
	it("does not claim that a signature alone is on the chain", () => {
		const given = steps(5, "now", null, ANSWERED);
		expect(
			fundsText({ outcome: "confirmed", fundsMayHaveMoved: false, steps: given, items: [] }),
		).not.toContain(t("trusted.review.effect.confirmed", { count: 1 }));
		expect(endsOnChain(given)).toBe(false);
		expect(endsOnChain(steps(6))).toBe(true);
	});
});

describe("the steps of a batch", () => {
	const batch = (...states: string[]): readonly BatchStepRow[] =>
		states.map((state, index) => ({
			commitId: `c${index}`,
			index,
			state,
			headline: null,
			source: null,
			here: false,
		}));
	const standings = (...states: string[]) => batch(...states).map((step, _, all) => stepStatus(step, all));
	it("name the earlier step that they wait for", () => {
		expect(standings("confirmed", "submitted", "needs_signature")).toEqual([
			"confirmed",
			t("trusted.review.status.submitted"),
			t("trusted.review.step.waiting", { step: 2 }),
		]);
	});
	it("wait for the user once all before them are confirmed", () => {
		expect(standings("confirmed", "needs_signature").at(1)).toBe(t("trusted.review.status.needs-signature"));
	});
	it("can’t continue after one that ended otherwise", () => {
		expect(standings("rejected", "needs_signature").at(1)).toBe("can’t continue: step 1 was rejected");
		expect(standings("expired", "needs_signature").at(1)).toBe("can’t continue: step 1 expired");
	});
	it("show an unknown state unchanged", () => {
		expect(standings("hibernating")).toEqual(["hibernating"]);
	});
	it("are summarised as done, waiting and ended", () => {
		expect(batchSummary(batch("confirmed", "submitted", "needs_signature"))).toBe("1 confirmed · 2 waiting");
		expect(batchSummary(batch("failed"))).toBe("1 ended");
	});
});

describe("the requester's initial", () => {
	it("is the first visible letter", () => {
		expect(initial("uniswap")).toBe("U");
		expect(initial("\u202E\u200Bx")).toBe("X");
		expect(initial("\u200B")).toBe("?");
	});
});
