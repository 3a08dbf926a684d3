import { fingerprintOf } from "../../core/match/fingerprint.ts";
import { freeze } from "../../core/match/freeze.ts";
import { expiryOf, type Frozen, type FrozenCommit } from "../../core/match/frozen.ts";
import { asMessage, type Message, message, sentences } from "../../core/message.ts";
import { notSigned } from "../../core/unsigned.ts";
import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../service-api/commit.ts";
import { failureWord } from "../../service-api/error.ts";
import { CommitFault } from "./ports.ts";

/** What a re-read says: stopped, in words; or the approval stands, for a Solana payload with a renewed blockhash. */
export type CommitRecheck =
	| { readonly stopped: true; readonly text: Message }
	| { readonly stopped: false; readonly frozen: FrozenCommit };

const stopped = (text: Message): CommitRecheck => ({ stopped: true, text });

/**
 * What a re-read of the service can do to an approval: stop it. It can never change what is signed, but for a
 * blockhash that the fingerprint leaves out, since everything else is proven to be the same. What was read anew is
 * frozen here, by the settings that were approved, and shared with nothing that was frozen to be shown.
 */
export function commitRecheckOf(read: ReadCommit, frozen: FrozenCommit, fingerprint: string): CommitRecheck {
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
			/** The service's own word for what went wrong, told as its word; null where it gives none. */
			readonly failure: Message | null;
	  }
	/** The signature must not be handed in (again). */
	| { readonly kind: "stopped"; readonly text: Message };

/** Its set of values is not known (docs/service-api/differences.md#newer-facts), so that it is quoted. */
function failureOf({ failure_code: code, state }: CommitView): Message | null {
	const word = code === state ? null : failureWord(code);
	return word === null ? null : message("signing.service.failure", { word });
}

/** Where a commit that we have signed stands with the service. */
export function commitStatusOf(read: ReadCommit, frozen: FrozenCommit): CommitStatus {
	// Says nothing either way: what was signed stays as it is, and the service is asked again.
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

/** Where the commit of a wallet attempt stands with the service. */
export type AttemptStatus =
	/** It waits to hear of this attempt, under the same review. */
	| { readonly kind: "asked"; readonly attemptId: string }
	/** The chain holds another transaction than the reviewed one: never executed again. */
	| { readonly kind: "mismatched"; readonly attemptId: string; readonly transactionId: string | null }
	| (CommitStatus & { readonly kind: "moving" | "over" | "stopped" });

/**
 * A wallet attempt takes the commit's action away; what the service awaits then stands in the attempt
 * (docs/service-api/commits.md#view-bookkeeping).
 */
export function attemptStatusOf(read: ReadCommit, frozen: FrozenCommit): AttemptStatus {
	const attempt = (read.kind === "known" ? read.view.wallet_attempt : null) ?? null;
	const over = read.kind === "known" && TERMINAL_COMMIT_STATES.has(read.view.state);
	if (read.kind === "unreadable" || over || attempt === null) {
		const standing = commitStatusOf(read, frozen);
		if (standing.kind === "asked" || standing.kind === "broadcast" || standing.kind === "waits")
			return { kind: "stopped", text: message("signing.attempt.unknown") };
		return standing;
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

/** Either, by the route that was approved. */
export function standingNow(read: ReadCommit, frozen: FrozenCommit): CommitStatus | AttemptStatus {
	return frozen.route === "browser_send" ? attemptStatusOf(read, frozen) : commitStatusOf(read, frozen);
}
