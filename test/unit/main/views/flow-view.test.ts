import { expect, it } from "vitest";
import { NATIVE } from "../../../../src/core/effects/effects.ts";
import { moneyFlowOf } from "../../../../src/core/effects/money-flow.ts";
import { pricingFor } from "../../../../src/main/views/fiat-view.ts";
import { flowView } from "../../../../src/main/views/flow-view.ts";
import { stub } from "../../../fixtures/stub.ts";
import { codesOf } from "../../../support/saying.ts";
import {
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	type StepInput,
	THIEF,
	USDC,
	USER,
} from "../../core/effects/scene.ts";

const CHAIN = "8453";
const LARGEST: ReadonlySet<string> = new Set(["flow.largest", "flow.largest-of"]);

function marks(...steps: readonly StepInput[]): readonly unknown[] {
	const of = effects(...steps);
	const review = stub<Parameters<typeof flowView>[0]>({
		analyses: [],
		approval: stub<Parameters<typeof flowView>[0]["approval"]>({ wordParty: null }),
		effects: of,
		flow: moneyFlowOf(of),
		user: USER,
	});
	const [first] = flowView(review, CHAIN, pricingFor(CHAIN, null)).flow?.receivers ?? [];
	return (first?.notes ?? []).filter((note) => codesOf(note).some((code) => LARGEST.has(code)));
}

const paid = (to: string, amount: bigint, step: number, asset = USDC): StepInput => ({
	movements: [decodedMovement({ to, asset, amount, step })],
});

it("marks the largest payment to an unknown address, also if dust in another asset is paid", () => {
	const usdc = [paid(THIEF, 90n, 0), paid(FRIEND, 20n, 1)];
	expect(marks(...usdc)).toMatchObject([{ code: "flow.largest" }]);
	expect(marks(...usdc, paid(DEALT, 1n, 2, NATIVE))).toMatchObject([
		{ code: "flow.largest-of", params: { amount: { amount: { raw: "90" } } } },
	]);
});
