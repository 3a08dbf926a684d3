import { byKind } from "../by-kind.ts";
import { firstSentence, type Message, message, sameText, type Text } from "../localized-text.ts";
import type { Check } from "../match/check.ts";
import { byGravity, type Finding, type RiskBadge, shortText } from "../risk/finding.ts";
import type { ApprovalState } from "./approval.ts";

/**
 * A review's verdict, which its band, list rows and notifications share. It never says "safe", because no one
 * can promise that.
 */

/** Maximum number of parties shown with their full address. More would push the decision out of view. */
export const FEW_PARTIES = 2;

type JudgedFinding = Pick<Finding, "id" | "severity" | "short"> & { readonly text: Text };

export interface Band {
	readonly tone: "calm" | "checking" | "caution" | "danger" | "blocked";
	readonly reason: Text;
	readonly more: readonly JudgedFinding[];
	/** Finding that explains the verdict. */
	readonly cause?: JudgedFinding;
	/** Whether the condition is temporary and unrelated to the request itself. */
	readonly isPassing: boolean;
}

type JudgedContent =
	| {
			readonly kind: "evm_transaction";
			readonly claims: readonly unknown[];
			readonly calls: readonly { readonly source: string }[];
	  }
	| { readonly kind: "typed_data"; readonly claims: readonly unknown[] }
	| { readonly kind: "svm_transaction" | "message" | "user_operation" };

export interface JudgedReview {
	readonly approval: Pick<ApprovalState, "possible" | "refusals" | "word" | "canRetry" | "isEnded">;
	readonly checks: readonly (Pick<Check, "status"> & { readonly text: Text })[];
	readonly contents: readonly JudgedContent[];
	readonly findings: readonly JudgedFinding[];
	readonly fingerprint: string | null;
	readonly guards: readonly { readonly status: string }[];
	readonly headlineKnown: boolean;
	readonly opinion: { readonly state: string; readonly text: Text; readonly how: Text | null } | null;
	readonly signer: { readonly state: string };
	readonly verdict: "matched" | "refused" | "unproven";
	readonly warnings: readonly unknown[];
	/** Names the payment to an unknown address. Not set if there is no such payment. */
	readonly outlier?: Message;
}

export function unknownText({ contents }: Pick<JudgedReview, "contents">): Message {
	const [only, ...more] = contents;
	if (only === undefined) return message("trusted.review.undecoded.headline");
	if (more.length > 0) return message("trusted.review.unread.steps");
	if ((only.kind === "evm_transaction" || only.kind === "typed_data") && only.claims.length > 0)
		return message("trusted.review.unread.quoted");
	return byKind(only, {
		evm_transaction: (only) =>
			only.calls.some(({ source }) => source === "decoded")
				? message("trusted.review.unread.calls")
				: message("trusted.review.unread.function"),
		svm_transaction: () => message("trusted.review.unread.instructions"),
		message: () => message("trusted.review.unread.use"),
		typed_data: () => message("trusted.review.unread.typed-data"),
		user_operation: () => message("trusted.review.unread.meaning"),
	});
}

export function waitsForOpinion({
	opinion,
	approval,
	fingerprint,
}: Pick<JudgedReview, "opinion" | "fingerprint"> & {
	readonly approval: Pick<ApprovalState, "refusals">;
}): boolean {
	return opinion?.state === "running" && approval.refusals.length === 1 && fingerprint !== null;
}

export const isLasting = (review: JudgedReview): boolean =>
	!review.approval.possible && !review.approval.canRetry && !waitsForOpinion(review);

function blockedBy(review: JudgedReview): Text | null {
	const { approval, checks, findings, opinion, verdict } = review;
	const failed = checks.find(({ status }) => status === "failed");
	if (verdict === "refused") return failed?.text ?? approval.refusals[0] ?? null;
	const block = findings.find(({ severity }) => severity === "block");
	if (block !== undefined) return block.text;
	if (opinion?.state === "undeclared") return opinion.text;
	const [first] = approval.refusals;
	return isLasting(review) && approval.isEnded !== true ? (first ?? null) : null;
}

const PASSED = /^(pass|passed|ok)$/i;

function doubtOf(review: JudgedReview): Text | null {
	const { opinion } = review;
	if (review.verdict === "unproven") return message("trusted.preview.not-checked");
	if (!review.headlineKnown) return unknownText(review);
	if (opinion?.state === "differs" || opinion?.state === "unseen") return opinion.text;
	if (opinion?.state === "unproven" && opinion.how === null) return opinion.text;
	if (review.guards.some(({ status }) => !PASSED.test(status)))
		return message("trusted.preview.a-guard-failed");
	return review.warnings.length > 0 ? message("trusted.preview.service-warns") : null;
}

const opinionRuns = ({ opinion }: JudgedReview): boolean => opinion?.state === "running";

const ofRequest = (tone: Band["tone"], reason: Text, more: Band["more"], cause?: JudgedFinding): Band => ({
	tone,
	reason: firstSentence(reason),
	more,
	isPassing: false,
	...(cause === undefined ? {} : { cause }),
});
const ofNow = (tone: Band["tone"], reason: Text, more: Band["more"]): Band => ({
	...ofRequest(tone, reason, more),
	isPassing: true,
});

/** A payment to an unknown address is named instead of the total loss, because it says more. */
const isLoss = ({ id }: Pick<Finding, "id">): boolean => id === "loss";

export function bandOf(review: JudgedReview): Band {
	const grave = byGravity(review.findings).filter(({ severity }) => severity !== "info");
	const [worst, ...others] = grave;
	const blocked = blockedBy(review);
	if (blocked !== null) {
		const found = grave.find(({ text }) => sameText(text, blocked));
		return ofRequest(
			"blocked",
			found === undefined ? blocked : shortText(found),
			grave.filter(({ text }) => !sameText(text, blocked)),
			found,
		);
	}
	const [refusal] = review.approval.refusals;
	if (isLasting(review) && refusal !== undefined) return ofRequest("caution", refusal, grave);
	const { outlier } = review;
	const reasonOf = (found: JudgedFinding): Text =>
		outlier !== undefined && isLoss(found) ? outlier : shortText(found);
	if (worst?.severity === "danger") return ofRequest("danger", reasonOf(worst), others, worst);
	// A request is never shown as calm before it has been simulated, regardless of other obstacles.
	if (opinionRuns(review)) return ofNow("checking", message("trusted.preview.checking"), grave);
	if (worst !== undefined) return ofRequest("caution", reasonOf(worst), others, worst);
	const doubt = doubtOf(review);
	// The obstacle and its solution are shown below. A locked vault says nothing about the request.
	if (!review.approval.possible && review.signer.state !== "locked")
		return ofNow("caution", message("trusted.preview.not-now"), []);
	// The user must type a word although no finding explains why, so this is never calm.
	if (doubt === null && review.approval.word !== null)
		return ofRequest("caution", message("trusted.preview.typed.risk"), []);
	if (doubt !== null) return ofRequest("caution", doubt, []);
	// A small payment to an unknown address is easy to miss among payments to others, so this is never calm.
	if (outlier !== undefined) return ofRequest("caution", outlier, []);
	return ofRequest("calm", message("trusted.preview.nothing-unusual"), []);
}

const SEVERITIES = {
	calm: null,
	checking: null,
	caution: "caution",
	danger: "danger",
	blocked: "block",
} as const;

/** For a temporary condition, uses the most severe finding so far. */
export function worstOf(band: Band): RiskBadge["worst"] {
	const [found] = band.more;
	if (!band.isPassing) {
		const severity = SEVERITIES[band.tone];
		return severity === null ? null : { severity, text: band.reason };
	}
	return found === undefined || found.severity === "info"
		? null
		: { severity: found.severity, text: shortText(found) };
}
