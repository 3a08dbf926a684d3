import type { User } from "../decoded-transaction/decoded-transaction.ts";
import type { DevicePlan } from "../decoded-transaction/device-plan.ts";
import type { SecondOpinion } from "../decoded-transaction/opinion.ts";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import type { Costs } from "../describe/evm/costs.ts";
import type { Headline } from "../describe/evm/headline.ts";
import type { Effects } from "../effects/effects.ts";
import type { MoneyFlow } from "../effects/money-flow.ts";
import type { PriceSource } from "../fiat/price.ts";
import type { Text } from "../localized-text.ts";
import type { Check, MatchResult } from "../match/check.ts";
import type { FreezeRefusal, Frozen, RequestOwner } from "../match/frozen.ts";
import type { Finding } from "../risk/finding.ts";
import type { Repetition } from "../risk/special/done-before.ts";
import type { PolicyContext } from "../rules/rules.ts";
import type { TypedIntent } from "../typed-intent/typed-intent.ts";
import type { TypedText } from "../typed-intent/typed-request.ts";
import type { ApprovalState } from "./approval.ts";
import type { ApprovalRequest } from "./approval-request.ts";
import type { Difference } from "./diff/diff.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

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
	/** In the order of `questionsOf`. Empty if nothing was queried. */
	readonly answers: readonly ChainAnswer[];
	readonly user: User;
	/** In Unix ms. */
	readonly now: number;
	/** How far this computer's clock is ahead of the service's, in ms. */
	readonly clockOffset?: number;
	readonly lane: { readonly sameNonceHeadline: Text | null };
	readonly previous: Frozen | null;
	/**
	 * Whether the service has just confirmed the request. For a commit, its own GET succeeded, and `read` is
	 * the response.
	 */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/** Checks that depend on more than this view, e.g. on other service responses about the same revision. */
	readonly contextChecks: readonly Check[];
	readonly repeats?: Repetition | null;
	/** Mode of the service's guards for the Build that sent the request. `null` if there is no Build. */
	readonly safetyMode?: string | null;
	/** The user's messages in this session that precede the request, oldest first. */
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
	/** SHA-256 hash as 64 hex digits. `null` if nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	readonly headline: Headline;
	readonly analyses: readonly ItemAnalysis[];

	readonly effects: Effects | null;
	/** Totals by receiver. `null` if parties and rows already show everything. */
	readonly flow: MoneyFlow | null;
	/** On-chain names, verified in both directions. EVM addresses are lowercase. */
	readonly names: SecondOpinion["names"];
	/** Comparison with the user's own messages. `null` if there is nothing to compare. */
	readonly typedIntent: TypedIntent | null;

	readonly findings: readonly Finding[];
	readonly costs: Costs | null;
	readonly changed: readonly Difference[];
	readonly device: readonly DevicePlan[];
	/** In Unix ms. */
	readonly expiresAt: number | null;
	readonly approval: ApprovalState;
	readonly canReject: boolean;
}
