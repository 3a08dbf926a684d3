import type { AbiFunction } from "viem";
import type { Hex } from "../../match/numeral.ts";
import { type ArgsOf, functionOf } from "./abi.ts";
import type { Decoded, Inner, Meaning } from "./meaning.ts";

/** One call that another holds, not read yet. */
export interface Call {
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
	readonly how: "call" | "delegatecall";
	readonly by: Hex | "caller";
	readonly optional?: boolean;
}

/** Where a function is called. */
export interface Place {
	readonly target: Hex;
	readonly value: bigint;
	/** Whose account the code runs in: the target's own, or of whoever runs it by a delegatecall. */
	readonly self: Hex;
	/** Reads calls inside of this one, as many as may still be read. */
	nest(calls: readonly Call[]): { readonly calls: readonly Inner[]; readonly left: number };
	/** Puts steps that are no calls of their own in the place of calls, as many as may still be read. */
	steps(
		count: number,
		read: (at: number, place: Place) => { readonly decoded: Decoded; readonly optional: boolean },
	): { readonly calls: readonly Inner[]; readonly left: number };
}

/** A function that Countersign knows. */
export interface KnownFunction {
	readonly item: AbiFunction;
	/** null where its values make no sense together, or it means nothing certain at this place. */
	readonly mean: (values: readonly unknown[], place: Place) => Meaning | null;
}

/** @param signature such as "function transfer(address to, uint256 amount)" */
export function known<const Signature extends string>(
	signature: Signature,
	mean: (args: ArgsOf<Signature>, place: Place) => Meaning | null,
): KnownFunction {
	return {
		item: functionOf(signature),
		mean: (values: unknown, place) => mean(values as ArgsOf<Signature>, place),
	};
}

/** What all wrappers have in common. */
export const PLAIN = { kind: "calls", sure: true, refund: null } as const;
