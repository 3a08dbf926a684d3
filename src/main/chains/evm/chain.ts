import type { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { EvmFacts, FactsRequest } from "../../../core/chain/evm.ts";
import type { EvmSimulated, EvmSimulateRequest } from "../../../core/chain/evm-simulation.ts";
import { chainName } from "../../../core/chain/names.ts";
import { type Message, message } from "../../../core/message.ts";
import type { Clock } from "../../ports.ts";
import { type Abilities, createAbilities } from "../abilities.ts";
import { createRpc, type Rpc, type UnderWay } from "../json-rpc.ts";
import { readBaseFee, readFacts } from "./facts.ts";
import { askMany } from "./many.ts";
import type { ManyAnswer, ManyQuestion } from "./many-question.ts";
import { gasOfSequence, type SequenceCall } from "./sequence.ts";
import { type ShownPriceRequest, showsPrice } from "./shown-price.ts";
import { simulate } from "./simulate.ts";
import { block, bytes, hash, type log, quantity, receipt, smallQuantity, transaction } from "./values.ts";

/**
 * The user's own RPC of each EVM chain: read, send, look up; every answer counts only
 * where the RPC says it is of that chain. It never signs and never sends twice by itself.
 */

type EvmLog = z.infer<typeof log>;

type EvmLookup =
	| { readonly state: "unknown" }
	| { readonly state: "pending" }
	| {
			readonly state: "mined";
			readonly status: "success" | "reverted";
			readonly blockNumber: bigint;
			readonly blockHash: string;
			readonly gasUsed: bigint;
			/** Wei per gas; null where the chain states none. */
			readonly effectiveGasPrice: bigint | null;
			/** Wei that a rollup took beside gas for L1. */
			readonly l1Fee: bigint;
			readonly logs: readonly EvmLog[];
	  };

/** What became of a raw transaction. After anything but `sent` it is looked up by hash, never sent blindly. */
type EvmSent =
	| { readonly kind: "sent"; readonly hash: string }
	| { readonly kind: "already_known" }
	| { readonly kind: "nonce_too_low"; readonly text: Message }
	| { readonly kind: "insufficient_funds"; readonly text: Message }
	| { readonly kind: "underpriced"; readonly text: Message }
	| { readonly kind: "refused"; readonly text: Message };

/** Wei per gas. */
export interface EvmFees {
	readonly baseFee: bigint;
	readonly tip: bigint;
}

export interface EvmChain {
	readonly chainId: number;
	/** Throws ChainError where not even the chain id can be had. */
	facts(request: FactsRequest): Promise<EvmFacts>;
	/** Hands raw bytes to the RPC after proving its chain. Throws ChainError where the outcome is unclear. */
	sendRaw(raw: string): Promise<EvmSent>;
	/** By transaction hash. Throws ChainError. */
	lookup(transactionHash: string): Promise<EvmLookup>;
	/** Throws ChainError. */
	nonces(address: string): Promise<{ readonly pending: number; readonly latest: number }>;
	/**
	 * Block numbers. `finalized` is null where the RPC names none (not every chain has finality).
	 * Throws ChainError.
	 */
	heights(): Promise<{ readonly latest: bigint; readonly finalized: bigint | null }>;
	/** In wei. Throws ChainError. */
	balance(address: string): Promise<bigint>;
	/** Gas used by each call after those before it; null for one that would revert. Throws ChainError. */
	gasOfSequence(from: string, calls: readonly SequenceCall[]): Promise<readonly (bigint | null)[]>;
	/** What a unit of gas costs now, in wei. Throws ChainError. */
	fees(): Promise<EvmFees>;
	/** What a call answers, on the latest block. Throws ChainError. */
	call(to: string, data: `0x${string}`): Promise<`0x${string}`>;
	/** Many calls and balances at once, on the latest block, in the order of the questions. Throws ChainError. */
	many(questions: readonly ManyQuestion[]): Promise<readonly ManyAnswer[]>;
	/** The code at an address, on the latest block or on an earlier one by number. Throws ChainError. */
	code(address: string, blockNumber?: bigint): Promise<`0x${string}`>;
	/** One word of a contract's storage, on the latest block. Throws ChainError. */
	storage(address: string, slot: `0x${string}`): Promise<`0x${string}`>;
	/**
	 * Throws ChainError: `no_method` where the RPC can't simulate, `exceeds` where it can't do so for this payload;
	 * anything else is of now.
	 */
	simulate(request: EvmSimulateRequest): Promise<EvmSimulated>;
	/** Contracts that are simulated see the base fee and the price of the block that was asked for. Never rejects. */
	showsPrice(request: ShownPriceRequest): Promise<boolean>;
	/** Throws ChainError of kind `wrong_chain` where the RPC is of another chain. */
	prove(): Promise<void>;
}

export interface EvmChains {
	/** Throws ChainError of kind `no_rpc` where the user has set none for this chain. */
	of(chainId: number): EvmChain;
}

export interface EvmChainPorts {
	/** The user's RPC address for a chain; null where none is set. */
	readonly urlOf: (chainId: number) => string | null;
	/** The RPC at this address gave no answer. */
	readonly onSilence?: (chainId: number, url: string) => void;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

const REFUSALS: readonly (readonly [RegExp, (text: Message) => EvmSent])[] = [
	[
		/already known|already imported|known transaction|already in mempool|alreadyknown/i,
		() => ({ kind: "already_known" }),
	],
	[/nonce too low|nonce is too low|oldnonce/i, (text) => ({ kind: "nonce_too_low", text })],
	[/insufficient funds|insufficient balance/i, (text) => ({ kind: "insufficient_funds", text })],
	[
		/underpriced|fee too low|less than block base fee|max fee per gas less|feetoolow/i,
		(text) => ({ kind: "underpriced", text }),
	],
];

/** Only an answer of the RPC can be a refusal; anything without an answer stays unclear and is thrown. */
function classified(error: unknown): EvmSent {
	if (!(error instanceof ChainError) || error.kind !== "refused") throw error;
	const refusal = REFUSALS.find(([pattern]) => pattern.test(error.nodeText));
	return refusal === undefined ? { kind: "refused", text: error.text } : refusal[1](error.text);
}

async function prove(rpc: Rpc, chainId: number): Promise<void> {
	const answered = await rpc(smallQuantity, "eth_chainId", []);
	if (answered !== chainId)
		throw new ChainError(
			"wrong_chain",
			message("chain.evm.wrong-chain", { chainId: String(chainId), said: String(answered) }),
		);
}

async function lookup(rpc: Rpc, transactionHash: string): Promise<EvmLookup> {
	const mined = await rpc(receipt.nullable(), "eth_getTransactionReceipt", [transactionHash]);
	if (mined !== null)
		return {
			state: "mined",
			status: mined.status === 0n ? "reverted" : "success",
			blockNumber: mined.blockNumber,
			blockHash: mined.blockHash,
			gasUsed: mined.gasUsed,
			effectiveGasPrice: mined.effectiveGasPrice ?? null,
			l1Fee: mined.l1Fee ?? 0n,
			logs: mined.logs,
		};
	const waiting = await rpc(transaction.nullable(), "eth_getTransactionByHash", [transactionHash]);
	return { state: waiting === null ? "unknown" : "pending" };
}

/** Only an RPC that answers can say that it knows no finality; anything else stays unclear and is thrown. */
async function finalizedOf(rpc: Rpc): Promise<bigint | null> {
	try {
		const found = await rpc(block.nullable(), "eth_getBlockByNumber", ["finalized", false]);
		return found?.number ?? null;
	} catch (error) {
		if (error instanceof ChainError && error.kind === "refused") return null;
		throw error;
	}
}

async function sendRaw(rpc: Rpc, chainId: number, raw: string): Promise<EvmSent> {
	await prove(rpc, chainId);
	try {
		return { kind: "sent", hash: await rpc(hash, "eth_sendRawTransaction", [raw]) };
	} catch (error) {
		return classified(error);
	}
}

function createEvmChain(rpc: Rpc, chainId: number, abilities: Abilities, clock: Clock): EvmChain {
	return {
		chainId,
		facts: (request) => readFacts(rpc, chainId, request, BigInt(Math.floor(clock.now() / 1_000))),
		sendRaw: (raw) => sendRaw(rpc, chainId, raw),
		lookup: async (transactionHash) => {
			const [found] = await Promise.all([lookup(rpc, transactionHash), prove(rpc, chainId)]);
			return found;
		},
		nonces: async (address) => {
			const [pending, latest] = await Promise.all([
				rpc(smallQuantity, "eth_getTransactionCount", [address, "pending"]),
				rpc(smallQuantity, "eth_getTransactionCount", [address, "latest"]),
				prove(rpc, chainId),
			]);
			return { pending, latest };
		},
		heights: async () => {
			const [latest, finalized] = await Promise.all([
				rpc(quantity, "eth_blockNumber", []),
				finalizedOf(rpc),
				prove(rpc, chainId),
			]);
			return { latest, finalized };
		},
		balance: async (address) => {
			const [wei] = await Promise.all([
				rpc(quantity, "eth_getBalance", [address, "latest"]),
				prove(rpc, chainId),
			]);
			return wei;
		},
		gasOfSequence: async (from, calls) => {
			const [used] = await Promise.all([gasOfSequence(rpc, from, calls), prove(rpc, chainId)]);
			return used;
		},
		fees: async () => {
			const [baseFee, tip] = await Promise.all([
				readBaseFee(rpc),
				rpc(quantity, "eth_maxPriorityFeePerGas", []),
				prove(rpc, chainId),
			]);
			return { baseFee, tip };
		},
		call: async (to, data) => {
			const [answer] = await Promise.all([
				rpc(bytes, "eth_call", [{ to, data }, "latest"]),
				prove(rpc, chainId),
			]);
			return answer;
		},
		many: (questions) => askMany(rpc, chainId, abilities, questions),
		code: async (address, blockNumber) => {
			const at = blockNumber === undefined ? "latest" : `0x${blockNumber.toString(16)}`;
			const [code] = await Promise.all([rpc(bytes, "eth_getCode", [address, at]), prove(rpc, chainId)]);
			return code;
		},
		storage: async (address, slot) => {
			const [word] = await Promise.all([
				rpc(hash, "eth_getStorageAt", [address, slot, "latest"]),
				prove(rpc, chainId),
			]);
			return word;
		},
		simulate: async (request) => {
			const [found] = await Promise.all([simulate(rpc, abilities, request), prove(rpc, chainId)]);
			return found;
		},
		showsPrice: (request) => showsPrice(rpc, request),
		prove: () => prove(rpc, chainId),
	};
}

/** One chain object a call, so that a changed RPC address counts at once. */
export function createEvmChains(ports: EvmChainPorts): EvmChains {
	const abilities = createAbilities(ports.clock);
	const underWay = new Map<string, UnderWay>();
	return {
		of: (chainId) => {
			const url = ports.urlOf(chainId);
			if (url === null)
				throw new ChainError("no_rpc", message("chain.evm.no-rpc", { chain: chainName(String(chainId)) }), {
					saysUnsigned: true,
				});
			const asked = underWay.get(url) ?? new Map();
			underWay.set(url, asked);
			const rpc = createRpc(
				{ url, fetch: ports.fetch, clock: ports.clock, onSilence: () => ports.onSilence?.(chainId, url) },
				asked,
			);
			return createEvmChain(rpc, chainId, abilities(`${chainId} ${url}`), ports.clock);
		},
	};
}
