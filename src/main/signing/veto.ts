import type { CommitView, ReadCommit } from "../../contract/commit.ts";
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
	return freeze(read.view, frozen, frozen.lookups ?? [], frozen.blind === true);
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
	| { readonly kind: "over"; readonly state: CommitView["state"]; readonly transactionId: string | null }
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
			return { kind: "over", state: view.state, transactionId: view.transaction_id };
	}
}
