import type { TypedIntent } from "../asked/asked.ts";
import type { TypedText } from "../asked/typed-request.ts";
import type { Effects } from "../effects/effects.ts";
import type { Costs } from "../explain/evm/costs.ts";
import type { Headline } from "../explain/evm/headline.ts";
import type { Check, MatchResult } from "../match/check.ts";
import type { FreezeRefusal, Frozen, RequestOwner } from "../match/frozen.ts";
import type { Text } from "../message.ts";
import type { Finding } from "../risk/finding.ts";
import type { Repetition } from "../risk/special/done-before.ts";
import type { PolicyContext } from "../rules/rules.ts";
import type { DevicePlan } from "../subject/device-plan.ts";
import type { SecondOpinion } from "../subject/opinion.ts";
import type { ChainAnswer } from "../subject/question.ts";
import type { User } from "../subject/subject.ts";
import type { PriceSource } from "../worth/price.ts";
import type { ApprovalState } from "./approval.ts";
import type { ApprovalRequest } from "./approval-request.ts";
import type { Difference } from "./diff/diff.ts";
import type { ItemAnalysis } from "./insight.ts";

export interface ReviewSession {
	readonly id: string;
	readonly title: Text;
	readonly app: string | null;
}

export type ReviewFreezing =
	| { readonly ok: true; readonly frozen: Frozen }
	| { readonly ok: false; readonly refusals: readonly FreezeRefusal[] };

export interface ReviewInput extends RequestOwner {
	readonly request: ApprovalRequest;
	readonly freezing: ReviewFreezing;
	/** In the order of `questionsOf`; empty if nothing was queried. */
	readonly answers: readonly ChainAnswer[];
	readonly user: User;
	/** Unix ms. */
	readonly now: number;
	/** Lead of this computer's clock over the service's, in ms. */
	readonly clockOffset?: number;
	readonly lane: { readonly heldBy: Text | null };
	readonly previous: Frozen | null;
	/**
	 * The service has just confirmed the request. For a commit, its own GET succeeded and `read` is the
	 * answer.
	 */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/** Checks that need more than this view, e.g. the service's other answers about this revision. */
	readonly around: readonly Check[];
	readonly repeats?: Repetition | null;
	/** Mode of the service's guards for the Build that asks; `null` without one. */
	readonly safetyMode?: string | null;
	/** The user's texts in this conversation from before the request, oldest first. */
	readonly typed?: readonly TypedText[];
	readonly blindAllowed: boolean;
	readonly opinion: SecondOpinion;
	readonly prices?: PriceSource;
	readonly policy: PolicyContext;
}

export interface Review {
	readonly session: ReviewSession;
	readonly user: User;
	readonly request: ApprovalRequest;
	readonly frozen: Frozen | null;
	/** SHA-256 as 64 hex digits; `null` if nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	readonly headline: Headline;
	readonly analyses: readonly ItemAnalysis[];

	readonly effects: Effects | null;
	/** Names from the chain, verified in both directions; EVM addresses in lower case. */
	readonly names: SecondOpinion["names"];
	/** Comparison with the user's own texts; `null` if nothing can be compared. */
	readonly typedIntent: TypedIntent | null;

	readonly findings: readonly Finding[];
	readonly costs: Costs | null;
	readonly changed: readonly Difference[];
	readonly device: readonly DevicePlan[];
	/** Unix ms. */
	readonly expiresAt: number | null;
	readonly approval: ApprovalState;
	readonly canReject: boolean;
}
