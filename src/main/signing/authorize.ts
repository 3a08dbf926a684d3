import type { StepDetail } from "../../core/journal/details.ts";
import { intentIdOf } from "../../core/journal/intent-id.ts";
import type { Predicted } from "../../core/journal/records.ts";
import type { ApprovedIntent, JournalRow } from "../../core/journal/types.ts";
import { isMessage, type Message, message, sentences, type Text } from "../../core/localized-text.ts";
import { fingerprintOf } from "../../core/match/fingerprint.ts";
import { type Frozen, intentsOf, isActionLike, revisionOf } from "../../core/match/frozen.ts";
import { matchFrozen } from "../../core/match/match.ts";
import { type Judgement, judge } from "../../core/rules/check-rules.ts";
import type { ItemFacts } from "../../core/rules/rule-facts.ts";
import type { PolicyContext } from "../../core/rules/rules.ts";
import { notSigned } from "../../core/unsigned.ts";
import { replacementFault } from "../reviewing/own/replacement.ts";
import { spentOn, spentWithinDay } from "../rules/spent.ts";
import type { Journal, JournalApproval } from "../storage/journal-db.ts";
import { briefly } from "./outcomes.ts";
import { isExpired } from "./recheck.ts";
import type { Runner } from "./runner.ts";

export interface ApprovedReview
	extends Pick<ApprovedIntent, "scope" | "entryId" | "headline" | "frozen" | "fingerprint" | "replaces"> {
	readonly steps: readonly { readonly headline: Text; readonly predicted: Predicted }[];
	readonly policy: { readonly context: PolicyContext; readonly items: readonly ItemFacts[] };
}

export type Authorization =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly text: Message };

const refused = (text: Message): Authorization => ({ ok: false, text: notSigned(text) });

function nonceOf(frozen: Frozen, index: number): bigint | null {
	const intent = intentsOf(frozen)[index];
	return intent?.kind === "evm_transaction" ? BigInt(intent.nonce) : null;
}

function rowOf(approved: ApprovedReview): ApprovedIntent {
	const { frozen } = approved;
	const ofCommit = frozen.kind === "commit";
	return {
		kind: frozen.kind,
		scope: approved.scope,
		entryId: approved.entryId,
		sessionId: frozen.session_id,
		intentId: intentIdOf(frozen),
		headline: approved.headline,
		chainRef: frozen.chain_ref ?? "",
		signer: frozen.signer,
		nonce: isActionLike(frozen) ? null : nonceOf(frozen, 0),
		replaces: approved.replaces,
		broadcaster: ofCommit ? frozen.broadcaster : "wallet",
		transport: ofCommit ? frozen.route : "sign_and_broadcast",
		fingerprint: approved.fingerprint,
		digest: ofCommit ? frozen.review_digest : "",
		revision: ofCommit ? frozen.review_revision : isActionLike(frozen) ? revisionOf(frozen) : 0,
		frozen,
		predicted: approved.steps[0]?.predicted ?? null,
	};
}

function stepsOf(approved: ApprovedReview, row: ApprovedIntent): ApprovedIntent[] {
	const { frozen } = approved;
	if (!isActionLike(frozen)) return [];
	return frozen.intents.map((_, index) => ({
		...row,
		kind: "leg",
		intentId: `${row.intentId}#${index + 1}`,
		headline: approved.steps[index]?.headline ?? row.headline,
		nonce: nonceOf(frozen, index),
		predicted: approved.steps[index]?.predicted ?? null,
	}));
}

function faultOfReplacement(journal: Journal, approved: ApprovedReview): Message | null {
	const { frozen, replaces } = approved;
	if (frozen.kind !== "replacement" || replaces === null) return null;
	const root = journal.row(replaces);
	if (root !== null && root.scope !== approved.scope) return message("signing.authorize.others-transaction");
	return replacementFault(root, journal.replacementsOf(replaces), frozen);
}

/**
 * Reads the spending in the same tick that stores the approval, so a second approval always counts the first.
 */
function judged(journal: Journal, { policy, frozen }: ApprovedReview, now: number): Judgement | Message {
	const { context, items } = policy;
	if (items.length !== intentsOf(frozen).length) return message("signing.authorize.rules-unclear");
	const { request } = context;
	const spent: PolicyContext["spent"] =
		request === null
			? context.spent
			: (chainRef, agents = "all") => spentWithinDay(journal, { ...spentOn(request, chainRef), agents }, now);
	const judgement = judge({ ...context, spent }, items);
	return judgement.refusals.length === 0
		? judgement
		: sentences(...judgement.refusals.map(({ text }) => text));
}

const detailOf = ({ setAside }: Judgement): StepDetail | null =>
	setAside.length === 0
		? null
		: { kind: "allowed_once", rules: setAside.map(({ ruleId, rule }) => ({ id: ruleId, name: rule })) };

function conflictText({ held, by }: Extract<JournalApproval, { ok: false }>): Message {
	if (held === "intent") return message("signing.authorize.twice");
	if (by === null || by.nonce === null) return message("signing.authorize.held.unknown");
	return message("signing.authorize.held", { nonce: by.nonce.toString(), headline: briefly(by.headline) });
}

/**
 * Checks the frozen object against the user's rules again, stores the approval and wakes the runner. There is
 * no other path to a signature.
 * @param now Unix ms.
 * @param clockOffset offset from the service's clock (service-clock.ts)
 */
export function authorize(
	parts: { readonly journal: Journal; readonly runner: Pick<Runner, "wake"> },
	approved: ApprovedReview,
	now: number,
	clockOffset: number,
): Authorization {
	const { frozen } = approved;
	if (parts.journal.hasOlderUnsettled) return refused(message("against.older-journal"));
	if (fingerprintOf(frozen) !== approved.fingerprint)
		return refused(message("signing.authorize.other-fingerprint"));
	if (approved.steps.length !== intentsOf(frozen).length)
		return refused(message("signing.authorize.undecoded"));
	if ((frozen.kind === "replacement") !== (approved.replaces !== null))
		return refused(message("signing.authorize.replaces-unclear"));
	const fault = faultOfReplacement(parts.journal, approved);
	if (fault !== null) return refused(fault);
	if (matchFrozen(frozen).verdict !== "matched") return refused(message("signing.authorize.not-matched"));
	if (isExpired(frozen, now, clockOffset)) return refused(message("signing.expired"));
	const judgement = judged(parts.journal, approved, now);
	if (isMessage(judgement)) return refused(judgement);
	const row = rowOf(approved);
	const legs = stepsOf(approved, row);
	const approval = parts.journal.approve(row, legs, detailOf(judgement));
	if (!approval.ok) return refused(conflictText(approval));
	parts.runner.wake(approval.row.id);
	for (const item of parts.journal.stepRowsOf(approval.row.id)) parts.runner.wake(item.id);
	return { ok: true, row: approval.row };
}
