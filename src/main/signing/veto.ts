import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../contract/commit.ts";
import { failureSentence } from "../../contract/error.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import { type Freezing, freeze } from "../match/freeze.ts";
import { expiryOf, type Frozen, type FrozenCommit } from "../match/frozen.ts";
import { CommitFault } from "./ports.ts";

/** What a re-read says: stopped, in words; or the approval stands, for a Solana payload with a renewed blockhash. */
export type Veto =
	| { readonly stopped: true; readonly words: string }
	| { readonly stopped: false; readonly frozen: FrozenCommit };

/**
 * What a re-read of the service can do to an approval: stop it. It can never change what is signed, but for a
 * blockhash that the fingerprint leaves out, since everything else is proven to be the same.
 */
export function vetoOf(read: ReadCommit, frozen: FrozenCommit, fingerprint: string): Veto {
	const words = objection(read, frozen, fingerprint);
	if (words !== null) return { stopped: true, words };
	const again = frozenAgain(read, frozen);
	return { stopped: false, frozen: again?.ok === true ? again.frozen : frozen };
}

function frozenAgain(read: ReadCommit, frozen: FrozenCommit): Freezing | null {
	if (read.kind !== "known") return null;
	return freeze(read.view, frozen, frozen.lookups ?? [], frozen.blind === true, frozen.route);
}

function objection(read: ReadCommit, frozen: FrozenCommit, fingerprint: string): string | null {
	if (read.kind === "unreadable")
		return `The service's latest answer about this commit can't be read (${read.reason}). Nothing was signed.`;
	const { view } = read;
	if (read.reviewFault !== null)
		return `The review can't be read any more (${read.reviewFault}). Nothing was signed.`;
	if (view.state !== "needs_signature")
		return `The service no longer asks for a signature: this commit is ${view.state.replaceAll("_", " ")}. Nothing was signed.`;
	const again = frozenAgain(read, frozen);
	if (again?.ok !== true)
		return again?.refusals[0]?.words ?? "The service's request can't be signed any more. Nothing was signed.";
	if (fingerprintOf(again.frozen) !== fingerprint)
		return "The service changed this request after you approved it. Nothing was signed: open it and review it again.";
	return null;
}

/** @param now Unix ms. */
export function isExpired(frozen: Pick<Frozen, "expires_at">, now: number): boolean {
	const expiry = expiryOf(frozen);
	return expiry !== null && expiry <= now;
}

export type Standing =
	/** Asked for, exactly as it was approved. */
	| { readonly kind: "asked" }
	/** The signature is in; the wallet shall submit these bytes. */
	| { readonly kind: "broadcast"; readonly bytes: string; readonly transactionId: string }
	/** Somebody has submitted it. */
	| { readonly kind: "moving"; readonly transactionId: string | null }
	/** The service has ended it. */
	| {
			readonly kind: "over";
			readonly state: CommitView["state"];
			readonly transactionId: string | null;
			/** A sentence with the service's own word for what went wrong; null where it gives none. */
			readonly failure: string | null;
	  }
	/** The signature must not be handed in (again). */
	| { readonly kind: "stopped"; readonly words: string };

/** Where a commit that we have signed stands with the service. */
export function standingOf(read: ReadCommit, frozen: FrozenCommit): Standing {
	// Says nothing either way: what was signed stays as it is, and the service is asked again.
	if (read.kind === "unreadable")
		throw new CommitFault(`The service's answer about this commit can't be read (${read.reason}).`, {
			again: true,
			retryAfterMs: null,
			cause: null,
		});
	const { view } = read;
	switch (view.state) {
		case "needs_signature": {
			const same =
				view.review?.digest === frozen.review_digest && view.review.revision === frozen.review_revision;
			if (!same) return { kind: "stopped", words: "The service revised the review after it was signed." };
			if (view.wallet_attempt !== null)
				return { kind: "stopped", words: "Another wallet has begun to send this." };
			return { kind: "asked" };
		}
		case "awaiting_broadcast":
			if (view.action?.kind === "broadcast")
				return {
					kind: "broadcast",
					bytes: view.action.signed_transaction,
					transactionId: view.action.transaction_id,
				};
			return { kind: "stopped", words: "The service awaits a broadcast, but gives nothing to send." };
		case "submitted":
			return { kind: "moving", transactionId: view.transaction_id };
		default:
			return {
				kind: "over",
				state: view.state,
				transactionId: view.transaction_id,
				failure: view.failure_code === view.state ? null : failureSentence(view.failure_code),
			};
	}
}

/** Where the commit of a wallet attempt stands with the service. */
export type AttemptStanding =
	/** It waits to hear of this attempt, under the same review. */
	| { readonly kind: "asked"; readonly attemptId: string }
	/** The chain holds another transaction than the reviewed one: never executed again. */
	| { readonly kind: "mismatched"; readonly attemptId: string; readonly transactionId: string | null }
	| (Standing & { readonly kind: "moving" | "over" | "stopped" });

/** A wallet attempt takes the commit's action away; what the service awaits then stands in the attempt (learnt.md 7.7). */
export function attemptStandingOf(read: ReadCommit, frozen: FrozenCommit): AttemptStanding {
	const attempt = read.kind === "known" ? read.view.wallet_attempt : null;
	const over = read.kind === "known" && TERMINAL_COMMIT_STATES.has(read.view.state);
	if (read.kind === "unreadable" || over || attempt === null) {
		const standing = standingOf(read, frozen);
		if (standing.kind === "asked" || standing.kind === "broadcast")
			return { kind: "stopped", words: "The service knows nothing of the attempt to send this." };
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
				: { kind: "stopped", words: "The service revised the review after it was approved." };
		}
	}
}

/** Either, by the route that was approved. */
export function standingNow(read: ReadCommit, frozen: FrozenCommit): Standing | AttemptStanding {
	return frozen.route === "browser_send" ? attemptStandingOf(read, frozen) : standingOf(read, frozen);
}
