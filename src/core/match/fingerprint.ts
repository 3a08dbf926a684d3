import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { type ActionRequest, type AssembledSvmTransaction, actionRequest } from "../../service-api/action.ts";
import { withoutShown } from "../../service-api/open.ts";
import { message } from "../localized-text.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import { type Frozen, type FrozenCommit, type Intent, isActionLike } from "./frozen.ts";
import { SvmBytesError, withoutBlockhash } from "./svm/transaction.ts";

export function canonicalJson(value: unknown): string {
	refuseLoose(value);
	const text = canonicalize(value);
	if (text === undefined)
		throw new CanonicalError("value", message("match.canonical.json", { path: "value" }));
	return text;
}

export const isSameFrozen = (one: Frozen, other: Frozen): boolean =>
	one === other || canonicalJson(one) === canonicalJson(other);

/** Returns the SHA-256 hash as 64 lower-case hex digits. */
export function hashOf(value: unknown): string {
	return createHash("sha256").update(canonicalJson(value), "utf8").digest("hex");
}

function timeless(base64: string): string {
	try {
		return withoutBlockhash(base64);
	} catch (error) {
		if (error instanceof SvmBytesError) return base64;
		throw error;
	}
}

function timelessTransaction(tx: AssembledSvmTransaction): AssembledSvmTransaction {
	const { recent_blockhash: _blockhash, last_valid_block_height: _height, ...rest } = tx;
	const built = rest.unsigned_transaction_base64;
	return typeof built === "string" ? { ...rest, unsigned_transaction_base64: timeless(built) } : rest;
}

const timelessRequest = (request: ActionRequest): ActionRequest =>
	request.type === "execute_svm"
		? { ...request, transactions: request.transactions.map(timelessTransaction) }
		: request;

const timelessPayload = <T extends Intent | FrozenCommit["payload"]>(payload: T): T =>
	payload.kind === "svm_transaction"
		? { ...payload, transaction_base64: timeless(payload.transaction_base64) }
		: payload;

function keepsBlockhash(requests: readonly ActionRequest[]): boolean {
	return requests.some(
		(request) =>
			request.type === "sign" ||
			(request.type === "execute_svm" && request.transactions.some((tx) => tx.preserve_blockhash === true)),
	);
}

export const boundRequest = (request: ActionRequest): unknown => withoutShown(actionRequest, request);

export function timelessRequests(requests: readonly ActionRequest[]): readonly ActionRequest[] {
	return keepsBlockhash(requests) ? requests : requests.map(timelessRequest);
}

/**
 * A blockhash only limits how long a Solana transaction is valid, so renewing it doesn't require another
 * approval.
 */
function timelessForm(frozen: Frozen): Frozen {
	if (frozen.kind === "replacement" || frozen.chain_family === "evm") return frozen;
	if (frozen.kind === "revocation" || frozen.kind === "transfer")
		return { ...frozen, payload: timelessPayload(frozen.payload) };
	if (keepsBlockhash([frozen.request, ...(frozen.kind === "commit" ? frozen.legs : [])])) return frozen;
	const request = timelessRequest(frozen.request);
	if (isActionLike(frozen)) return { ...frozen, request, intents: frozen.intents.map(timelessPayload) };
	return {
		...frozen,
		request,
		legs: frozen.legs.map(timelessRequest),
		payload: timelessPayload(frozen.payload),
	};
}

/** Excludes a Solana blockhash if it can be renewed. */
export function fingerprintOf(frozen: Frozen): string {
	return hashOf(timelessForm(frozen));
}
