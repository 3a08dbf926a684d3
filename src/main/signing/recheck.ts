import type { JournalRow } from "../../core/journal/types.ts";
import { asMessage, type Message, message, sentences } from "../../core/localized-text.ts";
import { CanonicalError } from "../../core/match/canonical.ts";
import { boundRequest, canonicalJson, fingerprintOf, isSameFrozen } from "../../core/match/fingerprint.ts";
import { freeze } from "../../core/match/freeze.ts";
import { isStaged } from "../../core/match/freeze-action.ts";
import {
	expiryOf,
	type Frozen,
	type FrozenActionLike,
	type FrozenCommit,
	isTracked,
	revisionOf,
} from "../../core/match/frozen.ts";
import { notSigned } from "../../core/unsigned.ts";
import type { ActionResult } from "../../service-api/action.ts";
import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../service-api/commit.ts";
import { failureWord } from "../../service-api/error.ts";
import type { Action } from "../../service-api/events.ts";
import { type ActionService, CommitFault, type SigningAccount } from "./signing-service.ts";

export interface Stopped {
	readonly stopped: true;
	readonly text: Message;
}

export interface Passed<T extends Frozen = Frozen> {
	readonly stopped: false;
	/** In a Solana payload, the blockhash may differ from the approved one. */
	readonly frozen: T;
}

export type Recheck<T extends Frozen = Frozen> = Stopped | Passed<T>;

interface PassedCommit extends Passed<FrozenCommit> {
	readonly version: number;
}

const stopped = (text: Message): Stopped => ({ stopped: true, text });

/**
 * Compares a commit that was read again with the approval. Only the blockhash may differ, because the
 * fingerprint excludes it. The new read is frozen with the approved settings and doesn't share objects with
 * the displayed review.
 */
function commitRecheckOf(
	read: ReadCommit,
	frozen: FrozenCommit,
	fingerprint: string,
): Stopped | PassedCommit {
	if (read.kind === "unreadable")
		return stopped(notSigned(message("signing.service.unreadable-now", { reason: read.reason })));
	const { view } = read;
	if (read.reviewFault !== null)
		return stopped(notSigned(message("signing.review.unreadable", { reason: read.reviewFault })));
	if (view.state !== "needs_signature")
		return stopped(notSigned(message("signing.no-longer-asked", { state: view.state.replaceAll("_", " ") })));
	const again = freeze(view, frozen, frozen.lookups ?? [], frozen.blind === true, frozen.route);
	if (!again.ok) {
		const [refusal] = again.refusals;
		return stopped(
			refusal === undefined ? notSigned(message("signing.request.not-signable")) : asMessage(refusal.text),
		);
	}
	if (fingerprintOf(again.frozen) !== fingerprint)
		return stopped(sentences(message("signing.changed"), message("signing.not-signed.open-again")));
	return { stopped: false, frozen: again.frozen, version: view.version };
}

export async function recheckCommit(
	{ commits, sequencer }: Pick<SigningAccount, "commits" | "sequencer">,
	row: JournalRow,
	frozen: FrozenCommit,
): Promise<Stopped | PassedCommit> {
	const [read, fault] = await Promise.all([
		commits.read(row.intentId, row.sessionId),
		sequencer.of(row, frozen)?.fault() ?? null,
	]);
	const recheck = commitRecheckOf(read, frozen, row.fingerprint);
	if (recheck.stopped || fault === null) return recheck;
	const again = isSameFrozen(recheck.frozen, frozen)
		? fault
		: await sequencer.of(row, recheck.frozen)?.fault();
	return again === null || again === undefined ? recheck : stopped(again);
}

export function isExpired(
	frozen: Pick<Frozen, "kind" | "expires_at">,
	now: number,
	clockOffset: number,
): boolean {
	const expiry = expiryOf(frozen, clockOffset);
	return expiry !== null && expiry <= now;
}

export type CommitStatus =
	| { readonly kind: "asked" }
	| { readonly kind: "broadcast"; readonly bytes: string; readonly transactionId: string }
	| { readonly kind: "waits" }
	| { readonly kind: "moving"; readonly transactionId: string | null }
	| {
			readonly kind: "over";
			readonly state: CommitView["state"];
			readonly transactionId: string | null;
			/**
			 * The failure in the service's own words, to be quoted. `null` if the service doesn't give a
			 * reason.
			 */
			readonly failure: Message | null;
	  }
	| { readonly kind: "stopped"; readonly text: Message };

/** The codes are undocumented (docs/service-api/differences.md#newer-facts), so the text quotes the code. */
function failureOf({ failure_code: code, state }: CommitView): Message | null {
	const word = code === state ? null : failureWord(code);
	return word === null ? null : message("signing.service.failure", { word });
}

/** Throws a CommitFault if the commit can't be read. */
export function commitStatusOf(read: ReadCommit, frozen: FrozenCommit): CommitStatus {
	const unclear = (text: Message) => new CommitFault(text, { again: true, retryAfterMs: null, cause: null });
	if (read.kind === "unreadable")
		throw unclear(message("signing.service.unreadable", { reason: read.reason }));
	const { view } = read;
	switch (view.state) {
		case "needs_signature": {
			const same =
				view.review?.digest === frozen.review_digest && view.review.revision === frozen.review_revision;
			if (!same) return { kind: "stopped", text: message("signing.review.revised-after-signature") };
			if (view.wallet_attempt === undefined)
				throw unclear(message("signing.service.unreadable", { reason: "wallet_attempt" }));
			if (view.wallet_attempt !== null) return { kind: "stopped", text: message("signing.another-wallet") };
			return { kind: "asked" };
		}
		case "awaiting_broadcast":
			if (view.action?.kind === "broadcast")
				return {
					kind: "broadcast",
					bytes: view.action.signed_transaction,
					transactionId: view.action.transaction_id,
				};
			return frozen.broadcaster === "wallet"
				? { kind: "stopped", text: message("signing.awaits-nothing") }
				: { kind: "waits" };
		case "submitted":
			return { kind: "moving", transactionId: view.transaction_id };
		default:
			return {
				kind: "over",
				state: view.state,
				transactionId: view.transaction_id,
				failure: failureOf(view),
			};
	}
}

export type AttemptStatus =
	| { readonly kind: "asked"; readonly attemptId: string }
	| { readonly kind: "mismatched"; readonly attemptId: string; readonly transactionId: string | null }
	| (CommitStatus & { readonly kind: "moving" | "over" | "stopped" });

/** A wallet attempt removes the commit's pending action (docs/service-api/commits.md#view-bookkeeping). */
export function attemptStatusOf(read: ReadCommit, frozen: FrozenCommit): AttemptStatus {
	const attempt = (read.kind === "known" ? read.view.wallet_attempt : null) ?? null;
	const over = read.kind === "known" && TERMINAL_COMMIT_STATES.has(read.view.state);
	if (read.kind === "unreadable" || over || attempt === null) {
		const status = commitStatusOf(read, frozen);
		if (status.kind === "asked" || status.kind === "broadcast" || status.kind === "waits")
			return { kind: "stopped", text: message("signing.attempt.unknown") };
		return status;
	}
	const { attempt_id: attemptId, transaction_id: transactionId } = attempt;
	const { review, transaction_id: named } = read.view;
	switch (attempt.state) {
		case "mismatched":
			return { kind: "mismatched", attemptId, transactionId };
		case "reported":
		case "observing":
			return { kind: "moving", transactionId: transactionId ?? named };
		case "awaiting_wallet": {
			const same = review?.digest === frozen.review_digest && review.revision === frozen.review_revision;
			return same
				? { kind: "asked", attemptId }
				: { kind: "stopped", text: message("signing.review.revised-after-approval") };
		}
	}
}

export function statusOf(read: ReadCommit, frozen: FrozenCommit): CommitStatus | AttemptStatus {
	return frozen.route === "browser_send" ? attemptStatusOf(read, frozen) : commitStatusOf(read, frozen);
}

/** The actions of a stateless commit are stored only in our journal. */
async function readNow(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenActionLike,
): Promise<Action | null> {
	return isTracked(frozen) ? await actions.read(frozen.action_id, row.sessionId) : actions.stored(frozen);
}

function isSame({ request }: Action, frozen: FrozenActionLike): boolean {
	if (isStaged(request)) return false;
	try {
		return canonicalJson(boundRequest(request)) === canonicalJson(frozen.request);
	} catch (cause) {
		// A payload without a canonical form can't have been approved.
		if (cause instanceof CanonicalError) return false;
		throw cause;
	}
}

export function isSameOpen(action: Action, frozen: FrozenActionLike): boolean {
	return action.state === "pending" && isSame(action, frozen);
}

/**
 * Transactions that were already sent are reported even if the request has expired
 * (docs/service-api/actions.md#rules).
 */
export function acceptsAnswer(action: Action, frozen: FrozenActionLike, result: ActionResult): boolean {
	const late = action.state === "expired" && result.status === "submitted" && isSame(action, frozen);
	return late || isSameOpen(action, frozen);
}

export function actionRejection(action: Action | null, frozen: FrozenActionLike): Message | null {
	if (action === null) return message("signing.no-longer-shown");
	if (action.state !== "pending") return message("signing.no-longer-asked.action", { state: action.state });
	const same = action.revision === revisionOf(frozen) && isSame(action, frozen);
	return same ? null : message("signing.changed");
}

export async function recheckAction(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenActionLike,
): Promise<Message | null> {
	const text = actionRejection(await readNow(actions, row, frozen), frozen);
	return text === null ? null : sentences(text, message("signing.not-signed.open-again"));
}

/** Also returns `null` if the service denies access. Throws a CommitFault if a retry may help. */
export async function readAgain(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenActionLike,
): Promise<Action | null> {
	try {
		return await readNow(actions, row, frozen);
	} catch (cause) {
		if (cause instanceof CommitFault && !cause.again) return null;
		throw cause;
	}
}
