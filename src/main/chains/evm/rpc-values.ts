import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { SimulateRead } from "../../../core/chain/evm-simulation.ts";

/**
 * RPCs can't return code during a simulation, so a state override puts a short program at an address. The
 * address is random, because a contract could check for a fixed one.
 */

type Hex = `0x${string}`;

const RETURNS_CODE: Hex = "0x600035803b600052602060006020833c60406000f3";

interface BatchedReads {
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

const QUANTITY = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/;

export const quantity = z
	.string()
	.regex(QUANTITY)
	.max(66)
	.transform((hex) => BigInt(hex));

export const smallQuantity = quantity
	.refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
	.transform((value) => Number(value));

const isHex = (text: string) => text.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(text);

export const bytes = z
	.string()
	.refine(isHex)
	.transform((hex): `0x${string}` => `0x${hex.slice(2).toLowerCase()}`);

export const hash = bytes.refine((hex) => hex.length === 66);
export const address = bytes.refine((hex) => hex.length === 42);

export const block = z.looseObject({
	number: quantity.nullable(),
	timestamp: quantity,
	baseFeePerGas: quantity.nullish(),
});

export const log = z.looseObject({ address, topics: z.array(hash), data: bytes });

export const receipt = z.looseObject({
	transactionHash: hash,
	status: quantity.nullish(),
	blockNumber: quantity,
	blockHash: hash,
	gasUsed: quantity,
	effectiveGasPrice: quantity.nullish(),
	l1Fee: quantity.nullish(),
	logs: z.array(log),
});

export const transaction = z.looseObject({ hash, blockNumber: quantity.nullish() });
