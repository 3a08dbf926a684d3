import { base58 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import type { SvmRpc } from "./rpc.ts";
import { inContext, landedTransaction, status } from "./rpc-values.ts";

/**
 * An RPC may send anything, so unknown errors are quoted only up to a limit. Source: agave's TransactionError
 * and InstructionError.
 */

const MAX_WORDS = 200;

const code = z.bigint();
const instructionError = z.object({
	InstructionError: z.tuple([code, z.union([z.string(), z.object({ Custom: code })])]),
});
const rentError = z.object({ InsufficientFundsForRent: z.looseObject({ account_index: code }) });

const KNOWN_ERRORS: ReadonlyMap<string, Message> = new Map([
	["AccountNotFound", message("chain.svm.error.no-sol")],
	["AlreadyProcessed", message("chain.svm.error.processed-before")],
	["BlockhashNotFound", message("chain.svm.error.blockhash-gone")],
	["InsufficientFundsForFee", message("chain.svm.error.too-little-for-fee")],
	["ProgramAccountNotFound", message("chain.svm.error.no-program")],
	["SignatureFailure", message("chain.svm.error.signature")],
	["AddressLookupTableNotFound", message("chain.svm.error.no-table")],
	["InvalidAddressLookupTableIndex", message("chain.svm.error.no-place")],
]);

function quoted(error: unknown): string {
	const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
	return JSON.stringify(error, plain) ?? "nothing";
}

const unknownError = (error: string): Message =>
	message("chain.svm.error.unknown", { error: error.slice(0, MAX_WORDS) });

export function errorText(error: unknown): Message | null {
	if (error === null || error === undefined) return null;
	if (typeof error === "string") return KNOWN_ERRORS.get(error) ?? unknownError(error);
	const instruction = instructionError.safeParse(error);
	if (instruction.success) {
		const [index, fault] = instruction.data.InstructionError;
		const number = (index + 1n).toString();
		return typeof fault === "string"
			? message("chain.svm.error.instruction", { number, error: fault.slice(0, MAX_WORDS) })
			: message("chain.svm.error.instruction-own", { number, code: fault.Custom.toString() });
	}
	if (rentError.safeParse(error).success) return message("chain.svm.error.rent");
	return unknownError(quoted(error));
}

export type SvmLookupResult =
	| { readonly state: "unknown" }
	| { readonly state: "pending" }
	| {
			readonly state: "landed";
			readonly succeeded: boolean;
			readonly error: Message | null;
			readonly slot: bigint;
			readonly confirmed: boolean;
			readonly finalized: boolean;
	  };

interface SvmLamportsChange {
	readonly account: string;
	readonly pre: bigint;
	readonly post: bigint;
}

interface SvmTokenChange {
	readonly account: string;
	readonly mint: string;
	readonly owner: string | null;
	readonly pre: bigint;
	readonly post: bigint;
	readonly decimals: number;
}

export interface SvmChainReceipt {
	readonly signature: string;
	readonly slot: bigint;
	/** The cluster's estimate in Unix seconds. */
	readonly blockTime: bigint | null;
	readonly fee: bigint;
	readonly succeeded: boolean;
	readonly error: Message | null;
	readonly lamports: readonly SvmLamportsChange[];
	readonly tokens: readonly SvmTokenChange[];
	readonly logs: readonly string[];
}

const MAX_LOGS = 500;
const MAX_LOG_TEXT = 1_000;

export async function lookup(rpc: SvmRpc, signature: string): Promise<SvmLookupResult> {
	const asked = [[signature], { searchTransactionHistory: true }];
	const read = await rpc(inContext(status.nullable().array().length(1)), "getSignatureStatuses", asked);
	const found = read[0] ?? null;
	if (found === null) return { state: "unknown" };
	// Before `confirmationStatus` was introduced, only rooted transactions had no confirmation count.
	const reached =
		found.confirmationStatus ?? (found.confirmations === null ? "finalized" : ("processed" as const));
	if (reached === "processed") return { state: "pending" };
	const error = errorText(found.err);
	return {
		state: "landed",
		succeeded: error === null,
		error,
		slot: found.slot,
		confirmed: true,
		finalized: reached === "finalized",
	};
}

/** Returns the first signature, which is the transaction's ID. Throws if the bytes are invalid. */
export function signatureOfBytes(bytes: Uint8Array): string {
	return base58.encode(VersionedTransaction.deserialize(bytes).signatures[0] ?? new Uint8Array());
}

type Landed = z.infer<typeof landedTransaction>;

const unreadable = (cause?: unknown) =>
	new ChainError("unreadable", message("chain.svm.unreadable-transaction"), { cause });

/**
 * Returns the keys in the transaction itself, followed by those from lookup tables. Throws if the RPC
 * returned a different transaction.
 */
function keysOf(signature: string, landed: Landed): readonly string[] {
	const { loadedAddresses } = landed.meta;
	let own: readonly string[];
	try {
		const transaction = VersionedTransaction.deserialize(landed.transaction);
		if (signatureOfBytes(landed.transaction) !== signature) throw unreadable();
		own = transaction.message.staticAccountKeys.map((key) => key.toBase58());
	} catch (cause) {
		throw unreadable(cause);
	}
	return [...own, ...(loadedAddresses?.writable ?? []), ...(loadedAddresses?.readonly ?? [])];
}

function tokenChanges(keys: readonly string[], { meta }: Landed): SvmTokenChange[] {
	const changes = new Map<number, SvmTokenChange>();
	const note = (
		each: NonNullable<Landed["meta"]["preTokenBalances"]>[number],
		side: "pre" | "post",
	): void => {
		const account = keys[each.accountIndex];
		const { amount, decimals } = each.uiTokenAmount;
		const before = changes.get(each.accountIndex) ?? {
			account: account ?? "",
			mint: each.mint,
			owner: each.owner ?? null,
			pre: 0n,
			post: 0n,
			decimals,
		};
		if (account === undefined || before.mint !== each.mint || before.decimals !== decimals)
			throw unreadable();
		// If a token account's owner changed, the new owner is shown.
		changes.set(each.accountIndex, { ...before, owner: each.owner ?? before.owner, [side]: amount });
	};
	for (const each of meta.preTokenBalances ?? []) note(each, "pre");
	for (const each of meta.postTokenBalances ?? []) note(each, "post");
	return [...changes.values()];
}

export async function receipt(rpc: SvmRpc, signature: string): Promise<SvmChainReceipt | null> {
	const asked = { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 };
	const landed = await rpc(landedTransaction.nullable(), "getTransaction", [signature, asked]);
	if (landed === null) return null;
	const { meta } = landed;
	const keys = keysOf(signature, landed);
	if (meta.preBalances.length !== keys.length || meta.postBalances.length !== keys.length) throw unreadable();
	const error = errorText(meta.err);
	return {
		signature,
		slot: landed.slot,
		blockTime: landed.blockTime ?? null,
		fee: meta.fee,
		succeeded: error === null,
		error,
		lamports: keys.map((account, at) => ({
			account,
			pre: meta.preBalances[at] ?? 0n,
			post: meta.postBalances[at] ?? 0n,
		})),
		tokens: tokenChanges(keys, landed),
		logs: (meta.logMessages ?? []).slice(0, MAX_LOGS).map((line) => line.slice(0, MAX_LOG_TEXT)),
	};
}
