import { describe, expect, it } from "vitest";
import { NATIVE } from "../../../src/core/effects/effects.ts";
import { effectsResult, effectsResultOf } from "../../../src/explain/effects-result.ts";
import { decodedMovement, effects, FRIEND, ME, THIEF, USDC } from "../core/effects/scene.ts";

/** The list of effects that --json prints. */

const fungibleOf = (address: string | null) => ({ kind: "fungible", address, item: null });

describe("the effects of a request in JSON", () => {
	const result = effectsResultOf(
		effects(
			{ movements: [decodedMovement({ to: FRIEND, asset: USDC, amount: 25n })] },
			{ movements: [decodedMovement({ to: THIEF, asset: USDC, amount: 9_000n, step: 1 })] },
			{ movements: [decodedMovement({ to: FRIEND, asset: USDC, amount: 25n, step: 2 })] },
			{
				movements: [
					decodedMovement({
						step: 3,
						to: null,
						amount: 7n,
						most: null,
						basis: "permitted",
						until: 1_800_000_000n,
					}),
				],
			},
		),
	);

	it("follow their published schema", () => {
		expect(effectsResult.parse(result)).toEqual(result);
	});

	it("name each party with its relation, and count steps from 1", () => {
		expect(result.movements[1]).toEqual({
			step: 2,
			from: { address: ME, relation: "own" },
			to: { address: THIEF, relation: "stranger" },
			asset: fungibleOf(USDC.address),
			least: "9000",
			most: "9000",
			basis: "decoded",
			until: null,
		});
	});

	it("leave unknown recipients, amounts and expiries open", () => {
		expect(result.movements[3]).toMatchObject({
			to: null,
			asset: NATIVE,
			least: "7",
			most: null,
			basis: "permitted",
			until: "1800000000",
		});
	});

	it("add up each recipient's amounts, and begin with the largest", () => {
		const tokens = result.receivers.filter(({ asset }) => asset.kind === "fungible");
		expect(tokens.map(({ to, total }) => [to?.relation, total])).toEqual([
			["stranger", "9000"],
			["contact", "50"],
		]);
	});
});

describe("balances of a request in JSON", () => {
	it("are given before and after each step", () => {
		const holdings = [{ account: ME, asset: USDC, amount: 10_000n }];
		const { balances } = effectsResultOf(
			effects(
				{ movements: [decodedMovement({ to: FRIEND, asset: USDC, amount: 25n })], holdings },
				{ movements: [decodedMovement({ to: THIEF, asset: USDC, amount: 300n, step: 1 })] },
			),
		);
		expect(balances.map(({ step, before, after }) => [step, before, after])).toEqual([
			[1, "10000", "9975"],
			[2, "9975", "9675"],
		]);
	});
});
