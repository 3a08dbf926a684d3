import type { AbiFunction } from "viem";
import type { Hex } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import { type ArgsOf, functionOf } from "./abi.ts";
import type { Decoded, Inner, Meaning } from "./meaning.ts";
import type { RouterVersion } from "./routers.ts";

export interface InnerCallSite {
	readonly to: Hex;
	readonly value: bigint;
	/**
	 * `msg.value` that the inner call sees. A delegatecall keeps the outer call's `msg.value` without
	 * transferring anything. Defaults to `value`.
	 */
	readonly sent?: bigint;
	readonly data: Hex;
	readonly how: "call" | "delegatecall";
	readonly by: Hex | "caller";
	readonly optional?: boolean;
}

export interface DecodedToken {
	readonly symbol: string;
	readonly decimals: number;
}

export interface CallSite {
	readonly target: Hex;
	readonly value: bigint;
	/** `msg.value`: the call's own value, or the enclosing multicall's. */
	readonly sent: bigint;
	readonly coins: readonly string[];
	readonly router: RouterVersion | null;
	listed(address: string, chainRef?: string): DecodedToken | null;
	isWrapped(address: string): boolean;
	/** Account in whose context the code runs: the target, or the contract that delegatecalls it. */
	readonly self: Hex;
	nest(calls: readonly InnerCallSite[]): { readonly calls: readonly Inner[]; readonly left: number };
	steps(
		count: number,
		read: (at: number, site: CallSite) => { readonly decoded: Decoded; readonly optional: boolean },
	): { readonly calls: readonly Inner[]; readonly left: number };
}

export interface KnownFunction {
	readonly item: AbiFunction;
	readonly mean: (values: readonly unknown[], site: CallSite) => Meaning | null;
}

export function known<const Signature extends string>(
	signature: Signature,
	mean: (args: ArgsOf<Signature>, site: CallSite) => Meaning | null,
): KnownFunction {
	const item = once(() => functionOf(signature));
	return {
		get item() {
			return item();
		},
		mean: (values: unknown, site) => mean(values as ArgsOf<Signature>, site),
	};
}

export const PLAIN = { kind: "calls", sure: true, verified: false, refund: null } as const;
