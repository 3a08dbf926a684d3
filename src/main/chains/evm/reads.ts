import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import type { SimulateRead } from "../../../core/chain/evm-simulation.ts";

/**
 * Questions as calls. No method tells of the code at an address in the middle of a simulation, so a few bytes of code
 * are lent to an address, which answer that. The address is another one each time: no contract can look for it.
 */

type Hex = `0x${string}`;

/**
 * Answers with the size and the first word of the code at the address that it is given: PUSH1 0 CALLDATALOAD DUP1
 * EXTCODESIZE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 PUSH1 32 DUP4 EXTCODECOPY PUSH1 64 PUSH1 0 RETURN.
 */
const RETURNS_CODE: Hex = "0x600035803b600052602060006020833c60406000f3";

export interface AskedReads {
	readonly asked: readonly { readonly to: string; readonly input: string }[];
	/** `null` if no code is queried. */
	readonly stateOverrides: Readonly<Record<string, { readonly code: Hex }>> | null;
}

export function readsOf(reads: readonly SimulateRead[]): AskedReads {
	const reader: Hex = `0x${bytesToHex(randomBytes(20))}`;
	const asked = reads.map((read) =>
		"codeOf" in read
			? { to: reader, input: `0x${read.codeOf.slice(2).padStart(64, "0")}` }
			: { to: read.to, input: read.data },
	);
	const asksCode = reads.some((read) => "codeOf" in read);
	return { asked, stateOverrides: asksCode ? { [reader]: { code: RETURNS_CODE } } : null };
}
