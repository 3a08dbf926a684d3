import { base64 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import type { z } from "zod";
import { ChainError } from "./chain-error.ts";
import { MOST_ACCOUNTS, MOST_DATA, type RawAccount, readAccountsAt } from "./svm-accounts.ts";
import { errorWords } from "./svm-errors.ts";
import { innerOf, type SvmInner } from "./svm-inner.ts";
import { SvmRefusal, type SvmRpc } from "./svm-rpc.ts";
import { type account, atSlot, inContext, simulated, u64 } from "./svm-words.ts";

/** What a transaction would do, run by the RPC on its latest state. */

export interface SvmSimulateRequest {
	readonly transactionBase64: string;
	/** Every account of the transaction, in its order, those of lookup tables included. */
	readonly keys: readonly string[];
	/** Those of them whose state is wanted, at most MOST_ACCOUNTS: an RPC tells only of accounts of the transaction. */
	readonly accounts: readonly string[];
	/** Run it on the latest blockhash in place of its own: only where that may be renewed anyway. */
	readonly anyBlockhash: boolean;
}

/** An account that is too large to be read whole; a wallet or a token account never is. */
export type SvmTooLarge = "too large";

export interface SvmSimulated {
	/** On top of which it ran. */
	readonly slot: bigint;
	/** Why it would fail, as a sentence; null where it would not. */
	readonly error: string | null;
	/** Lamports; null where the RPC does not say. */
	readonly fee: bigint | null;
	/** Compute units; null where the RPC does not say. */
	readonly units: bigint | null;
	readonly logs: readonly string[];
	/** Of each account that was asked for; null: no such account. */
	readonly before: ReadonlyMap<string, RawAccount | null>;
	/** As `before`; empty where it would fail. */
	readonly after: ReadonlyMap<string, RawAccount | SvmTooLarge | null>;
	/** Accounts that were changed by others while this was asked: before and after don't belong together. */
	readonly moved: readonly string[];
	/** In the order that they ran; null where this RPC does not tell. */
	readonly inner: readonly SvmInner[] | null;
}

const MOST_LOGS = 500;
const MOST_LOG_TEXT = 1_000;
/** JSON-RPC: what was asked is not understood. */
const INVALID_PARAMS = -32_602;

type Answer = z.infer<typeof simulated>;

const unreadable = (what: string) => new ChainError("unreadable", `Your Solana RPC answered with ${what}.`);

/** An account without lamports is none. */
function afterOf(read: z.infer<typeof account> | null | undefined): RawAccount | null {
	if (read === null || read === undefined || read.lamports === 0n) return null;
	const { owner, lamports, executable, data } = read;
	const size = read.space ?? data.length;
	if (size !== data.length) throw unreadable("an account whose size is unclear");
	return { owner, lamports, executable, size, data };
}

/** Some RPCs refuse what they don't know: then it is asked without inner instructions. */
async function ask(rpc: SvmRpc, wire: string, config: Readonly<Record<string, unknown>>) {
	const schema = atSlot(simulated);
	try {
		return await rpc(schema, "simulateTransaction", [wire, { ...config, innerInstructions: true }]);
	} catch (error) {
		if (!(error instanceof SvmRefusal) || error.code !== INVALID_PARAMS) throw error;
		return await rpc(schema, "simulateTransaction", [wire, config]);
	}
}

/** As the node states it, else asked for the very message that it ran; null where it does not say. */
async function feeOf(rpc: SvmRpc, request: SvmSimulateRequest, answer: Answer): Promise<bigint | null> {
	if (answer.fee !== null && answer.fee !== undefined) return answer.fee;
	const { message } = VersionedTransaction.deserialize(base64.decode(request.transactionBase64));
	const replaced = answer.replacementBlockhash?.blockhash;
	if (request.anyBlockhash && replaced !== undefined) message.recentBlockhash = replaced;
	const asked = [base64.encode(message.serialize()), { commitment: "confirmed" }];
	return await rpc(inContext(u64.nullable()), "getFeeForMessage", asked);
}

function innerOfAll({ innerInstructions }: Answer, keys: readonly string[]): SvmInner[] | null {
	if (innerInstructions === null || innerInstructions === undefined) return null;
	const all = innerInstructions.flatMap(({ index, instructions }) =>
		instructions.map((each) => innerOf(index, each, keys)),
	);
	const found = all.filter((each) => each !== null);
	if (found.length !== all.length) throw unreadable("an inner instruction that can't be read");
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

/** The accounts of which the state afterwards is asked: an RPC gives them whole, so none that is large already. */
const isSmall = (before: RawAccount | null) => before === null || before.size <= MOST_DATA;

/**
 * The accounts are read, then the transaction is run at the same slot or later, then they are read again: what
 * others changed in between is told. Throws ChainError; of kind `refused` where the RPC can't simulate.
 * Source: Solana's JSON-RPC, simulateTransaction.
 */
export async function simulate(rpc: SvmRpc, request: SvmSimulateRequest): Promise<SvmSimulated> {
	const { accounts: keys, transactionBase64, anyBlockhash } = request;
	if (keys.length === 0 || keys.length > MOST_ACCOUNTS)
		throw new ChainError("refused", "This names more accounts than your Solana RPC can be asked about.");
	const first = await readAccountsAt(rpc, keys);
	const asked = keys.filter((_, at) => isSmall(first.accounts[at] ?? null));
	const { slot, value } = await ask(rpc, transactionBase64, {
		encoding: "base64",
		commitment: "confirmed",
		sigVerify: false,
		replaceRecentBlockhash: anyBlockhash,
		minContextSlot: Number(first.slot),
		...(asked.length === 0 ? {} : { accounts: { encoding: "base64", addresses: asked } }),
	});
	if (slot < first.slot) throw unreadable("a simulation on an older slot than was asked for");
	const error = errorWords(value.err);
	const told = value.accounts ?? [];
	if (error === null && told.length !== asked.length)
		throw unreadable("another number of accounts than asked");
	const [again, fee] = await Promise.all([
		slot === first.slot ? first : readAccountsAt(rpc, keys),
		feeOf(rpc, request, value),
	]);
	const after = new Map<string, RawAccount | SvmTooLarge | null>(keys.map((key) => [key, "too large"]));
	asked.forEach((key, at) => {
		after.set(key, afterOf(told[at]));
	});
	return {
		slot,
		error,
		fee,
		units: value.unitsConsumed ?? null,
		logs: (value.logs ?? []).slice(0, MOST_LOGS).map((line) => line.slice(0, MOST_LOG_TEXT)),
		before: new Map(keys.map((key, at) => [key, first.accounts[at] ?? null])),
		after: error === null ? after : new Map(),
		moved: keys.filter((_, at) => !same(first.accounts[at] ?? null, again.accounts[at] ?? null)),
		inner: innerOfAll(value, request.keys),
	};
}
