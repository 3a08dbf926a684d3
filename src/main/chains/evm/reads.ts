import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import type { SimulateRead } from "../../../core/chain/evm-simulation.ts";

/**
 * RPCs can't return code during a simulation, so a state override places a short program at an address. The
 * address is random, because a contract could check for a fixed one.
 */

type Hex = `0x${string}`;

const RETURNS_CODE: Hex = "0x600035803b600052602060006020833c60406000f3";

export interface BatchedReads {
	readonly calls: readonly { readonly to: string; readonly input: string }[];
	readonly stateOverrides: Readonly<Record<string, { readonly code: Hex }>> | null;
}

export function readsOf(reads: readonly SimulateRead[]): BatchedReads {
	const reader: Hex = `0x${bytesToHex(randomBytes(20))}`;
	const calls = reads.map((read) =>
		"codeOf" in read
			? { to: reader, input: `0x${read.codeOf.slice(2).padStart(64, "0")}` }
			: { to: read.to, input: read.data },
	);
	const asksCode = reads.some((read) => "codeOf" in read);
	return { calls, stateOverrides: asksCode ? { [reader]: { code: RETURNS_CODE } } : null };
}
