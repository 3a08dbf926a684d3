import type { Hex } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import { functionOf, layout, shownArgs } from "./abi.ts";
import { payment } from "./function.ts";
import type { Meaning } from "./meaning.ts";
import { assetOf, openAmountOf, partyOf, type RouterStep } from "./router-parts.ts";

/** Sources: Uniswap/v4-periphery, libraries/Actions.sol and V4Router.sol. */

export type ReadAction = (parameters: Hex) => RouterStep | null;

function swap(
	exact: "in" | "out",
	assets: readonly [from: string, to: string],
	amounts: readonly [from: bigint, to: bigint],
): Meaning {
	return {
		kind: "swap",
		exact,
		assetIn: assetOf(assets[0]),
		assetOut: assetOf(assets[1]),
		amountIn: exact === "in" ? openAmountOf(amounts[0]) : amounts[0],
		amountOut: exact === "out" ? openAmountOf(amounts[1]) : amounts[1],
		payer: null,
		to: null,
	};
}

export const POOL = "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)";
const PATH = "(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[]";

const IN_SINGLE =
	`function run((${POOL} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) swap)` as const;
const OUT_SINGLE =
	`function run((${POOL} poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap)` as const;
const IN_PATH =
	`function run((address currencyIn, ${PATH} path, uint128 amountIn, uint128 amountOutMinimum) swap)` as const;
const OUT_PATH =
	`function run((address currencyOut, ${PATH} path, uint128 amountOut, uint128 amountInMaximum) swap)` as const;
const ASSET_AMOUNT = "function run(address currency, uint256 amount)";
const SETTLE = "function run(address currency, uint256 amount, bool payerIsUser)";
const TAKE = "function run(address currency, address recipient, uint256 amount)";
const SHARE = "function run(address currency, address recipient, uint256 bips)";

export function action<const Signature extends string>(
	signature: Signature,
	mean: (args: NonNullable<ReturnType<ReturnType<typeof layout<Signature>>>>) => Meaning | null,
): ReadAction {
	const read = layout(signature);
	const item = once(() => functionOf(signature));
	return (parameters) => {
		const values = read(parameters);
		const meaning = values === null ? null : mean(values);
		const shownValues: unknown = values;
		return meaning === null || !Array.isArray(shownValues)
			? null
			: { meaning, args: shownArgs(item().inputs, shownValues) };
	};
}

function entry<const Signature extends string>(
	code: number,
	name: string,
	signature: Signature,
	mean: Parameters<typeof action<Signature>>[1],
): readonly [code: number, action: readonly [name: string, read: ReadAction]] {
	return [code, [name, action(signature, mean)]];
}

const ACTIONS: ReadonlyMap<number, readonly [name: string, read: ReadAction]> = new Map([
	entry(0x06, "SWAP_EXACT_IN_SINGLE", IN_SINGLE, ([{ poolKey, zeroForOne, amountIn, amountOutMinimum }]) => {
		const { currency0, currency1 } = poolKey;
		return swap("in", zeroForOne ? [currency0, currency1] : [currency1, currency0], [
			amountIn,
			amountOutMinimum,
		]);
	}),
	entry(0x07, "SWAP_EXACT_IN", IN_PATH, ([{ currencyIn, path, amountIn, amountOutMinimum }]) => {
		const last = path.at(-1);
		if (last === undefined) return null;
		return swap("in", [currencyIn, last.intermediateCurrency], [amountIn, amountOutMinimum]);
	}),
	entry(
		0x08,
		"SWAP_EXACT_OUT_SINGLE",
		OUT_SINGLE,
		([{ poolKey, zeroForOne, amountOut, amountInMaximum }]) => {
			const { currency0, currency1 } = poolKey;
			return swap("out", zeroForOne ? [currency0, currency1] : [currency1, currency0], [
				amountInMaximum,
				amountOut,
			]);
		},
	),
	entry(0x09, "SWAP_EXACT_OUT", OUT_PATH, ([{ currencyOut, path, amountOut, amountInMaximum }]) => {
		const [first] = path;
		if (first === undefined) return null;
		return swap("out", [first.intermediateCurrency, currencyOut], [amountInMaximum, amountOut]);
	}),
	entry(0x0b, "SETTLE", SETTLE, ([currency, amount, byCaller]) =>
		payment(assetOf(currency), byCaller ? "caller" : "here", "pool", openAmountOf(amount), "exact"),
	),
	entry(0x0c, "SETTLE_ALL", ASSET_AMOUNT, ([currency, amount]) =>
		payment(assetOf(currency), "caller", "pool", amount, "most"),
	),
	entry(0x0e, "TAKE", TAKE, ([currency, recipient, amount]) =>
		payment(assetOf(currency), "pool", partyOf(recipient), openAmountOf(amount), "exact"),
	),
	entry(0x0f, "TAKE_ALL", ASSET_AMOUNT, ([currency, amount]) =>
		payment(assetOf(currency), "pool", "caller", amount, "least"),
	),
	entry(0x10, "TAKE_PORTION", SHARE, ([currency, recipient, amount]) =>
		payment(assetOf(currency), "pool", partyOf(recipient), amount, "share"),
	),
]);

export function readV4Action(code: number, parameters: Hex): readonly [string | null, RouterStep | null] {
	const found = ACTIONS.get(code);
	return found === undefined ? [null, null] : [found[0], found[1](parameters)];
}
