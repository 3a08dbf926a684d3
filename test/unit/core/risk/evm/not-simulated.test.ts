import { describe, expect, it } from "vitest";
import type { NotSimulated } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { saying } from "../../../../support/saying.ts";
import { commit, commitOf, OTHER } from "../../match/honest.ts";
import { NOT_SIMULATED, review } from "../../review/scene.ts";
import { sending, svmFinding } from "../../review/svm-scene.ts";
import { finding, GRAVE, simulated } from "./scene.ts";

const because = (why: NotSimulated) => ({
	opinion: { ...NOT_SIMULATED, local: { state: "impossible", why, text: verbatim("It was so.") } } as const,
});
const unread = commitOf({ to: OTHER, data: `0x12345678${"00".repeat(32)}` });

describe("a request that can't be simulated", () => {
	it("through its own fault requires a typed word, however much was decoded", () => {
		for (const view of [commit(), unread])
			expect(finding("not-simulated", view, { more: because("exceeds") })).toMatchObject(GRAVE);
		expect(svmFinding("not-simulated", [sending(1n)], { more: because("exceeds") })).toMatchObject(GRAVE);
	});

	it("because of too many steps is refused: the agent can split it", () => {
		expect(finding("not-simulated", commit(), { more: because("too_many_steps") })).toMatchObject({
			severity: "block",
			text: saying("finding.not-simulated.split"),
		});
	});

	it("on this RPC, or after an earlier step, requires a typed word if it can't be decoded", () => {
		for (const why of ["no_method", "later"] as const) {
			expect(finding("not-simulated", unread, { more: because(why) })).toMatchObject(GRAVE);
			expect(finding("not-simulated", commit(), { more: because(why) })).toBeUndefined();
		}
	});

	it("at the moment is no finding, and is not approved before it was simulated", () => {
		expect(finding("not-simulated", unread, { more: because("failed") })).toBeUndefined();
		const opinion = { items: [because("failed").opinion], names: new Map() };
		expect(review(commit(), { opinion }).approval).toMatchObject({ possible: false, canRetry: true });
		const without = { items: [because("no_method").opinion], names: new Map() };
		expect(review(commit(), { opinion: without }).approval.possible).toBe(true);
	});
});

describe("a result that depends on the block", () => {
	it("requires a typed word, even if both simulations agree", () => {
		const own = (hangsOnBlock: boolean) => ({
			more: { opinion: { ...NOT_SIMULATED, local: simulated({}, { hangsOnBlock }) } },
		});
		expect(finding("hangs-on-block", commit(), own(true))).toMatchObject(GRAVE);
		expect(finding("hangs-on-block", commit(), own(false))).toBeUndefined();
	});
});
