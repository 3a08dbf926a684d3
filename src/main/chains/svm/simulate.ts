import { base64 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { type Abilities, blamed, mayBePayload } from "../abilities.ts";
import { innerOf, type SvmInner } from "./inner.ts";
import { MAX_ACCOUNTS, MAX_DATA, type RawAccount, readAccountsAt } from "./raw-accounts.ts";
import { errorText } from "./receipt.ts";
import { SvmRefusal, type SvmRpc } from "./rpc.ts";
import { type account, atSlot, inContext, simulated, u64 } from "./rpc-values.ts";

export interface SvmSimulateRequest {
	readonly transactionBase64: string;
	readonly keys: readonly string[];
	readonly accounts: readonly string[];
	readonly anyBlockhash: boolean;
}

type SvmTooLarge = "too large";

export interface SvmSimulated {
	readonly slot: bigint;
	readonly error: Message | null;
	readonly fee: bigint | null;
	readonly units: bigint | null;
	readonly logs: readonly string[];
	readonly before: ReadonlyMap<string, RawAccount | null>;
	readonly after: ReadonlyMap<string, RawAccount | SvmTooLarge | null>;
	/**
	 * Accounts that another transaction changed in the meantime, so their `before` and `after` don't match.
	 */
	readonly moved: readonly string[];
	readonly inner: readonly SvmInner[] | null;
}

const MAX_KEYS = 256;
const MAX_LOGS = 500;
const MAX_LOG_TEXT = 1_000;
const INVALID_PARAMS = -32_602;

type SimulatedAnswer = z.infer<typeof simulated>;

const unreadable = (text: Message) => new ChainError("unreadable", text);

function afterOf(read: z.infer<typeof account> | null | undefined): RawAccount | null {
	if (read === null || read === undefined || read.lamports === 0n) return null;
	const { owner, lamports, executable, data } = read;
	const size = read.space ?? data.length;
	if (size !== data.length) throw unreadable(message("chain.svm.unclear-size"));
	return { owner, lamports, executable, size, data };
}

/** Some RPCs reject unknown options. In that case, the request is retried without inner instructions. */
async function ask(rpc: SvmRpc, wire: string, config: Readonly<Record<string, unknown>>) {
	const schema = atSlot(simulated);
	try {
		return await rpc(schema, "simulateTransaction", [wire, { ...config, innerInstructions: true }]);
	} catch (error) {
		if (!(error instanceof SvmRefusal) || error.rpcCode !== INVALID_PARAMS) throw error;
		return await rpc(schema, "simulateTransaction", [wire, config]);
	}
}

async function feeOf(
	rpc: SvmRpc,
	request: SvmSimulateRequest,
	answer: SimulatedAnswer,
): Promise<bigint | null> {
	if (answer.fee !== null && answer.fee !== undefined) return answer.fee;
	const { message: ran } = VersionedTransaction.deserialize(base64.decode(request.transactionBase64));
	const replaced = answer.replacementBlockhash?.blockhash;
	if (request.anyBlockhash && replaced !== undefined) ran.recentBlockhash = replaced;
	const asked = [base64.encode(ran.serialize()), { commitment: "confirmed" }];
	return await rpc(inContext(u64.nullable()), "getFeeForMessage", asked);
}

function innerOfAll({ innerInstructions }: SimulatedAnswer, keys: readonly string[]): SvmInner[] | null {
	if (innerInstructions === null || innerInstructions === undefined) return null;
	const all = innerInstructions.flatMap(({ index, instructions }) =>
		instructions.map((each) => innerOf(index, each, keys)),
	);
	const found = all.filter((each) => each !== null);
	if (found.length !== all.length) throw unreadable(message("chain.svm.unreadable-inner"));
	return found;
}

const sameBytes = (left: Uint8Array, right: Uint8Array) => Buffer.compare(left, right) === 0;

function same(left: RawAccount | null, right: RawAccount | null): boolean {
	if (left === null || right === null) return left === right;
	const { owner, lamports, size, data } = left;
	return (
		owner === right.owner && lamports === right.lamports && size === right.size && sameBytes(data, right.data)
	);
}

/** An RPC returns whole accounts, so large ones aren't requested. */
const isSmall = (before: RawAccount | null) => before === null || before.size <= MAX_DATA;

/** Solana's error code if the node hasn't reached `minContextSlot`. */
const BEHIND = -32_016;

const NOTHING = base64.encode(
	Uint8Array.from([
		1,
		...new Uint8Array(64),
		...[1, 0, 1],
		...[2, ...new Uint8Array(32).fill(1), ...new Uint8Array(32)],
		...new Uint8Array(32),
		0,
	]),
);

export const simulateNothing = (rpc: SvmRpc) =>
	rpc(z.unknown(), "simulateTransaction", [
		NOTHING,
		{ encoding: "base64", commitment: "confirmed", sigVerify: false, replaceRecentBlockhash: true },
	]);

/**
 * Re-reads the accounts after the simulation to detect changes by others. Throws a ChainError: `no_method` if
 * the RPC can't simulate, `exceeds` if it can't simulate this payload. Other errors are temporary.
 */
export async function simulate(
	rpc: SvmRpc,
	abilities: Abilities,
	request: SvmSimulateRequest,
): Promise<SvmSimulated> {
	if (request.accounts.length === 0 || request.accounts.length > MAX_KEYS)
		throw new ChainError("exceeds", message("chain.svm.too-many-in-simulation"));
	try {
		return await run(rpc, request);
	} catch (error) {
		if (!(error instanceof ChainError) || !mayBePayload(error) || error.rpcCode === BEHIND) throw error;
		if (error.isPassing && !abilities.isSlowAgain(request.transactionBase64)) throw error;
		const learnt = await abilities.learn("simulateTransaction", error, () => simulateNothing(rpc));
		throw blamed(learnt, error, "svm");
	}
}

interface Reading {
	readonly slot: bigint;
	readonly isAtOnce: boolean;
	readonly accounts: readonly (RawAccount | null)[];
}

async function readAll(rpc: SvmRpc, keys: readonly string[]): Promise<Reading> {
	const starts = Array.from({ length: Math.ceil(keys.length / MAX_ACCOUNTS) }, (_, at) => at * MAX_ACCOUNTS);
	const rounds = await Promise.all(
		starts.map((start) => readAccountsAt(rpc, keys.slice(start, start + MAX_ACCOUNTS))),
	);
	const slot = rounds.reduce((newest, round) => (round.slot > newest ? round.slot : newest), 0n);
	const accounts = rounds.flatMap((round) => round.accounts);
	return { slot, isAtOnce: rounds.every((round) => round.slot === slot), accounts };
}

async function run(rpc: SvmRpc, request: SvmSimulateRequest): Promise<SvmSimulated> {
	const { accounts: keys, transactionBase64, anyBlockhash } = request;
	const first = await readAll(rpc, keys);
	const asked = keys.filter((_, at) => isSmall(first.accounts[at] ?? null));
	const { slot, value } = await ask(rpc, transactionBase64, {
		encoding: "base64",
		commitment: "confirmed",
		sigVerify: false,
		replaceRecentBlockhash: anyBlockhash,
		minContextSlot: Number(first.slot),
		...(asked.length === 0 ? {} : { accounts: { encoding: "base64", addresses: asked } }),
	});
	if (slot < first.slot) throw unreadable(message("chain.svm.older-slot"));
	const error = errorText(value.err);
	const stated = value.accounts ?? [];
	if (error === null && stated.length !== asked.length) throw unreadable(message("chain.svm.other-accounts"));
	const [again, fee] = await Promise.all([
		first.isAtOnce && slot === first.slot ? first : readAll(rpc, keys),
		feeOf(rpc, request, value),
	]);
	const after = new Map<string, RawAccount | SvmTooLarge | null>(keys.map((key) => [key, "too large"]));
	asked.forEach((key, at) => {
		after.set(key, afterOf(stated[at]));
	});
	return {
		slot,
		error,
		fee,
		units: value.unitsConsumed ?? null,
		logs: (value.logs ?? []).slice(0, MAX_LOGS).map((line) => line.slice(0, MAX_LOG_TEXT)),
		before: new Map(keys.map((key, at) => [key, first.accounts[at] ?? null])),
		after: error === null ? after : new Map(),
		moved: keys.filter((_, at) => !same(first.accounts[at] ?? null, again.accounts[at] ?? null)),
		inner: innerOfAll(value, request.keys),
	};
}
