import type { JournalRow } from "../../core/journal/types.ts";
import { CanonicalError } from "../../core/match/canonical.ts";
import { boundRequest, canonicalJson, fingerprintOf, isSameFrozen } from "../../core/match/fingerprint.ts";
import { freeze } from "../../core/match/freeze.ts";
import { isStaged } from "../../core/match/freeze-action.ts";
import { expiryOf, type Frozen, type FrozenAction, type FrozenCommit } from "../../core/match/frozen.ts";
import { asMessage, type Message, message, sentences } from "../../core/message.ts";
import { notSigned } from "../../core/unsigned.ts";
import type { ActionResult } from "../../service-api/action.ts";
import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../service-api/commit.ts";
import { failureWord } from "../../service-api/error.ts";
import type { Action } from "../../service-api/events.ts";
import { type ActionService, CommitFault, type SigningAccount } from "./signing-service.ts";

/** The outcome of a recheck right before a signature: a reason to stop, or what is to be signed. */
export type Recheck<T extends Frozen = Frozen> =
	| { readonly stopped: true; readonly text: Message }
	/** The approved object; for a Solana payload it may carry a renewed blockhash. */
	| { readonly stopped: false; readonly frozen: T };

const stopped = (text: Message): Recheck<FrozenCommit> => ({ stopped: true, text });

/**
 * Compares a re-read commit with an approval, which it can only stop. It never changes what is signed, except
 * for a blockhash that the fingerprint excludes: everything else is proven equal. The new read is frozen here
 * with the approved settings, and shares nothing with objects frozen for display.
 */
function commitRecheckOf(read: ReadCommit, frozen: FrozenCommit, fingerprint: string): Recheck<FrozenCommit> {
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
	return { stopped: false, frozen: again.frozen };
}

/** Reads service and chain right before a commit is signed, or claimed. Throws what they throw. */
export async function recheckCommit(
	{ commits, sequencer }: Pick<SigningAccount, "commits" | "sequencer">,
	row: JournalRow,
	frozen: FrozenCommit,
): Promise<Recheck<FrozenCommit> & { readonly version: number | null }> {
	const [read, fault] = await Promise.all([
		commits.read(row.intentId, row.sessionId),
		sequencer.of(row, frozen)?.fault() ?? null,
	]);
	const version = read.kind === "known" ? read.view.version : null;
	const recheck = commitRecheckOf(read, frozen, row.fingerprint);
	if (recheck.stopped || fault === null) return { ...recheck, version };
	// A renewed blockhash is another than the one whose fault was read.
	const again = isSameFrozen(recheck.frozen, frozen)
		? fault
		: await sequencer.of(row, recheck.frozen)?.fault();
	return again === null || again === undefined
		? { ...recheck, version }
		: { stopped: true, text: again, version };
}

/**
 * @param now Unix ms.
 * @param clockOffset of the service's clock (service-clock.ts)
 */
export function isExpired(frozen: Pick<Frozen, "expires_at">, now: number, clockOffset: number): boolean {
	const expiry = expiryOf(frozen, clockOffset);
	return expiry !== null && expiry <= now;
}

export type CommitStatus =
	/** Asked for, exactly as it was approved. */
	| { readonly kind: "asked" }
	/** The signature is in; the wallet shall submit these bytes. */
	| { readonly kind: "broadcast"; readonly bytes: string; readonly transactionId: string }
	/** The signature is in; it is for the service or its venue to submit it. */
	| { readonly kind: "waits" }
	/** Somebody has submitted it. */
	| { readonly kind: "moving"; readonly transactionId: string | null }
	/** The service has ended it. */
	| {
			readonly kind: "over";
			readonly state: CommitView["state"];
			readonly transactionId: string | null;
			/** The service's own word for what went wrong, shown as its word; `null` if it gives none. */
			readonly failure: Message | null;
	  }
	/** The signature must not be submitted (again). */
	| { readonly kind: "stopped"; readonly text: Message };

/** Its set of values is not known (docs/service-api/differences.md#newer-facts), so that it is quoted. */
function failureOf({ failure_code: code, state }: CommitView): Message | null {
	const word = code === state ? null : failureWord(code);
	return word === null ? null : message("signing.service.failure", { word });
}

/** The status of a signed commit at the service. Throws a CommitFault if it can't be read. */
export function commitStatusOf(read: ReadCommit, frozen: FrozenCommit): CommitStatus {
	// Says nothing either way: what was signed stays as it is, and the service is read again.
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

/** The status of a wallet attempt's commit at the service. */
export type AttemptStatus =
	/** It waits to hear of this attempt, under the same review. */
	| { readonly kind: "asked"; readonly attemptId: string }
	/** The chain holds another transaction than the reviewed one: never executed again. */
	| { readonly kind: "mismatched"; readonly attemptId: string; readonly transactionId: string | null }
	| (CommitStatus & { readonly kind: "moving" | "over" | "stopped" });

/**
 * A wallet attempt removes the commit's action; what the service awaits then is in the attempt
 * (docs/service-api/commits.md#view-bookkeeping).
 */
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

/** Returns either, by the route that was approved. */
export function statusOf(read: ReadCommit, frozen: FrozenCommit): CommitStatus | AttemptStatus {
	return frozen.route === "browser_send" ? attemptStatusOf(read, frozen) : commitStatusOf(read, frozen);
}

/** Reads an action from the service, or from our own journal if a Build's commit asks for it. */
async function readNow(
	actions: ActionService,
	row: JournalRow,
	{ action_id, build }: FrozenAction,
): Promise<Action | null> {
	return build === undefined ? await actions.read(action_id, row.sessionId) : actions.committed(build);
}

/** Whether everything that the approval binds is the same, and still for this wallet to sign at once. */
function isSame({ request }: Action, frozen: FrozenAction): boolean {
	if (isStaged(request)) return false;
	try {
		return canonicalJson(boundRequest(request)) === canonicalJson(frozen.request);
	} catch (cause) {
		// Content without a canonical form was never approved.
		if (cause instanceof CanonicalError) return false;
		throw cause;
	}
}

/** Whether it waits for an answer to exactly the approved request, at whichever revision. */
export function isSameOpen(action: Action, frozen: FrozenAction): boolean {
	return action.state === "pending" && isSame(action, frozen);
}

/** The same; what was submitted is reported even to a request that has expired (docs/service-api/actions.md#rules). */
export function acceptsAnswer(action: Action, frozen: FrozenAction, result: ActionResult): boolean {
	const late = action.state === "expired" && result.status === "submitted" && isSame(action, frozen);
	return late || isSameOpen(action, frozen);
}

/** Why this action must not be answered as it was approved, without what that means; `null` if it may be. */
export function actionRejection(action: Action | null, frozen: FrozenAction): Message | null {
	if (action === null) return message("signing.no-longer-shown");
	if (action.state !== "pending") return message("signing.no-longer-asked.action", { state: action.state });
	const same = action.revision === frozen.action_revision && isSame(action, frozen);
	return same ? null : message("signing.changed");
}

/** Reads the action once more, before anything is signed. Throws a CommitFault. */
export async function recheckAction(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<Message | null> {
	const text = actionRejection(await readNow(actions, row, frozen), frozen);
	return text === null ? null : sentences(text, message("signing.not-signed.open-again"));
}

/** The action as the service shows it; `null` also if it refuses to show it. Throws a CommitFault that passes. */
export async function readAgain(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<Action | null> {
	try {
		return await readNow(actions, row, frozen);
	} catch (cause) {
		if (cause instanceof CommitFault && !cause.again) return null;
		throw cause;
	}
}
