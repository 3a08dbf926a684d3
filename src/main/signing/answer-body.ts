import { base58 } from "@scure/base";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import type { FrozenActionLike } from "../../core/match/frozen.ts";
import { readSvmTransaction, signersOf } from "../../core/match/svm/transaction.ts";
import type { ActionResult, SigningResult, TransactionResult } from "../../service-api/action.ts";
import type { Action } from "../../service-api/events.ts";
import { textOf } from "../../text/index.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy, sameNonceRows } from "../storage/same-nonce.ts";
import { signedBytesOf } from "./sign-step.ts";

function leftUs(journal: Journal, item: JournalRow): boolean {
	return journal.steps(item.id).some(({ step }) => step === "sending" || step === "submitted");
}

function mayCount(item: JournalRow): boolean {
	return item.outcome === null || item.outcome === "confirmed" || item.outcome === "failed";
}

export function isDecided(journal: Journal, item: JournalRow): boolean {
	if (item.state === "submitted" || item.state === "held") return true;
	// A replacement may contain the same call, so the step has no result until every replacement has ended.
	return sameNonceRows(journal, item).every((each) => ENDED.has(each.state));
}

function resultOfStep(journal: Journal, item: JournalRow): TransactionResult {
	const id = `leg_${item.place + 1}`;
	// The service receives English text, regardless of the locale.
	const reason = item.text === null ? {} : { reason: textOf(item.text) };
	const done = doneBy(journal, item) ?? (mayCount(item) && leftUs(journal, item) ? item : null);
	if (done !== null && done.transactionId !== null) {
		// See docs/service-api/records.md#transactionresult-and-signingresult
		const bytes =
			done.nonce === null && done.signature?.kind === "one"
				? { signedTransactionBase64: done.signature.bytes }
				: {};
		return { id, status: "submitted", transactionId: done.transactionId, ...bytes };
	}
	return { id, status: item.outcome === "skipped" ? "skipped" : "failed", ...reason };
}

export function resultOfSteps(journal: Journal, items: readonly JournalRow[]): ActionResult {
	return { status: "submitted", legs: items.map((item) => resultOfStep(journal, item)) };
}

function signatureWithin(base64: string, signer: string): string {
	const transaction = readSvmTransaction(base64);
	const signature = transaction.signatures[signersOf(transaction).indexOf(signer)];
	if (signature === undefined) throw new Error("the signed transaction has no signature");
	return base58.encode(signature);
}

function outputOf(item: JournalRow, frozen: FrozenActionLike): SigningResult {
	const bytes = signedBytesOf(item);
	const id = `payload_${item.place + 1}`;
	if (frozen.intents[item.place]?.kind !== "svm_transaction") return { id, signature: bytes };
	// See docs/service-api/records.md#ids-of-legs-and-outputs
	const { request } = frozen;
	return request.type === "sign" && typeof request.operationId === "string"
		? { id, signature: signatureWithin(bytes, frozen.signer) }
		: { id, signedTransactionBase64: bytes };
}

export function resultOfSignatures(items: readonly JournalRow[], frozen: FrozenActionLike): ActionResult {
	return { status: "signed", outputs: items.map((item) => outputOf(item, frozen)) };
}

function claims(result: ActionResult): string {
	if (result.status === "rejected") return "rejected";
	const all =
		result.status === "signed"
			? result.outputs.map((output) => output.signature ?? output.signedTransactionBase64 ?? "")
			: result.legs.map((item) => item.transactionId ?? "");
	return JSON.stringify([
		result.status,
		...all.map((each) => (each.startsWith("0x") ? each.toLowerCase() : each)),
	]);
}

/**
 * Returns whose result the service has. `null` if it has none. It may have received ours in an attempt whose
 * response was lost.
 */
export function answeredBy(action: Action | null, ours: ActionResult): "us" | "another" | null {
	if (action === null || (action.state !== "submitted" && action.state !== "completed")) return null;
	const { result } = action;
	if (result === null || result === undefined || claims(result) === claims(ours)) return "us";
	return "another";
}
