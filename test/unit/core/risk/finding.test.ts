import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/message.ts";
import { byGravity, type Finding, gravestFirst } from "../../../../src/core/risk/finding.ts";

const found = (id: string, patch: Partial<Finding> = {}): Finding => ({
	id,
	severity: "danger",
	text: message("finding.no-code", { address: id }),
	needsWord: true,
	...patch,
});
const idsOf = (findings: readonly Finding[]) => findings.map(({ id }) => id);

describe("the findings of a review", () => {
	const caution = found("first-time", { severity: "caution" });
	const loss = found("part-of-holdings");
	const doubt = found("unknown-call", { isDoubt: true });
	const fee = found("cost", { stake: { kind: "cost" } });

	it("begin with the gravest; of one severity with a loss, then a doubt, then fees", () => {
		const block = found("unknown-call", { severity: "block", isDoubt: true });
		expect(idsOf(gravestFirst([caution, fee, null, doubt, loss, block]))).toEqual([
			"unknown-call",
			"part-of-holdings",
			"unknown-call",
			"cost",
			"first-time",
		]);
	});

	it("stay in that order wherever they are sorted by gravity again", () => {
		const sorted = gravestFirst([caution, fee, doubt, loss]);
		expect(byGravity(sorted)).toEqual(sorted);
	});
});
