import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { Hex } from "../../format/numeral.ts";
import { lower } from "./abi.ts";
import type { CallSite } from "./function.ts";
import type { Asset, CallParty, Decoded, DecodedArg, Meaning } from "./meaning.ts";

/** Sources: ActionConstants.sol and Constants.sol from Uniswap's Universal Router. */

const CALLER = "0x0000000000000000000000000000000000000001";
const HERE = "0x0000000000000000000000000000000000000002";

export function partyOf(address: string): CallParty {
	const to = lower(address);
	return to === CALLER ? "caller" : to === HERE ? "here" : to;
}

export const assetOf = (address: string): Asset => (address === ZERO_ADDRESS ? "native" : lower(address));

const CONTRACT_BALANCE = 2n ** 255n;
export const amountOf = (amount: bigint): bigint | null => (amount === CONTRACT_BALANCE ? null : amount);

export const openAmountOf = (amount: bigint): bigint | null => (amount === 0n ? null : amountOf(amount));

export interface RouterStep {
	readonly meaning: Meaning;
	readonly args: readonly DecodedArg[];
}

/** A V3 path starts with a token and alternates between tokens and 3-byte fees. */
export function endsOf(path: Hex): { readonly first: Hex; readonly last: Hex } | null {
	const digits = path.slice(2);
	if (digits.length < 86 || (digits.length - 40) % 46 !== 0) return null;
	return { first: `0x${digits.slice(0, 40)}`, last: `0x${digits.slice(-40)}` };
}

interface RouterTrade {
	readonly recipient: string;
	readonly exact: bigint;
	readonly bound: bigint;
	readonly byCaller: boolean;
	readonly first: Hex;
	readonly last: Hex;
}

function trade(way: "in" | "out", { recipient, exact, bound, byCaller, first, last }: RouterTrade): Meaning {
	return {
		kind: "swap",
		exact: way,
		assetIn: first,
		assetOut: last,
		amountIn: way === "in" ? amountOf(exact) : bound,
		amountOut: way === "in" ? bound : exact,
		payer: byCaller ? "caller" : "here",
		to: partyOf(recipient),
	};
}

/** V3 paths are reversed if the output is exact. */
export function tradeV3(
	way: "in" | "out",
	[recipient, exact, bound, path, byCaller]: readonly [string, bigint, bigint, Hex, boolean],
): Meaning | null {
	const ends = endsOf(path);
	if (ends === null) return null;
	const [first, last] = way === "in" ? [ends.first, ends.last] : [ends.last, ends.first];
	return trade(way, { recipient, exact, bound, byCaller, first, last });
}

export function tradeV2(
	way: "in" | "out",
	[recipient, exact, bound, path, byCaller]: readonly [string, bigint, bigint, readonly string[], boolean],
): Meaning | null {
	const [first] = path;
	const last = path.at(-1);
	if (first === undefined || last === undefined || path.length < 2) return null;
	return trade(way, { recipient, exact, bound, byCaller, first: lower(first), last: lower(last) });
}

export const bytesOf = (hex: Hex): readonly number[] =>
	(hex.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

export function stepDecoded(
	site: CallSite,
	code: number,
	name: string | null,
	step: RouterStep | null,
	input: Hex,
): Decoded {
	const selector = `0x${code.toString(16).padStart(2, "0")}`;
	return {
		target: site.target,
		value: 0n,
		meaning: step?.meaning ?? {
			kind: "unknown",
			reason: name === null ? "selector" : "loose",
			bytes: (input.length - 2) / 2,
		},
		call: { signature: step === null ? null : name, selector, args: step?.args ?? [] },
	};
}
