import { describe, expect, it } from "vitest";
import { balancesOf, netsOf, receiversOf } from "../../../../src/core/effects/accounting.ts";
import { NATIVE } from "../../../../src/core/effects/effects.ts";
import { decodedMovement, effects, FRIEND, ME, observedMovement, SAVINGS, THIEF, USDC } from "./scene.ts";

const mine = (account: string) => account === ME;

describe("an account's gains and losses", () => {
	it("are computed from its holdings, at their worst", () => {
		const of = effects({
			movements: [
				decodedMovement({ amount: 10n, least: 4n }),
				decodedMovement({ from: THIEF, to: ME, least: 3n, amount: 3n, most: null }),
				observedMovement({ amount: 50n }),
			],
		});
		expect(netsOf(of, "decoded", mine)).toEqual([
			{ account: ME, asset: NATIVE, out: 10n, into: 3n, isExact: false },
		]);
		expect(netsOf(of, "observed", mine)).toEqual([
			{ account: ME, asset: NATIVE, out: 50n, into: 0n, isExact: true },
		]);
	});

	it("have no bound if one amount has none, and exclude transfers to itself", () => {
		const of = effects({
			movements: [
				decodedMovement(),
				decodedMovement({ most: null }),
				decodedMovement({ to: ME, asset: USDC }),
			],
		});
		expect(netsOf(of, "decoded", mine)).toEqual([
			{ account: ME, asset: NATIVE, out: null, into: 0n, isExact: false },
		]);
	});
});

describe("balances of each step", () => {
	it("follow one another, by our simulation if a step has one", () => {
		const of = effects(
			{ movements: [decodedMovement({ amount: 10n }), observedMovement({ amount: 12n })] },
			{
				movements: [
					decodedMovement({ amount: 100n, step: 1 }),
					decodedMovement({ amount: 5n, step: 1, to: FRIEND }),
				],
			},
			{ movements: [decodedMovement({ step: 2, basis: "permitted" })] },
		);
		expect(balancesOf(of, mine)).toEqual([
			{ account: ME, asset: NATIVE, step: 0, before: 1_000n, after: 988n },
			{ account: ME, asset: NATIVE, step: 1, before: 988n, after: 883n },
		]);
	});

	it("are unknown after an unbounded amount, and for assets without a holding", () => {
		const of = effects(
			{ movements: [decodedMovement({ most: null })] },
			{ movements: [decodedMovement({ step: 1 })] },
		);
		expect(balancesOf(of, mine).map(({ before, after }) => [before, after])).toEqual([
			[1_000n, null],
			[null, null],
		]);
		const other = effects({ movements: [decodedMovement({ from: SAVINGS })] });
		expect(balancesOf(other, (account) => account === SAVINGS)[0]).toMatchObject({
			before: null,
			after: null,
		});
	});
});

describe("totals of recipients", () => {
	it("are the larger of the bytes and the simulation, the largest first", () => {
		const of = effects(
			{
				movements: [
					decodedMovement({ amount: 10n }),
					observedMovement({ amount: 12n }),
					decodedMovement({ to: FRIEND, amount: 40n }),
				],
			},
			{ movements: [decodedMovement({ amount: 10n, step: 1 }), decodedMovement({ to: ME, step: 1 })] },
		);
		expect(receiversOf(of, mine)).toEqual([
			{ to: FRIEND, asset: NATIVE, amount: 40n },
			{ to: THIEF, asset: NATIVE, amount: 20n },
		]);
	});
});
