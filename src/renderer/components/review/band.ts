import { codesOf, message, sameText, type Text } from "../../../core/message.ts";
import { SEVERITY_RANK } from "../../../core/risk/finding.ts";
import { shortReason } from "../../../core/risk/short-reason.ts";
import type { FindingRow, ReviewView } from "../../../ipc/review.ts";
import { unknownText, waitsForOpinion } from "./sentences.ts";

/** What a review comes to, in one of five ways. It never says "safe", which nobody can promise. */

export interface Band {
	readonly tone: "calm" | "checking" | "caution" | "danger" | "blocked";
	readonly reason: Text;
	/** What else stands out, the gravest first; without mere information. */
	readonly more: readonly FindingRow[];
}

/** The gravest first; of one gravity as they came. */
export const byGravity = (rows: readonly FindingRow[]): readonly FindingRow[] =>
	rows.toSorted((left, right) => SEVERITY_RANK[left.severity] - SEVERITY_RANK[right.severity]);

type Judged = Pick<
	ReviewView,
	| "approval"
	| "checks"
	| "contents"
	| "findings"
	| "fingerprint"
	| "guards"
	| "headlineKnown"
	| "opinion"
	| "signer"
	| "verdict"
	| "warnings"
>;

/** The request is over, or not there yet: nothing is wrong with it. */
const OVER = /^against\.(state|action-state|expired|attempt|unconfirmed)/;

const isOver = (refusal: Text | undefined): boolean =>
	refusal !== undefined && codesOf(refusal).some((code) => OVER.test(code));

/** Main's own refusals that pass by themselves stand below, where something can be done about them. */
export const isLasting = (review: Judged): boolean =>
	!review.approval.possible && !review.approval.canRetry && !waitsForOpinion(review);

function blockedBy(review: Judged): Text | null {
	const { approval, checks, findings, opinion, verdict } = review;
	const failed = checks.find(({ status }) => status === "failed");
	if (verdict === "refused") return failed?.text ?? approval.refusals[0] ?? null;
	const block = findings.find(({ severity }) => severity === "block");
	if (block !== undefined) return block.text;
	if (opinion?.state === "undeclared") return opinion.text;
	const [first] = approval.refusals;
	return isLasting(review) && !isOver(first) ? (first ?? null) : null;
}

const PASSED = /^(pass|passed|ok)$/i;

/** Why one should look, where no finding says it. */
function doubtOf(review: Judged): Text | null {
	const { opinion } = review;
	if (review.verdict === "unproven") return message("trusted.glance.not-checked");
	if (!review.headlineKnown) return unknownText(review);
	if (opinion?.state === "differs" || opinion?.state === "unseen") return opinion.text;
	if (opinion?.state === "unproven" && opinion.how === null) return opinion.text;
	if (review.guards.some(({ status }) => !PASSED.test(status)))
		return message("trusted.glance.a-guard-failed");
	return review.warnings.length > 0 ? message("trusted.glance.service-warns") : null;
}

const opinionRuns = ({ opinion }: Judged): boolean => opinion?.state === "running";

/** The worst of all that speaks against a review. */
export function bandOf(review: Judged): Band {
	const grave = byGravity(review.findings).filter(({ severity }) => severity !== "info");
	const [worst, ...others] = grave;
	const blocked = blockedBy(review);
	if (blocked !== null) {
		const more = grave.filter(({ text }) => !sameText(text, blocked));
		return { tone: "blocked", reason: shortReason(blocked), more };
	}
	const [refusal] = review.approval.refusals;
	if (isLasting(review) && refusal !== undefined)
		return { tone: "caution", reason: shortReason(refusal), more: grave };
	if (worst?.severity === "danger") return { tone: "danger", reason: shortReason(worst.text), more: others };
	// Nothing is calm before it was simulated, whatever else stands against an approval.
	if (opinionRuns(review))
		return { tone: "checking", reason: message("trusted.glance.checking"), more: grave };
	if (worst !== undefined) return { tone: "caution", reason: shortReason(worst.text), more: others };
	const doubt = doubtOf(review);
	// Said below, with what there is to do; a vault that is locked says nothing of the request.
	if (!review.approval.possible && review.signer.state !== "locked")
		return { tone: "caution", reason: message("trusted.glance.not-now"), more: [] };
	// A word is asked for, and no finding says why: it is never calm.
	if (doubt === null && review.approval.word !== null)
		return { tone: "caution", reason: message("trusted.glance.typed.risk"), more: [] };
	if (doubt !== null) return { tone: "caution", reason: shortReason(doubt), more: [] };
	return { tone: "calm", reason: message("trusted.glance.nothing-unusual"), more: [] };
}
