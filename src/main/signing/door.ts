import { fingerprintOf } from "../match/fingerprint.ts";
import { type Frozen, type FrozenAction, intentsOf } from "../match/frozen.ts";
import { matchFrozen } from "../match/match.ts";
import { refusalsOf } from "../policy/check-rules.ts";
import type { LegFacts } from "../policy/rule-facts.ts";
import type { PolicyStanding } from "../policy/rules.ts";
import { spentWithinDay } from "../policy/spent.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { ApprovedIntent, JournalKind, JournalRow } from "../storage/journal-types.ts";
import type { Predicted } from "./records.ts";
import { replacementFault } from "./replacement.ts";
import type { Runner } from "./runner.ts";
import { isExpired } from "./veto.ts";

/** What the person approved, as it stood on screen. */
export interface ApprovedReview {
	readonly scope: string;
	readonly entryId: string;
	readonly headline: string;
	readonly frozen: Frozen;
	readonly fingerprint: string;
	/** One for each intent, in order. */
	readonly steps: readonly { readonly headline: string; readonly predicted: Predicted }[];
	/** The journal's row that a replacement is to replace; null for everything else. */
	readonly replaces: string | null;
	/** The person's rules as they stand at this moment, and what the review on screen found out for them. */
	readonly policy: { readonly standing: PolicyStanding; readonly legs: readonly LegFacts[] };
}

export type Passage =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly words: string };

const refused = (words: string): Passage => ({ ok: false, words: `${words} Nothing was signed.` });

/**
 * What must not be signed twice. Transactions of an action are bound to the action whatever its revision, since an
 * earlier one may be on the chain; a mere signature is bound to its revision, since a new one asks for another.
 */
export function actionIntentId(
	frozen: Pick<FrozenAction, "action_id" | "action_revision" | "request">,
): string {
	const id = `action:${frozen.action_id}`;
	return frozen.request.type === "sign" ? `${id}@${frozen.action_revision}` : id;
}

/** The journal's own name of a revocation, which is its entry's id as well. */
export const revocationIntentId = (id: string): string => `revocation:${id}`;

function kindOf(frozen: Frozen): JournalKind {
	if ("intents" in frozen) return "action";
	if ("revokes" in frozen) return "revocation";
	return "replaces" in frozen ? "replacement" : "commit";
}

/** The journal's own name of what is approved. */
export function intentIdOf(frozen: Frozen): string {
	if ("intents" in frozen) return actionIntentId(frozen);
	if ("revokes" in frozen) return revocationIntentId(frozen.revocation_id);
	return "replaces" in frozen ? `replacement:${frozen.replacement_id}` : frozen.commit_id;
}

function nonceOf(frozen: Frozen, place: number): bigint | null {
	const intent = intentsOf(frozen)[place];
	return intent?.kind === "evm_transaction" ? BigInt(intent.nonce) : null;
}

function rowOf(approved: ApprovedReview): ApprovedIntent {
	const { frozen } = approved;
	const ofCommit = "commit_id" in frozen;
	return {
		kind: kindOf(frozen),
		scope: approved.scope,
		entryId: approved.entryId,
		sessionId: frozen.session_id,
		intentId: intentIdOf(frozen),
		headline: approved.headline,
		chainRef: frozen.chain_ref ?? "",
		signer: frozen.signer,
		// The nonces of an action are held by its legs.
		nonce: "intents" in frozen ? null : nonceOf(frozen, 0),
		replaces: approved.replaces,
		broadcaster: ofCommit ? frozen.broadcaster : "wallet",
		transport: ofCommit ? frozen.route : "sign_and_broadcast",
		fingerprint: approved.fingerprint,
		digest: ofCommit ? frozen.review_digest : "",
		revision: ofCommit ? frozen.review_revision : "intents" in frozen ? frozen.action_revision : 0,
		frozen: JSON.stringify(frozen),
		predicted: JSON.stringify(approved.steps[0]?.predicted ?? null),
	};
}

function legsOf(approved: ApprovedReview, row: ApprovedIntent): ApprovedIntent[] {
	const { frozen } = approved;
	if (!("intents" in frozen)) return [];
	return frozen.intents.map((_, place) => ({
		...row,
		kind: "leg",
		intentId: `${row.intentId}#${place + 1}`,
		headline: approved.steps[place]?.headline ?? row.headline,
		nonce: nonceOf(frozen, place),
		predicted: JSON.stringify(approved.steps[place]?.predicted ?? null),
	}));
}

/** What is replaced must be what stands on screen, and still be there to be replaced. */
function faultOfReplacement(journal: Journal, approved: ApprovedReview): string | null {
	const { frozen, replaces } = approved;
	if (!("replaces" in frozen) || replaces === null) return null;
	const root = journal.row(replaces);
	if (root !== null && root.scope !== approved.scope) return "It would replace another person's transaction.";
	return replacementFault(root, journal.replacementsOf(replaces), frozen);
}

/**
 * The person's rules once more. What was spent is counted from the journal in the same tick in which the approval is
 * written into it, so that of two approvals the second one always finds the first.
 */
function faultOfRules(journal: Journal, { policy, frozen }: ApprovedReview, now: number): string | null {
	const { standing, legs } = policy;
	if (legs.length !== intentsOf(frozen).length)
		return "Your rules can't be held against all that would be signed.";
	const { request } = standing;
	const spent = request === null ? standing.spent : () => spentWithinDay(journal, request, now);
	const refusals = refusalsOf({ ...standing, spent }, legs);
	return refusals.length === 0 ? null : refusals.map(({ words }) => words).join(" ");
}

/**
 * The only door to a signature. It checks again, from the frozen object and the person's rules alone, writes the
 * approval down, and only then sets the runner to work. The rules speak about approving: what was let through and
 * then waits for a Ledger is not held against hours or limits again, and counts into the day from its approval on.
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
	if (approved.steps.length !== intentsOf(frozen).length)
		return refused("Not everything that would be signed could be decoded.");
	if ("replaces" in frozen !== (approved.replaces !== null))
		return refused("What is to be replaced is not certain.");
	const fault = faultOfReplacement(parts.journal, approved);
	if (fault !== null) return refused(fault);
	if (matchFrozen(frozen).verdict !== "matched") return refused("The payload does not match the review.");
	if (isExpired(frozen, now)) return refused("The offer has expired.");
	const against = faultOfRules(parts.journal, approved, now);
	if (against !== null) return refused(against);
	const row = rowOf(approved);
	const legs = legsOf(approved, row);
	const approval = parts.journal.approve(row, legs);
	if (!approval.ok)
		return refused(
			approval.held === "intent"
				? "This request was approved already."
				: `${approval.by?.nonce == null ? "A nonce" : `Nonce ${approval.by.nonce}`} of this account is held by “${approval.by?.headline ?? "another transaction"}”, which is not settled yet.`,
		);
	parts.runner.kick(approval.row.id);
	for (const leg of parts.journal.legsOf(approval.row.id)) parts.runner.kick(leg.id);
	return { ok: true, row: approval.row };
}
