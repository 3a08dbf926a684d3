import type { AbiFunction } from "viem";
import type { Hex } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import { type ArgsOf, functionOf, lower } from "./abi.ts";
import type { Asset, CallParty, Decoded, Inner, Meaning, Permitted } from "./meaning.ts";
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

export function knownFunction<const Signature extends string>(
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

/** Returns the functions of a table by signature, such as `deposit(uint256 assets)`. */
export function functionsOf<const Written extends string>(
	table: {
		readonly [Each in Written]: (args: ArgsOf<`function ${Each}`>, site: CallSite) => Meaning | null;
	},
): readonly KnownFunction[] {
	const rows: readonly [string, unknown][] = Object.entries(table);
	return rows.map(([written, mean]) => knownFunction(`function ${written}`, mean as KnownFunction["mean"]));
}

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

export function payment(
	asset: Asset,
	from: CallParty,
	to: CallParty,
	amount: bigint | null,
	bound: Of<"payment">["bound"],
): Meaning {
	return { kind: "payment", asset, from, to, amount, bound };
}

export function wrap(into: boolean, amount: bigint | null, to: CallParty, least: boolean): Meaning {
	return { kind: "wrap", into, amount, to, least };
}

export function permits(
	owner: string | null,
	book: Of<"permits">["book"],
	rows: readonly Permitted[],
): Meaning {
	return { kind: "permits", owner: owner === null ? null : lower(owner), book, rows };
}

export function items(
	standard: Of<"items">["standard"],
	from: string,
	to: string,
	all: Of<"items">["items"],
): Meaning {
	return { kind: "items", standard, from: from === "caller" ? from : lower(from), to: lower(to), items: all };
}

export const UNVERIFIED_CALLS = { kind: "calls", sure: true, verified: false, refund: null } as const;
