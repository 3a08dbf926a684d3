import { describe, expect, it } from "vitest";
import { receivedBy } from "../../../../../src/core/review/effects/receivers.ts";
import {
	DAI,
	decodedMovement,
	effects,
	FRIEND,
	ME,
	observedMovement,
	SAVINGS,
	THIEF,
	USDC,
	USER,
} from "../../effects/scene.ts";

/** Amounts per recipient over the whole request. */

const totals = (address: string, list: ReturnType<typeof effects>) =>
	receivedBy(address, list, { analyses: [], user: USER }).map((param) => {
		const { amount } = param as { amount: { raw: string; symbol: string } };
		return `${amount.raw} ${amount.symbol}`;
	});

describe("the totals of a recipient", () => {
	const pays = (to: string, amount: bigint, step: number, asset = USDC) =>
		decodedMovement({ to, amount, step, asset, least: amount, most: amount });
	const list = effects(
		{ movements: [pays(FRIEND, 25n, 0), observedMovement({ to: FRIEND, asset: USDC, amount: 25n })] },
		{ movements: [pays(THIEF, 300n, 1)] },
		{ movements: [pays(FRIEND, 50n, 2), pays(FRIEND, 7_000_000n, 2, DAI)] },
		{ movements: [pays(SAVINGS, 9n, 3)] },
	);

	it("are one per asset over all steps, and count no movement twice", () => {
		expect(totals(FRIEND, list)).toEqual(["7000000 DAI", "75 USDC"]);
		expect(totals(THIEF, list)).toEqual(["300 USDC"]);
	});

	it("exclude amounts that stay the user's own, and requests with one movement", () => {
		expect(totals(SAVINGS, list)).toEqual([]);
		expect(totals(ME, list)).toEqual([]);
		expect(totals(FRIEND, effects({ movements: [pays(FRIEND, 25n, 0)] }))).toEqual([]);
		expect(receivedBy(FRIEND, null, { analyses: [], user: USER })).toEqual([]);
	});
});
