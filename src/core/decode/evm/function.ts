import type { AbiFunction } from "viem";
import type { Hex } from "../../format/numeral.ts";
import { type ArgsOf, functionOf } from "./abi.ts";
import type { Decoded, Inner, Meaning } from "./meaning.ts";
import type { RouterVersion } from "./routers.ts";

/** One call that another holds, not read yet. */
export interface InnerCallSite {
	readonly to: Hex;
	readonly value: bigint;
	/** What its code sees as sent along, where no value moves: a delegatecall keeps that of its caller. Else `value`. */
	readonly sent?: bigint;
	readonly data: Hex;
	readonly how: "call" | "delegatecall";
	readonly by: Hex | "caller";
	readonly optional?: boolean;
}

/** What the list of well-known tokens says of one. */
export interface DecodedToken {
	readonly symbol: string;
	readonly decimals: number;
}

/** Where a function is called. */
export interface CallSite {
	readonly target: Hex;
	readonly value: bigint;
	/** The coin that its code finds with it: `value`, or that of the multicall around it. */
	readonly sent: bigint;
	/** What the contract deals in, in its own order, where that is known: addresses, or "native". */
	readonly coins: readonly string[];
	/** Which router of Uniswap's this is; null for any other contract, and where the chain is not told. */
	readonly router: RouterVersion | null;
	/** A well-known token of this chain, or of another; null for any other. */
	listed(address: string, chainRef?: string): DecodedToken | null;
	/** Is this the chain's own coin, wrapped? False where the chain is not told. */
	isWrapped(address: string): boolean;
	/** Whose account the code runs in: the target's own, or of whoever runs it by a delegatecall. */
	readonly self: Hex;
	/** Reads calls inside of this one, as many as may still be read. */
	nest(calls: readonly InnerCallSite[]): { readonly calls: readonly Inner[]; readonly left: number };
	/** Puts steps that are no calls of their own in the place of calls, as many as may still be read. */
	steps(
		count: number,
		read: (at: number, place: CallSite) => { readonly decoded: Decoded; readonly optional: boolean },
	): { readonly calls: readonly Inner[]; readonly left: number };
}

/** A function that Countersign knows. */
export interface KnownFunction {
	readonly item: AbiFunction;
	/** null where its values make no sense together, or it means nothing certain at this place. */
	readonly mean: (values: readonly unknown[], place: CallSite) => Meaning | null;
}

/** @param signature such as "function transfer(address to, uint256 amount)" */
export function known<const Signature extends string>(
	signature: Signature,
	mean: (args: ArgsOf<Signature>, place: CallSite) => Meaning | null,
): KnownFunction {
	return {
		item: functionOf(signature),
		mean: (values: unknown, place) => mean(values as ArgsOf<Signature>, place),
	};
}

/** What all wrappers have in common. */
export const PLAIN = { kind: "calls", sure: true, verified: false, refund: null } as const;
