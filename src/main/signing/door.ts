import { matchFrozenEvm } from "../match/evm.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import type { FrozenReview } from "../match/frozen.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import type { Predicted } from "./records.ts";
import type { Runner } from "./runner.ts";
import { isExpired } from "./veto.ts";

/** What the person approved, as it stood on screen. */
export interface ApprovedReview {
	readonly scope: string;
	readonly entryId: string;
	readonly headline: string;
	readonly frozen: FrozenReview;
	readonly fingerprint: string;
	readonly predicted: Predicted;
}

export type Passage =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly words: string };

const refused = (words: string): Passage => ({ ok: false, words: `${words} Nothing was signed.` });

/**
 * The only door to a signature. It checks again, from the frozen object alone, writes the approval down, and only
 * then sets the runner to work.
 * @param now Unix ms.
 */
export function passDoor(
	parts: { readonly journal: Journal; readonly runner: Runner },
	approved: ApprovedReview,
	now: number,
): Passage {
	const { frozen } = approved;
	if (fingerprintOf(frozen) !== approved.fingerprint)
		return refused("The fingerprint on screen is not that of the request.");
	if (frozen.payload.kind !== "evm_transaction") return refused("This kind of payload is not signed.");
	const match = matchFrozenEvm(frozen);
	if (match.verdict !== "matched") return refused("The payload does not match the review.");
	if (isExpired(frozen, now)) return refused("The offer has expired.");
	const approval = parts.journal.approve({
		scope: approved.scope,
		entryId: approved.entryId,
		sessionId: frozen.session_id,
		commitId: frozen.commit_id,
		headline: approved.headline,
		chainRef: frozen.chain_ref,
		signer: frozen.signer,
		nonce: BigInt(frozen.payload.nonce),
		broadcaster: frozen.broadcaster,
		fingerprint: approved.fingerprint,
		digest: frozen.review_digest,
		revision: frozen.review_revision,
		frozen: JSON.stringify(frozen),
		predicted: JSON.stringify(approved.predicted),
	});
	if (!approval.ok)
		return refused(
			approval.held === "intent"
				? "This commit was approved already."
				: `Nonce ${frozen.payload.nonce} of this account is held by “${approval.by?.headline ?? "another transaction"}”, which is not settled yet.`,
		);
	parts.runner.kick(approval.row.id);
	return { ok: true, row: approval.row };
}
