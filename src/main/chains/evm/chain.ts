import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { EvmFacts, FactsRequest } from "../../../core/chain/evm.ts";
import type { BlockValues, EvmSimulated, EvmSimulateRequest } from "../../../core/chain/evm-simulation.ts";
import { chainName } from "../../../core/chain/names.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import type { BlockRange } from "../../../core/powers/block-ranges.ts";
import type { Clock } from "../../ports.ts";
import { Abilities } from "../abilities.ts";
import { createRpc, evmLink, type Rpc } from "../json-rpc.ts";
import { type LoggedApproval, readApprovalLogs } from "./approval-logs.ts";
import { overridesOf } from "./block-values.ts";
import { type CodeRead, ContractReads } from "./contract-reads.ts";
import { readBaseFee, readFacts } from "./facts.ts";
import { askMany } from "./many.ts";
import { isAnswer, type ManyAnswer, type ManyQuestion } from "./many-question.ts";
import { block, bytes, hash, type log, quantity, receipt, smallQuantity, transaction } from "./rpc-values.ts";
import { simulate } from "./simulate.ts";
import { type CallWords, type StateDiff, traceCall } from "./trace.ts";

/** Some nodes simulate with a base fee of zero, which lets contracts detect the simulation. */

type Hex = `0x${string}`;

interface ShownPriceRequest {
	readonly how: EvmSimulated["how"];
	readonly at: bigint;
	readonly block: BlockValues;
}

/** BASEFEE or GASPRICE, then PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN. */
const RETURNS_BASE_FEE: Hex = "0x4860005260206000f3";
const RETURNS_PRICE: Hex = "0x3a60005260206000f3";
const TIP = 1_000_003n;
const GAS: Hex = "0x186a0";
const RICHES: Hex = `0x${(10n ** 30n).toString(16)}`;

const answers = z
	.array(z.looseObject({ calls: z.array(z.looseObject({ returnData: bytes })).length(1) }))
	.length(1);

async function returned(
	rpc: Rpc,
	{ how, at, block }: ShownPriceRequest,
	call: CallWords,
	state: StateDiff,
): Promise<Hex> {
	const number: Hex = `0x${at.toString(16)}`;
	if (how === "debug_traceCall")
		return (await traceCall(rpc, call, { at: number, before: state, block })).returned;
	const [found] = await rpc(answers, how, [
		{ blockStateCalls: [{ ...overridesOf(block), stateOverrides: state, calls: [call] }], validation: false },
		number,
	]);
	return found?.calls[0]?.returnData ?? "0x";
}

const anyone = (): Hex => `0x${bytesToHex(randomBytes(20))}`;

/**
 * Returns whether a simulation shows contracts the expected base fee and gas price, by running a short
 * program at a random address. `false` if the RPC rejects the query or doesn't report a base fee.
 */
async function showsPrice(rpc: Rpc, request: ShownPriceRequest): Promise<boolean> {
	const { baseFee } = request.block;
	if (baseFee === null) return false;
	const price = baseFee + TIP;
	const shows = async (code: Hex, expected: bigint) => {
		const [from, to] = [anyone(), anyone()];
		const call = {
			from,
			to,
			value: "0x0",
			input: "0x",
			gas: GAS,
			gasPrice: `0x${price.toString(16)}`,
		} as const;
		const answer = await returned(rpc, request, call, { [from]: { balance: RICHES }, [to]: { code } });
		return answer.length === 66 && BigInt(answer) === expected;
	};
	try {
		const seen = await Promise.all([shows(RETURNS_BASE_FEE, baseFee), shows(RETURNS_PRICE, price)]);
		return seen.every((each) => each);
	} catch (error) {
		if (error instanceof ChainError && !error.isPassing) return false;
		throw error;
	}
}

export interface SequenceCall {
	readonly to: string;
	readonly value: bigint;
	readonly data: string;
}

const simulated = z.array(
	z.looseObject({ calls: z.array(z.looseObject({ status: quantity, gasUsed: quantity })) }),
);

async function gasOfSequence(
	rpc: Rpc,
	from: string,
	calls: readonly SequenceCall[],
): Promise<readonly (bigint | null)[]> {
	const asked = calls.map(({ to, value, data }) => ({
		from,
		to,
		value: `0x${value.toString(16)}`,
		input: data,
	}));
	const blocks = await rpc(simulated, "eth_simulateV1", [
		{ blockStateCalls: [{ calls: asked }], validation: false, traceTransfers: false },
		"latest",
	]);
	const results = blocks[0]?.calls ?? [];
	if (results.length !== calls.length) throw new ChainError("unreadable", message("chain.evm.other-steps"));
	return results.map(({ status, gasUsed }) => (status === 1n ? gasUsed : null));
}

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
			readonly effectiveGasPrice: bigint | null;
			readonly l1Fee: bigint;
			readonly logs: readonly EvmLog[];
	  };

/** After any result except `sent`, the transaction must be looked up by its hash and never resent. */
type EvmSent =
	| { readonly kind: "sent"; readonly hash: string }
	| { readonly kind: "already_known" }
	| { readonly kind: "nonce_too_low"; readonly text: Message }
	| { readonly kind: "insufficient_funds"; readonly text: Message }
	| { readonly kind: "underpriced"; readonly text: Message }
	| { readonly kind: "refused"; readonly text: Message };

export interface EvmFees {
	readonly baseFee: bigint;
	readonly tip: bigint;
}

export interface EvmChain {
	readonly chainId: number;
	/** If a part can't be read, its fact contains the reason. Throws only if the chain ID can't be read. */
	facts(request: FactsRequest): Promise<EvmFacts>;
	sendRaw(raw: string): Promise<EvmSent>;
	lookup(transactionHash: string): Promise<EvmLookup>;
	nonces(address: string): Promise<{ readonly pending: number; readonly latest: number }>;
	/** `finalized` is `null` if the RPC doesn't report it, because some chains have no finality. */
	heights(): Promise<{ readonly latest: bigint; readonly finalized: bigint | null }>;
	balance(address: string): Promise<bigint>;
	gasOfSequence(from: string, calls: readonly SequenceCall[]): Promise<readonly (bigint | null)[]>;
	fees(): Promise<EvmFees>;
	readonly call: (to: string, data: `0x${string}`) => Promise<`0x${string}`>;
	many(questions: readonly ManyQuestion[]): Promise<readonly ManyAnswer[]>;
	code(address: string, blockNumber?: bigint): Promise<`0x${string}`>;
	readonly codeRead: (address: string, blockNumber?: bigint) => Promise<CodeRead>;
	height(): Promise<bigint>;
	/** Unix ms. */
	blockTime(blockNumber: number): Promise<number>;
	/**
	 * Returns the approvals that the accounts granted in this range. The RPC may reject any range, however
	 * small.
	 */
	approvalLogs(range: BlockRange, accounts: readonly string[]): Promise<readonly LoggedApproval[]>;
	storage(address: string, slot: `0x${string}`): Promise<`0x${string}`>;
	/**
	 * Throws `no_method` if the RPC can't simulate, or `exceeds` if it can't simulate this payload. Other
	 * errors are temporary.
	 */
	simulate(request: EvmSimulateRequest): Promise<EvmSimulated>;
	showsPrice(request: ShownPriceRequest): Promise<boolean>;
	prove(): Promise<void>;
	/** Forwards a read from a program. The caller restricts the methods. */
	relay(method: string, params: readonly unknown[]): Promise<unknown>;
}

export interface EvmChains {
	of(chainId: number): EvmChain;
}

export interface EvmChainPorts {
	readonly urlOf: (chainId: number) => string | null;
	readonly onSilence?: (chainId: number, url: string) => void;
	readonly onBusy?: (chainId: number, url: string, isBusy: boolean) => void;
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

/**
 * Only an error that the RPC returned can be classified. Any other error leaves the outcome unclear and is
 * thrown.
 */
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

/** How long a proof of the chain ID is valid. Concurrent responses can share a proof. */
const PROVEN_MS = 2_000;

class Endpoint {
	readonly rpc: Rpc;
	readonly clock: Clock;
	readonly abilities: Abilities;
	readonly reads: ContractReads;
	readonly #chainId: number;
	#provenAt = Number.NEGATIVE_INFINITY;

	constructor(rpc: Rpc, chainId: number, clock: Clock) {
		this.rpc = rpc;
		this.clock = clock;
		this.abilities = new Abilities(clock);
		this.reads = new ContractReads(rpc, chainId, this.abilities, () => this.proveRecently());
		this.#chainId = chainId;
	}

	async proveRecently(): Promise<void> {
		const age = this.clock.now() - this.#provenAt;
		if (age >= 0 && age <= PROVEN_MS) return;
		await prove(this.rpc, this.#chainId);
		this.#provenAt = this.clock.now();
	}
}

function createEvmChain(endpoint: Endpoint, chainId: number): EvmChain {
	const { rpc, abilities, reads, clock } = endpoint;
	const proof = () => endpoint.proveRecently();
	const proven = async <T>(read: Promise<T>): Promise<T> => (await Promise.all([read, proof()]))[0];
	return {
		chainId,
		facts: (request) => readFacts(rpc, reads, chainId, request, BigInt(Math.floor(clock.now() / 1_000))),
		sendRaw: (raw) => sendRaw(rpc, chainId, raw),
		lookup: (transactionHash) => proven(lookup(rpc, transactionHash)),
		nonces: async (address) => {
			const [pending, latest] = await Promise.all([
				rpc(smallQuantity, "eth_getTransactionCount", [address, "pending"]),
				rpc(smallQuantity, "eth_getTransactionCount", [address, "latest"]),
				proof(),
			]);
			return { pending, latest };
		},
		heights: async () => {
			const [latest, finalized] = await Promise.all([
				rpc(quantity, "eth_blockNumber", []),
				finalizedOf(rpc),
				proof(),
			]);
			return { latest, finalized };
		},
		height: () => proven(rpc(quantity, "eth_blockNumber", [])),
		blockTime: async (blockNumber) => {
			const asked = [`0x${blockNumber.toString(16)}`, false];
			const { timestamp } = await proven(rpc(block, "eth_getBlockByNumber", asked));
			return Number(timestamp) * 1_000;
		},
		approvalLogs: (range, accounts) => proven(readApprovalLogs(rpc, range, accounts)),
		balance: (address) => proven(rpc(quantity, "eth_getBalance", [address, "latest"])),
		gasOfSequence: (from, calls) => proven(gasOfSequence(rpc, from, calls)),
		fees: async () => {
			const [baseFee, tip] = await Promise.all([
				readBaseFee(rpc),
				rpc(quantity, "eth_maxPriorityFeePerGas", []),
				proof(),
			]);
			return { baseFee, tip };
		},
		call: (to, data) => reads.call(to, data),
		many: async (questions) => {
			const results = await askMany({ rpc, chainId, abilities, at: "latest" }, questions);
			return results.map((result) => (isAnswer(result) ? result : null));
		},
		code: (address, blockNumber) => {
			const at = blockNumber === undefined ? "latest" : `0x${blockNumber.toString(16)}`;
			return proven(rpc(bytes, "eth_getCode", [address, at]));
		},
		codeRead: (address, blockNumber) => reads.codeRead(address, blockNumber),
		storage: (address, slot) => proven(rpc(hash, "eth_getStorageAt", [address, slot, "latest"])),
		simulate: (request) => proven(simulate(rpc, abilities, chainId, request)),
		showsPrice: (request) => showsPrice(rpc, request),
		prove: () => prove(rpc, chainId),
		relay: (method, params) => proven(rpc(z.unknown(), method, params)),
	};
}

/**
 * The user's own RPC for each EVM chain. A response only counts if the RPC proves its chain ID. Every method
 * of `EvmChain` throws a ChainError. A broadcast is never retried.
 */
export class EvmRpcChains implements EvmChains {
	readonly #ports: EvmChainPorts;
	readonly #endpoints = new Map<string, Endpoint>();

	constructor(ports: EvmChainPorts) {
		this.#ports = ports;
	}

	of(chainId: number): EvmChain {
		const url = this.#ports.urlOf(chainId);
		if (url === null)
			throw new ChainError("no_rpc", message("chain.evm.no-rpc", { chain: chainName(String(chainId)) }), {
				saysUnsigned: true,
			});
		return createEvmChain(this.#endpointAt(chainId, url), chainId);
	}

	#endpointAt(chainId: number, url: string): Endpoint {
		const key = `${chainId} ${url}`;
		const known = this.#endpoints.get(key);
		if (known !== undefined) return known;
		const { fetch, clock, onSilence, onBusy } = this.#ports;
		const rpc = createRpc(
			evmLink({
				...{ url, fetch, clock },
				onSilence: () => onSilence?.(chainId, url),
				onBusy: (isBusy) => onBusy?.(chainId, url, isBusy),
			}),
		);
		const endpoint = new Endpoint(rpc, chainId, clock);
		this.#endpoints.set(key, endpoint);
		return endpoint;
	}
}
