import { base58 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import type { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Message, message } from "../../../core/message.ts";
import { errorText } from "./errors.ts";
import type { SvmRpc } from "./rpc.ts";
import { inContext, landedTransaction, status } from "./rpc-values.ts";

/** Result of a transaction: its status, and once landed its fee, balances and logs. */

export type SvmLookupResult =
	| { readonly state: "unknown" }
	/** In a block that may yet be dropped. */
	| { readonly state: "pending" }
	| {
			readonly state: "landed";
			readonly succeeded: boolean;
			/** A sentence, where it failed; it paid its fee all the same. */
			readonly error: Message | null;
			readonly slot: bigint;
			readonly confirmed: boolean;
			readonly finalized: boolean;
	  };

interface SvmLamportsChange {
	readonly account: string;
	/** Lamports. */
	readonly pre: bigint;
	readonly post: bigint;
}

interface SvmTokenChange {
	/** The token account. */
	readonly account: string;
	readonly mint: string;
	/** Owner of the tokens; `null` if the RPC does not report it. */
	readonly owner: string | null;
	/** Base units; 0 where the account was not there. */
	readonly pre: bigint;
	readonly post: bigint;
	readonly decimals: number;
}

export interface SvmChainReceipt {
	readonly signature: string;
	readonly slot: bigint;
	/** Unix seconds as estimated by the cluster; `null` if unknown. */
	readonly blockTime: bigint | null;
	/** Lamports. */
	readonly fee: bigint;
	readonly succeeded: boolean;
	/** A sentence, where it failed. */
	readonly error: Message | null;
	/** Changes of all accounts in the transaction's order; the first one paid the fee. */
	readonly lamports: readonly SvmLamportsChange[];
	readonly tokens: readonly SvmTokenChange[];
	readonly logs: readonly string[];
}

const MAX_LOGS = 500;
const MAX_LOG_TEXT = 1_000;

/** By signature. Throws ChainError. */
export async function lookup(rpc: SvmRpc, signature: string): Promise<SvmLookupResult> {
	const asked = [[signature], { searchTransactionHistory: true }];
	const read = await rpc(inContext(status.nullable().array().length(1)), "getSignatureStatuses", asked);
	const found = read[0] ?? null;
	if (found === null) return { state: "unknown" };
	// Before there was a confirmation status, only roots had no count of confirmations.
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

/** The first signature of a transaction on the wire. Throws where these are not its bytes. */
export function signatureOfBytes(bytes: Uint8Array): string {
	return base58.encode(VersionedTransaction.deserialize(bytes).signatures[0] ?? new Uint8Array());
}

type Landed = z.infer<typeof landedTransaction>;

const unreadable = (cause?: unknown) =>
	new ChainError("unreadable", message("chain.svm.unreadable-transaction"), { cause });

/** The transaction's own keys, then those that lookup tables gave. The signature must be the one asked for. */
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
		// An account may have changed hands: the owner afterwards is shown.
		changes.set(each.accountIndex, { ...before, owner: each.owner ?? before.owner, [side]: amount });
	};
	for (const each of meta.preTokenBalances ?? []) note(each, "pre");
	for (const each of meta.postTokenBalances ?? []) note(each, "post");
	return [...changes.values()];
}

/**
 * Returns the receipt at `confirmed`; `null` if no such transaction landed.
 * @throws ChainError
 */
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
