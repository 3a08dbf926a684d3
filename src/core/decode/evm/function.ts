import type { AbiFunction } from "viem";
import type { Hex } from "../../format/numeral.ts";
import { type ArgsOf, functionOf } from "./abi.ts";
import type { Decoded, Inner, Meaning } from "./meaning.ts";
import type { RouterVersion } from "./routers.ts";

/** An inner call, not decoded yet. */
export interface InnerCallSite {
	readonly to: Hex;
	readonly value: bigint;
	/** Value visible to its code if none moves: a delegatecall keeps its caller's. Defaults to `value`. */
	readonly sent?: bigint;
	readonly data: Hex;
	readonly how: "call" | "delegatecall";
	readonly by: Hex | "caller";
	readonly optional?: boolean;
}

/** A token's entry in the list of well-known tokens. */
export interface DecodedToken {
	readonly symbol: string;
	readonly decimals: number;
}

/** Context in which a function is called. */
export interface CallSite {
	readonly target: Hex;
	readonly value: bigint;
	/** Native value visible to its code: `value`, or that of the enclosing multicall. */
	readonly sent: bigint;
	/** The contract's known assets in its order: addresses, or "native". */
	readonly coins: readonly string[];
	/** Version of a Uniswap router; `null` for other contracts, and for an unknown chain. */
	readonly router: RouterVersion | null;
	/** Returns a well-known token of this or another chain; `null` for any other. */
	listed(address: string, chainRef?: string): DecodedToken | null;
	/** Returns whether this is the wrapped native coin; `false` for an unknown chain. */
	isWrapped(address: string): boolean;
	/** Account in whose name the code runs: the target, or the contract that runs it by delegatecall. */
	readonly self: Hex;
	/** Decodes inner calls within the remaining limit. */
	nest(calls: readonly InnerCallSite[]): { readonly calls: readonly Inner[]; readonly left: number };
	/** Adds steps that are not calls within the remaining limit. */
	steps(
		count: number,
		read: (at: number, place: CallSite) => { readonly decoded: Decoded; readonly optional: boolean },
	): { readonly calls: readonly Inner[]; readonly left: number };
}

/** A known function. */
export interface KnownFunction {
	readonly item: AbiFunction;
	/** Returns `null` for inconsistent values, or if the meaning is uncertain here. */
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

/** Common members of all wrappers. */
export const PLAIN = { kind: "calls", sure: true, verified: false, refund: null } as const;
