import { base58 } from "@scure/base";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import type { FrozenAction } from "../../core/match/frozen.ts";
import { readSvmTransaction, signersOf } from "../../core/match/svm/transaction.ts";
import type { ActionResult, SigningResult, TransactionResult } from "../../service-api/action.ts";
import type { Action } from "../../service-api/events.ts";
import { textOf } from "../../text/index.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy, sameNonceRows } from "../storage/same-nonce.ts";
import { signedBytesOf } from "./sign-step.ts";

/** Answers of an action: one result per step, from the journal. */

/** Its transaction may be on the chain, whatever becomes of it: it left us. */
function leftUs(journal: Journal, item: JournalRow): boolean {
	return journal.steps(item.id).some(({ step }) => step === "sending" || step === "submitted");
}

/** The chain may still take it up: not provably in vain. */
function mayCount(item: JournalRow): boolean {
	return item.outcome === null || item.outcome === "confirmed" || item.outcome === "failed";
}

/** Nothing more happens before the answer: sent, ended, or kept back. */
export function isDecided(journal: Journal, item: JournalRow): boolean {
	if (item.state === "submitted" || item.state === "held") return true;
	// A replacement of ours that took its place may be the same call, and is to end first.
	return sameNonceRows(journal, item).every((each) => ENDED.has(each.state));
}

function resultOfStep(journal: Journal, item: JournalRow): TransactionResult {
	const id = `leg_${item.place + 1}`;
	// The service is told in English, whatever the user reads.
	const reason = item.text === null ? {} : { reason: textOf(item.text) };
	const done = doneBy(journal, item) ?? (mayCount(item) && leftUs(journal, item) ? item : null);
	if (done !== null && done.transactionId !== null) {
		// The bytes of a Solana transaction are part of its result
		// (docs/service-api/records.md#transactionresult-and-signingresult).
		const bytes =
			done.nonce === null && done.signature?.kind === "one"
				? { signedTransactionBase64: done.signature.bytes }
				: {};
		return { id, status: "submitted", transactionId: done.transactionId, ...bytes };
	}
	return { id, status: item.outcome === "skipped" ? "skipped" : "failed", ...reason };
}

/** @param items each of them decided */
export function resultOfSteps(journal: Journal, items: readonly JournalRow[]): ActionResult {
	return { status: "submitted", legs: items.map((item) => resultOfStep(journal, item)) };
}

/** base58 of the account's own signature inside a transaction, whoever pays its fee. */
function signatureWithin(base64: string, signer: string): string {
	const transaction = readSvmTransaction(base64);
	const signature = transaction.signatures[signersOf(transaction).indexOf(signer)];
	if (signature === undefined) throw new Error("a signed transaction without its signature");
	return base58.encode(signature);
}

function outputOf(item: JournalRow, frozen: FrozenAction): SigningResult {
	const bytes = signedBytesOf(item);
	const id = `payload_${item.place + 1}`;
	if (frozen.intents[item.place]?.kind !== "svm_transaction") return { id, signature: bytes };
	// A transaction goes back whole, but for one of an operation (docs/service-api/records.md#ids-of-legs-and-outputs).
	const { request } = frozen;
	return request.type === "sign" && typeof request.operationId === "string"
		? { id, signature: signatureWithin(bytes, frozen.signer) }
		: { id, signedTransactionBase64: bytes };
}

/** @param items each of them signed */
export function resultOfSignatures(items: readonly JournalRow[], frozen: FrozenAction): ActionResult {
	return { status: "signed", outputs: items.map((item) => outputOf(item, frozen)) };
}

/** Returns an answer's transactions or signatures in order, to compare two answers. */
function claims(result: ActionResult): string {
	if (result.status === "rejected") return "rejected";
	const all =
		result.status === "signed"
			? result.outputs.map((output) => output.signature ?? output.signedTransactionBase64 ?? "")
			: result.legs.map((item) => item.transactionId ?? "");
	// Hex is the same in either case.
	return JSON.stringify([
		result.status,
		...all.map((each) => (each.startsWith("0x") ? each.toLowerCase() : each)),
	]);
}

/** Returns whose answer the service holds, ours after an earlier attempt arrived; `null` if it holds none. */
export function answeredBy(action: Action | null, ours: ActionResult): "us" | "another" | null {
	if (action === null || (action.state !== "submitted" && action.state !== "completed")) return null;
	const { result } = action;
	if (result === null || result === undefined || claims(result) === claims(ours)) return "us";
	return "another";
}
