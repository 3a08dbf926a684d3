import { describe, expect, it } from "vitest";
import { moneyFlowOf } from "../../../../../src/core/effects/money-flow.ts";
import { flowHeadline, outlierText } from "../../../../../src/core/review/effects/flow-text.ts";
import { outline } from "../../../../support/outline.ts";
import {
	DEALT,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	SECOND_THIEF,
	type StepInput,
	THIEF,
	USDC,
	USER,
} from "../../effects/scene.ts";

const UNIT = 1_000_000n;
const paid = (to: string, amount: bigint, step: number): StepInput => ({
	movements: [decodedMovement({ to, asset: USDC, amount: amount * UNIT, step })],
});

function read(...steps: readonly StepInput[]) {
	const of = effects(...steps);
	const review = { flow: moneyFlowOf(of), effects: of, analyses: [], user: USER };
	const [headline, outlier] = [flowHeadline(review), outlierText(review)];
	return {
		headline: headline === null ? null : outline(headline.text),
		amount: headline?.amount?.raw ?? null,
		outlier: outlier === null ? null : outline(outlier),
	};
}

describe("the text of a flow", () => {
	it("names the payment to an unknown address among others, wherever it is", () => {
		const steps = Array.from({ length: 12 }, (_, step) =>
			paid(step === 8 ? THIEF : FRIEND, step === 8 ? 900n : 340n, step),
		);
		expect(read(...steps)).toEqual({
			headline: "headline.pays.some(amounts: [4640 USDC], count: 12, receivers: 1, outlying: [900 USDC])",
			amount: 4_640n * UNIT,
			outlier: "flow.outlier.one(at: 9, count: 12, amounts: [900 USDC], isNeverPaid: true)",
		});
	});

	it("says that all are unknown", () => {
		expect(read(paid(THIEF, 5n, 0), paid(SECOND_THIEF, 6n, 1))).toMatchObject({
			headline: "headline.pays.strangers(amounts: [11 USDC], count: 2, receivers: 2)",
			outlier:
				"flow.outlier.several(payments: 2, isAll: true, count: 2, receivers: 2, amounts: [11 USDC], isNeverPaid: true)",
		});
	});

	it("doesn't say that an address paid in this session was never paid", () => {
		const met = { ...USER, counterparties: new Map([[THIEF, { paid: 1, allowed: 0, lastAt: 0 }]]) };
		const of = effects(paid(FRIEND, 5n, 0), paid(THIEF, 6n, 1));
		const outlier = outlierText({ flow: moneyFlowOf(of), effects: of, analyses: [], user: met });
		expect(outlier).toMatchObject({ code: "flow.outlier.one", params: { isNeverPaid: false } });
	});

	it("names known receivers, and no outlier", () => {
		expect(read(paid(FRIEND, 5n, 0), paid(DEALT, 6n, 1))).toMatchObject({
			headline: expect.stringMatching(/^headline\.pays\.two\(amounts: \[11 USDC\], count: 2, .*Friend/),
			outlier: null,
		});
	});

	it("rounds a large sum up to two decimals", () => {
		const steps = [paid(FRIEND, 3_000n, 0), paid(DEALT, 6n, 1)];
		const odd = { movements: [decodedMovement({ to: FRIEND, asset: USDC, amount: 100n, step: 2 })] };
		expect(read(...steps, odd).headline).toContain("[3006.01 USDC]");
	});

	it("leaves the headline alone if something besides payments happens", () => {
		const given = { rights: [decodedRight({ step: 2 })] };
		expect(read(paid(FRIEND, 5n, 0), paid(THIEF, 6n, 1), given)).toMatchObject({
			headline: null,
			outlier: "flow.outlier.one(at: 2, count: 2, amounts: [6 USDC], isNeverPaid: true)",
		});
		const spent = { rights: [decodedRight({ step: 2, isSpent: true })] };
		expect(read(paid(FRIEND, 5n, 0), paid(THIEF, 6n, 1), spent).headline).not.toBeNull();
	});
});
