import { describe, expect, it } from "vitest";
import { slippageOf } from "../../../../../src/core/explain/evm/slippage.ts";
import { stub } from "../../../../fixtures/stub.ts";

/** How much less than foretold a swap may bring. */

const ME = "0x00000000000000000000000000000000000000aa";
const ELSE = "0x00000000000000000000000000000000000000bb";
const USDC = "0x0000000000000000000000000000000000000cc1";

type Of = Parameters<typeof slippageOf>[0];
type Rows = Parameters<typeof slippageOf>[1];

const swap = (change: object = {}) => ({
	target: ELSE,
	value: 0n,
	call: null,
	meaning: {
		kind: "swap",
		exact: "in",
		assetIn: "native",
		assetOut: USDC,
		amountIn: 1n,
		amountOut: 995n,
		payer: "caller",
		to: "caller",
		...change,
	},
});
const got = (change: object = {}) => ({
	asset: USDC,
	mine: true,
	direction: "in",
	tokenId: null,
	amount: { kind: "amount", amount: { raw: 1000n } },
	...change,
});
const slippage = (decoded: object, rows: readonly object[] = [got()]) =>
	slippageOf(stub<Of>({ decoded, signer: ME }), stub<Rows>(rows));

describe("slippage of a swap", () => {
	it("is what is foretold less the least, as a share of what is foretold, rounded up", () => {
		expect(slippage(swap())).toBe(50n);
		expect(slippage(swap({ amountOut: 1000n }))).toBe(0n);
		expect(slippage(swap({ to: ME, amountOut: 0n }))).toBe(10_000n);
		const thirds = got({ amount: { kind: "amount", amount: { raw: 3000n } } });
		expect(slippage(swap({ amountOut: 2999n }), [thirds])).toBe(4n);
		const leaves = got({ direction: "out", asset: "native" });
		expect(slippage(swap(), [leaves, got()])).toBe(50n);
	});

	it.each<[string, object, readonly object[]]>([
		["an exact output", swap({ exact: "out" }), [got()]],
		["a least that is not read", swap({ amountOut: null }), [got()]],
		["somebody else who gets it", swap({ to: ELSE }), [got()]],
		["a router that keeps it for a later step", swap({ to: "here" }), [got()]],
		["less than the least", swap(), [got({ amount: { kind: "amount", amount: { raw: 994n } } })]],
		["nothing that comes in", swap(), []],
		["another token", swap(), [got({ asset: ELSE })]],
		["two that come in", swap(), [got(), got({ asset: ELSE })]],
		["an item", swap(), [got({ tokenId: "1" })]],
		["an amount that can't be read", swap(), [got({ amount: { kind: "unreadable", text: "x" } })]],
	])("is not told with %s", (_, decoded, rows) => {
		expect(slippage(decoded, rows)).toBeNull();
	});
});
