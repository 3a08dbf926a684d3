import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { isLasting, orIfChainError } from "../../../core/chain/chain-error.ts";
import type { BlockValues } from "../../../core/chain/evm-simulation.ts";
import type { Rpc } from "../json-rpc.ts";
import { address, hash, quantity } from "./rpc-values.ts";

/**
 * Nodes leave some block values at zero, which lets a contract detect a simulation. Plausible values for the
 * next block are used instead.
 */

type Hex = `0x${string}`;

/** Ethereum's block time in seconds. Other chains are faster, but any block may be late. */
const NEXT = 12n;
/** Typical time for review, approval and inclusion, in seconds. */
const LATER = 180n;
const ZERO: Hex = `0x${"0".repeat(64)}`;

const header = z.looseObject({
	number: quantity.nullish(),
	baseFeePerGas: quantity.nullish(),
	timestamp: quantity.nullish(),
	miner: address.nullish(),
	mixHash: hash.nullish(),
	difficulty: quantity.nullish(),
	gasLimit: quantity.nullish(),
});

export interface NextBlock {
	readonly at: bigint;
	readonly values: BlockValues;
	readonly gasLimit: bigint | null;
}

const NOTHING: BlockValues = { baseFee: null, time: null, randao: null, feeRecipient: null };

const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

const random = (size: number): Hex => `0x${bytesToHex(randomBytes(size))}`;

async function headerOf(rpc: Rpc, at: Hex | "latest"): Promise<z.output<typeof header> | null> {
	return await orIfChainError(null, () => rpc(header, "eth_getBlockByNumber", [at, false]), isLasting);
}

/**
 * Returns no values if the RPC doesn't report block `at`. Throws a ChainError if the RPC doesn't respond or
 * doesn't report the latest block.
 */
export async function nextBlock(rpc: Rpc, at: bigint | null): Promise<NextBlock> {
	const found = await headerOf(rpc, at === null ? "latest" : hex(at));
	const number = at ?? found?.number ?? (await rpc(quantity, "eth_blockNumber", []));
	if (found === null) return { at: number, values: NOTHING, gasLimit: null };
	const { baseFeePerGas, timestamp, miner, mixHash, difficulty, gasLimit } = found;
	// If a block has a difficulty, contracts read it instead of a random number.
	const isRandom = (difficulty ?? 0n) === 0n && (mixHash ?? ZERO) !== ZERO;
	const values = {
		baseFee: baseFeePerGas ?? null,
		time: timestamp === null || timestamp === undefined ? null : timestamp + NEXT,
		randao: isRandom ? random(32) : null,
		feeRecipient: miner ?? null,
	};
	return { at: number, values, gasLimit: gasLimit ?? null };
}

export function anotherBlock({ baseFee, time, randao }: BlockValues): BlockValues {
	return {
		baseFee,
		time: time === null ? null : time + LATER,
		randao: randao === null ? null : random(32),
		feeRecipient: random(20),
	};
}

export const priceAlone = ({ baseFee }: BlockValues): BlockValues => ({ ...NOTHING, baseFee });

/**
 * Returns overrides for `eth_simulateV1` and `debug_traceCall`. Source: execution-apis, geth's
 * BlockOverrides.
 */
export function overridesOf({ baseFee, time, randao, feeRecipient }: BlockValues): {
	blockOverrides?: Readonly<Record<string, Hex>>;
} {
	const blockOverrides = {
		...(baseFee === null ? {} : { baseFeePerGas: hex(baseFee) }),
		...(time === null ? {} : { time: hex(time) }),
		...(randao === null ? {} : { prevRandao: randao }),
		...(feeRecipient === null ? {} : { feeRecipient }),
	};
	return Object.keys(blockOverrides).length === 0 ? {} : { blockOverrides };
}
