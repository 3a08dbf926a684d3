import { base64 } from "@scure/base";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { type Message, message } from "../../../core/message.ts";
import { signatureOfBytes } from "./receipt.ts";
import { SvmRefusal, type SvmRpc } from "./rpc.ts";
import { signature } from "./values.ts";

/** Hands a signed transaction to the RPC once, and reads what it says. */

/** What became of it. After anything but `sent` it is looked up by signature, never sent blindly. */
export type SvmSent =
	| { readonly kind: "sent"; readonly signature: string }
	| { readonly kind: "already_known" }
	/** The blockhash is unknown at `confirmed`, or has expired. */
	| { readonly kind: "blockhash_gone"; readonly text: Message }
	| { readonly kind: "insufficient_funds"; readonly text: Message }
	| { readonly kind: "refused"; readonly text: Message };

const refusalData = z.looseObject({ err: z.unknown(), logs: z.array(z.string()).nullish() });

/** Errors by name that a cluster's checks give before a transaction is forwarded. */
const BY_NAME: ReadonlyMap<string, SvmSent["kind"]> = new Map([
	["AlreadyProcessed", "already_known"],
	["BlockhashNotFound", "blockhash_gone"],
	["InsufficientFundsForFee", "insufficient_funds"],
	["AccountNotFound", "insufficient_funds"],
	["InsufficientFundsForRent", "insufficient_funds"],
]);

/** The same by words, for an RPC that gives no data. */
const BY_WORDS: readonly (readonly [RegExp, SvmSent["kind"]])[] = [
	[/already been processed|already processed/i, "already_known"],
	[/blockhash not found/i, "blockhash_gone"],
	[/insufficient (?:funds|lamports)|no record of a prior credit/i, "insufficient_funds"],
];

/** What the System and the Token programs log before they fail for want of funds. */
const SHORT_OF_FUNDS = /^(?:Transfer: insufficient lamports |Program log: Error: insufficient funds$)/;

/**
 * Codes after which the RPC did not forward it: preflight failed, bad signature, node behind, not understood,
 * not allowed, too many requests. After any other error it may be on its way.
 */
const NOT_FORWARDED: ReadonlySet<number | null> = new Set([
	-32002, -32003, -32005, -32600, -32601, -32602, -32700, 401, 403, 429, -32401, -32403, -32429,
]);

function nameOf(err: unknown): string | null {
	if (typeof err === "string") return err;
	return typeof err === "object" && err !== null ? (Object.keys(err)[0] ?? null) : null;
}

function kindOf(refusal: SvmRefusal): SvmSent["kind"] {
	const data = refusalData.safeParse(refusal.data);
	const name = data.success ? nameOf(data.data.err) : null;
	if (data.success && name !== null) {
		const short = (data.data.logs ?? []).some((line) => SHORT_OF_FUNDS.test(line));
		return BY_NAME.get(name) ?? (short ? "insufficient_funds" : "refused");
	}
	return BY_WORDS.find(([pattern]) => pattern.test(refusal.nodeText))?.[1] ?? "refused";
}

function classified(error: unknown): SvmSent {
	if (!(error instanceof SvmRefusal) || !NOT_FORWARDED.has(error.rpcCode)) throw error;
	const kind = kindOf(error);
	if (kind === "already_known") return { kind };
	return { kind: kind === "sent" ? "refused" : kind, text: error.text };
}

/** The first signature, by which the chain will know it. Throws ChainError before anything is sent. */
function ownSignature(transactionBase64: string): string {
	try {
		return signatureOfBytes(base64.decode(transactionBase64));
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.svm.no-transaction"), { cause });
	}
}

/** With preflight at `confirmed`, and no retries by the RPC. Throws ChainError where the outcome is unclear. */
export async function send(rpc: SvmRpc, prove: () => Promise<void>, wire: string): Promise<SvmSent> {
	const own = ownSignature(wire);
	await prove();
	const options = {
		encoding: "base64",
		skipPreflight: false,
		preflightCommitment: "confirmed",
		maxRetries: 0,
	};
	try {
		const answered = await rpc(signature, "sendTransaction", [wire, options]);
		if (answered === own) return { kind: "sent", signature: answered };
	} catch (error) {
		return classified(error);
	}
	throw new ChainError("unreadable", message("chain.svm.other-signature"));
}
