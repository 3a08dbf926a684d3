import { describe, expect, it } from "vitest";
import { fungible, NATIVE } from "../../../../src/core/effects/effects.ts";
import { moneyFlowOf } from "../../../../src/core/effects/money-flow.ts";
import {
	DAI,
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	ITEM,
	KNOWN,
	ME,
	observedMovement,
	SAVINGS,
	SECOND_THIEF,
	type StepInput,
	THIEF,
	USDC,
} from "./scene.ts";

const paid = (to: string, amount: bigint, step: number): StepInput => ({
	movements: [
		decodedMovement({ to, asset: USDC, amount, step }),
		observedMovement({ to, asset: USDC, amount, step }),
	],
});

const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";

describe("the flow of money", () => {
	it("totals twelve payments by receiver, with the unknown one first", () => {
		const of = effects(
			...Array.from({ length: 12 }, (_, step) =>
				paid(step === 8 ? THIEF : FRIEND, step === 8 ? 90n : 20n, step),
			),
		);
		const flow = moneyFlowOf(of);
		expect(flow?.receivers).toMatchObject([
			{
				address: THIEF,
				isOutlier: true,
				totals: [{ asset: USDC, amount: 90n }],
				payments: [8],
				steps: [8],
				largest: [{ amount: 90n }],
			},
			{ address: FRIEND, isOutlier: false, totals: [{ amount: 220n }], largest: [] },
		]);
		expect(flow?.receivers[1]?.payments).toHaveLength(11);
		expect(flow?.totals).toEqual([
			{ account: ME, asset: USDC, change: -310n, before: 1_000n, after: 690n, payments: 12 },
		]);
	});

	it("has a largest payment in each asset, which a payment in another asset doesn't hide", () => {
		const largest = (...steps: readonly StepInput[]) =>
			moneyFlowOf(effects(...steps))?.receivers.map(
				(each) => [each.address, each.largest.map(({ amount }) => amount)] as const,
			);
		const usdc = [paid(THIEF, 90n, 0), paid(FRIEND, 20n, 1)];
		expect(largest(...usdc)).toEqual([
			[THIEF, [90n]],
			[FRIEND, []],
		]);
		const coin = { movements: [decodedMovement({ to: DEALT, amount: 5n, step: 2 })] };
		expect(Object.fromEntries(largest(...usdc, coin) ?? [])).toEqual({
			[THIEF]: [90n],
			[FRIEND]: [],
			[DEALT]: [],
		});
		expect(largest(...usdc, paid(DEALT, 90n, 2))?.flatMap(([, amounts]) => amounts)).toEqual([]);
	});

	it("has a total for each asset", () => {
		const flow = moneyFlowOf(
			effects(paid(FRIEND, 20n, 0), { movements: [decodedMovement({ to: DEALT, amount: 5n, step: 1 })] }),
		);
		expect(flow?.totals.map(({ asset, change }) => [asset, change])).toEqual([
			[USDC, -20n],
			[NATIVE, -5n],
		]);
		expect(flow?.receivers.map(({ isOutlier }) => isOutlier)).toEqual([false, false]);
	});

	it("leaves a single payment, and two to the same receiver, to the other rows", () => {
		expect(moneyFlowOf(effects(paid(THIEF, 90n, 0)))).toBeNull();
		expect(moneyFlowOf(effects(paid(FRIEND, 90n, 0), paid(FRIEND, 90n, 1)))).toBeNull();
		expect(
			moneyFlowOf(effects(paid(FRIEND, 1n, 0), paid(FRIEND, 1n, 1), paid(FRIEND, 1n, 2))),
		).not.toBeNull();
	});

	it("looks through a contract that passes everything on", () => {
		const movements = [
			decodedMovement({ to: MULTICALL, amount: 100n, isAlong: true }),
			decodedMovement({ from: MULTICALL, to: THIEF, amount: 60n }),
			decodedMovement({ from: MULTICALL, to: SECOND_THIEF, amount: 40n }),
		];
		const flow = moneyFlowOf(effects({ movements }));
		expect(flow?.receivers.map(({ address }) => address)).toEqual([THIEF, SECOND_THIEF]);
		expect(flow?.contracts).toEqual([MULTICALL]);
		expect(flow?.payments).toHaveLength(2);
	});

	it("shows who else gets something in a swap, except for a small fee", () => {
		const swap = (fee: bigint): StepInput => ({
			movements: [
				decodedMovement({ to: KNOWN, asset: USDC, amount: 100n }),
				decodedMovement({ from: KNOWN, to: ME, amount: 900n }),
				decodedMovement({ from: KNOWN, to: THIEF, amount: fee }),
			],
		});
		expect(moneyFlowOf(effects(swap(9n)))).toBeNull();
		const flow = moneyFlowOf(effects(swap(90n)));
		expect(flow).toMatchObject({
			isExchange: true,
			contracts: [KNOWN],
			receivers: [{ address: THIEF, isOutlier: true, totals: [{ amount: 90n }] }],
		});
	});

	it("counts a fee in the wrapped coin against the coin that comes in, and not against another asset", () => {
		const WETH = fungible("0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2");
		const swap = (asset: typeof WETH): StepInput => ({
			movements: [
				decodedMovement({ to: KNOWN, asset: USDC, amount: 100n }),
				decodedMovement({ from: KNOWN, to: ME, asset: NATIVE, amount: 900n }),
				decodedMovement({ from: KNOWN, to: THIEF, asset, amount: 9n }),
			],
		});
		expect(moneyFlowOf(effects(swap(WETH)))).toBeNull();
		expect(moneyFlowOf(effects(swap(DAI)))?.receivers).toMatchObject([{ address: THIEF, isOutlier: true }]);
	});

	it("counts what a vault issues to somebody else, and not the vault's price", () => {
		const movements = [
			decodedMovement({ to: KNOWN, asset: USDC, amount: 100n }),
			decodedMovement({ from: KNOWN, to: THIEF, asset: DAI, amount: 90n }),
		];
		expect(moneyFlowOf(effects({ movements }))).toMatchObject({
			isExchange: true,
			receivers: [{ address: THIEF, totals: [{ asset: DAI, amount: 90n }] }],
		});
	});

	it("joins a pool that only the simulation shows to the called router", () => {
		const pool = `0x${"88".repeat(20)}`;
		const movements = [
			decodedMovement({ to: KNOWN, asset: USDC, amount: 100n }),
			decodedMovement({ from: KNOWN, to: ME, asset: DAI, amount: 90n }),
			decodedMovement({ from: KNOWN, to: THIEF, asset: DAI, amount: 90n }),
			observedMovement({ to: pool, asset: USDC, amount: 100n }),
			observedMovement({ from: pool, to: ME, asset: DAI, amount: 95n }),
			observedMovement({ from: KNOWN, to: THIEF, asset: DAI, amount: 95n }),
		];
		expect(moneyFlowOf(effects({ movements }))?.lines).toMatchObject([
			{ from: ME, to: KNOWN, amount: 100n },
			{ from: KNOWN, to: ME, amount: 95n },
			{ from: KNOWN, to: THIEF, amount: 95n },
		]);
	});

	it("keeps a stated payment that the simulation doesn't show", () => {
		const flow = moneyFlowOf(
			effects({
				movements: [
					decodedMovement({ to: FRIEND, asset: USDC, amount: 5n }),
					decodedMovement({ to: THIEF, asset: USDC, amount: 70n }),
					observedMovement({ to: FRIEND, asset: USDC, amount: 5n }),
				],
			}),
		);
		expect(flow?.receivers.map(({ address }) => address)).toEqual([THIEF, FRIEND]);
	});

	it("counts the rent of a recipient's token account in the total alone", () => {
		const mint = fungible("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
		const [ana, ben] = [
			"WfFFNeynaDJ5U1EYSU3rQXPzNefpx3qAxgAz6e1SC1W",
			"8MKXHVH6TfAdAWYA14pyARZwKBvT8Cj6RNf86hdfnM2o",
		];
		const movements = [
			decodedMovement({ to: ana, asset: mint, amount: 10n }),
			decodedMovement({ to: ben, asset: mint, amount: 10n }),
			decodedMovement({ to: ben, amount: 2_039_280n }),
		];
		const flow = moneyFlowOf(effects({ movements }));
		expect(flow?.payments).toHaveLength(2);
		expect(flow?.totals.map(({ change }) => change)).toEqual([-20n, -2_039_280n]);
	});

	it("leaves out transfers between the user's accounts, and counts items", () => {
		const flow = moneyFlowOf(
			effects({
				movements: [
					decodedMovement({ to: SAVINGS, amount: 50n }),
					decodedMovement({ to: FRIEND, amount: 5n }),
					decodedMovement({ to: THIEF, asset: ITEM, amount: 1n }),
				],
			}),
		);
		expect(flow?.receivers.map(({ address }) => address)).toEqual([THIEF, FRIEND]);
		expect(flow?.payments).toHaveLength(2);
	});
});
