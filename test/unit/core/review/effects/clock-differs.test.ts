import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { commit } from "../../match/honest.ts";
import { review } from "../scene.ts";
import { pair, proposalReview } from "../several.ts";

const END = 1_790_000_900_000;
const HOUR = 3_600_000;

const found = (clockOffset: number) => review(commit(), { now: END - 60_000 + clockOffset, clockOffset });

describe("a review on a clock that differs from the service's", () => {
	it.each([
		[HOUR, message("finding.clock-ahead", { minutes: 60 })],
		[-40_000, message("finding.clock-behind", { minutes: 1 })],
		[2 * HOUR, message("finding.clock-far-ahead")],
	])("says so, and shows the expiry on that clock (%s ms)", (offset, text) => {
		const { approval, expiresAt, findings } = found(offset);
		expect(findings.find(({ id }) => id === "clock-differs")).toMatchObject({ severity: "caution", text });
		expect(expiresAt).toBe(END + offset);
		expect(approval.possible).toBe(true);
	});

	it("of a proposal doesn't mention it, and expires by this computer's clock", () => {
		const { approval, expiresAt, findings } = proposalReview(pair().action, pair().intents, {
			now: END - 60_000,
			clockOffset: HOUR,
		});
		expect(findings.some(({ id }) => id === "clock-differs")).toBe(false);
		expect(expiresAt).toBe(END);
		expect(approval.refusals).toEqual([]);
		const late = proposalReview(pair().action, pair().intents, { now: END, clockOffset: HOUR });
		expect(late.approval.refusals).toContainEqual(message("against.expired"));
	});

	it("doesn't mention clocks that agree", () => {
		expect(found(0).findings.some(({ id }) => id === "clock-differs")).toBe(false);
	});
});
