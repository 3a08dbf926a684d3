import { describe, expect, it } from "vitest";
import { underpriced } from "../../../../../src/core/risk/evm/fees/underpriced.ts";
import { saying } from "../../../../support/saying.ts";
import { commit } from "../../match/honest.ts";
import { evidence, facts, fine, NOT_SIMULATED, subject } from "../../review/scene.ts";
import { simulated } from "./scene.ts";

const found = (gas: bigint, baseFee: bigint, view = commit()) =>
	underpriced(evidence(subject(view, facts({ gas: fine(gas), baseFee: fine(baseFee) }))));

describe("gas and price against the chain's own", () => {
	it("are fine at, above and a little below our estimate", () => {
		expect(found(60_000n, 1n)).toBeNull();
		expect(found(66_000n, 2_000_000_000n)).toBeNull();
		expect(underpriced(evidence(subject(commit(), null)))).toBeNull();
	});

	it("are enough where our own simulation ran with just that gas, whatever is estimated before it", () => {
		const about = subject(commit(), facts({ gas: fine(70_000n) }));
		const opinion = (status: "passed" | "failed") => ({ ...NOT_SIMULATED, own: simulated({ status }) });
		expect(underpriced(evidence(about, { opinion: opinion("passed") }))).toBeNull();
		expect(underpriced(evidence(about, { opinion: opinion("failed") }))).not.toBeNull();
		const dear = subject(commit(), facts({ baseFee: fine(2_000_000_001n) }));
		expect(underpriced(evidence(dear, { opinion: opinion("passed") }))).not.toBeNull();
	});

	it.each([
		["gas", 70_000n, 1n, saying("finding.too-little.gas", { limit: 60_000, estimate: 70_000 })],
		["price", 50_000n, 2_000_000_001n, saying("finding.too-little.price")],
	])("ask for the word where they could never be mined: %s", (_, gas, base, text) => {
		expect(found(gas, base)).toMatchObject({
			severity: "danger",
			needsWord: true,
			text,
		});
	});
});
