import { expect, it } from "vitest";
import { NATIVE } from "../../../../src/core/effects/effects.ts";
import { moneyFlowOf } from "../../../../src/core/effects/money-flow.ts";
import { pricingFor } from "../../../../src/main/views/fiat-view.ts";
import { flowView } from "../../../../src/main/views/flow-view.ts";
import { textOf } from "../../../../src/text/index.ts";
import { stub } from "../../../fixtures/stub.ts";
import {
	DEALT,
	effects,
	FRIEND,
	moved,
	THIEF,
	USDC,
	USER,
	type WrittenStep,
} from "../../core/effects/scene.ts";

const CHAIN = "8453";

function notes(...steps: readonly WrittenStep[]): readonly string[] {
	const of = effects(...steps);
	const review = stub<Parameters<typeof flowView>[0]>({
		analyses: [],
		approval: stub<Parameters<typeof flowView>[0]["approval"]>({ wordParty: null }),
		effects: of,
		flow: moneyFlowOf(of),
		user: USER,
	});
	const [first] = flowView(review, CHAIN, pricingFor(CHAIN, null)).flow?.receivers ?? [];
	return (first?.notes ?? []).map(textOf);
}

const paid = (to: string, amount: bigint, step: number, asset = USDC): WrittenStep => ({
	movements: [moved({ to, asset, amount, step })],
});

it("marks the largest payment to an unknown address, also if dust in another asset is paid", () => {
	const usdc = [paid(THIEF, 90n, 0), paid(FRIEND, 20n, 1)];
	expect(notes(...usdc)).toContain("largest payment");
	const marks = notes(...usdc, paid(DEALT, 1n, 2, NATIVE)).filter((note) => /largest/.test(note));
	expect(marks).toHaveLength(1);
	expect(marks[0]).toContain("0.00009 USDC");
});
