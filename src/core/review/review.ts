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

/** Input and result of a review. */

export interface ReviewSession {
	readonly id: string;
	readonly title: Text;
	readonly app: string | null;
}

/** The object to be signed, or the refusals to make one; without a refusal if the request can't be read. */
export type ReviewFreezing =
	| { readonly ok: true; readonly frozen: Frozen }
	| { readonly ok: false; readonly refusals: readonly FreezeRefusal[] };

export interface ReviewInput extends RequestOwner {
	readonly request: ApprovalRequest;
	readonly freezing: ReviewFreezing;
	/** In the order of `questionsOf`; empty if nothing was queried. */
	readonly answers: readonly ChainAnswer[];
	readonly user: User;
	/** Unix milliseconds. */
	readonly now: number;
	/**
	 * Offset of the clock of `now` from the service's expiry times, in ms: positive if an end comes later by
	 * it; 0 if absent.
	 */
	readonly clockOffset?: number;
	/**
	 * Text of the journal's unsettled row for the same chain, signer and nonce; `null` if there is none. For
	 * a replacement: another row than the replaced one.
	 */
	readonly lane: { readonly heldBy: Text | null };
	/** Previously open review of the same request. */
	readonly previous: Frozen | null;
	/**
	 * The service has just confirmed this: for a commit, its own GET has succeeded and `read` is its answer.
	 */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/**
	 * Checks that need more than this view: other statements of the service about this revision, and about
	 * the batch.
	 */
	readonly around: readonly Check[];
	/** Effect that it would repeat; absent if it repeats none. */
	readonly repeats?: Repetition | null;
	/** The user's texts in this conversation before the request came, oldest first. */
	readonly typed?: readonly TypedText[];
	/** The user allows signatures whose meaning can't be displayed. */
	readonly blindAllowed: boolean;
	/** Result of the user's own RPC, as far as it is known. */
	readonly opinion: SecondOpinion;
	/** Prices by feeds; if absent, nothing has a price. */
	readonly prices?: PriceSource;
	/** The user's present rules. */
	readonly policy: PolicyContext;
}

export interface Review {
	readonly session: ReviewSession;
	readonly user: User;
	readonly request: ApprovalRequest;
	readonly frozen: Frozen | null;
	/** SHA-256, 64 hex digits; `null` if nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	/** Headline of the whole request. */
	readonly headline: Headline;
	/** One for each signed item, in order; empty if nothing could be decoded. */
	/** Effects of all of them as one list; `null` if nothing could be decoded. */
	readonly analyses: readonly ItemAnalysis[];

	readonly effects: Effects | null;
	/** Names that the chain gives, verified in both directions; by address, EVM in lower case. */
	readonly names: SecondOpinion["names"];
	/** Comparison with the user's own texts; `null` if nothing can be compared. */
	/** All of them; the most severe first. */
	readonly typedIntent: TypedIntent | null;

	readonly findings: readonly Finding[];
	/** Costs of the whole request; `null` if nothing is sent, or nothing could be decoded. */
	readonly costs: Costs | null;
	readonly changed: readonly Difference[];
	/** Screens of the Ledger for each signed item, in order; empty if no Ledger signs. */
	readonly device: readonly DevicePlan[];
	/** Unix milliseconds. */
	readonly expiresAt: number | null;
	readonly approval: ApprovalState;
	/** The service still accepts a rejection. */
	readonly canReject: boolean;
}
