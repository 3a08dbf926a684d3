import { describe, expect, it } from "vitest";
import { slippageOf } from "../../../../src/core/describe/slippage.ts";
import { type Movement, NATIVE, type TradePrice } from "../../../../src/core/effects/effects.ts";
import {
	DAI,
	decodedMovement,
	effects,
	ITEM,
	KNOWN,
	ME,
	observedMovement,
	SAVINGS,
	THIEF,
	USDC,
} from "../effects/scene.ts";

/** Slippage: how much less than our simulation shows a swap may pay out. */

const price = (over: Partial<TradePrice> = {}): TradePrice => ({
	sold: { asset: NATIVE, amount: 1n },
	least: 995n,
	isOrder: false,
	arrives: null,
	...over,
});
const bought = (over: Partial<TradePrice> = {}, change: Partial<Movement> = {}): Movement =>
	decodedMovement({
		from: KNOWN,
		to: ME,
		asset: USDC,
		least: 995n,
		most: null,
		price: price(over),
		...change,
	});
const got = (amount = 1_000n, asset: Movement["asset"] = USDC): Movement =>
	observedMovement({ from: KNOWN, to: ME, asset, amount });
const paid = observedMovement({ to: KNOWN, amount: 1n });

const slippage = (swap: Movement, ...movements: readonly Movement[]) =>
	slippageOf(effects({ movements: [swap, ...movements] }));

describe("slippage of a swap", () => {
	it("is the displayed amount less the minimum, as a share of the displayed amount, rounded up", () => {
		expect(slippage(bought(), got())).toBe(50n);
		expect(slippage(bought({ least: 1_000n }), got())).toBe(0n);
		expect(slippage(bought({ least: 0n }), got())).toBe(10_000n);
		expect(slippage(bought({ least: 2_999n }), got(3_000n))).toBe(4n);
		expect(slippage(bought(), paid, got())).toBe(50n);
	});

	it.each<[string, Movement, readonly Movement[]]>([
		["an exact output", bought({}, { most: 995n }), [got()]],
		["an unreadable minimum", bought({ least: null }), [got()]],
		["nothing given for it", bought({ sold: null }), [got()]],
		["an order that others execute", bought({ isOrder: true }), [got()]],
		["an arrival on another chain", bought({ arrives: { chainRef: "10", asset: null } }), [got()]],
		["another recipient", bought({}, { to: THIEF }), [got()]],
		["another account of the user's as recipient", bought({}, { to: SAVINGS }), [got()]],
		["a second trade", bought(), [bought(), got()]],
		["less than the minimum", bought(), [got(994n)]],
		["no inflow", bought(), []],
		["another token", bought(), [got(1_000n, DAI)]],
		["two inflows", bought(), [got(), got(1n, DAI)]],
		["an item", bought(), [got(1n, ITEM)]],
	])("is omitted with %s", (_, swap, movements) => {
		expect(slippage(swap, ...movements)).toBeNull();
	});

	it("is omitted if a call can't be decoded", () => {
		expect(slippageOf(effects({ movements: [bought(), got()], gaps: ["unread"] }))).toBeNull();
	});
});
