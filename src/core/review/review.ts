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
import type { Insight } from "./insight.ts";

/** Input and result of a review. */

export interface ReviewSession {
	readonly id: string;
	readonly title: Text;
	readonly app: string | null;
}

/** The object that would be signed, or the refusals to make one; without a refusal if the request can't be read. */
export type ReviewFreezing =
	| { readonly ok: true; readonly frozen: Frozen }
	| { readonly ok: false; readonly refusals: readonly FreezeRefusal[] };

export interface ReviewInput extends RequestOwner {
	readonly request: ApprovalRequest;
	readonly freezing: ReviewFreezing;
	/** In the order of `questionsOf`; empty where nothing was asked. */
	readonly answers: readonly ChainAnswer[];
	readonly user: User;
	/** Unix milliseconds. */
	readonly now: number;
	/** How much later than the service states an end is by the clock of `now`, in ms; 0 where it is left out. */
	readonly clockOffset?: number;
	/**
	 * The journal's unsettled row for the same chain, signer and nonce, in words; null where there is none. Of a
	 * replacement: another row than the one that it replaces.
	 */
	readonly lane: { readonly heldBy: Text | null };
	/** The review of the same thing that was open before. */
	readonly previous: Frozen | null;
	/** The service has told of this afresh: of a commit, its own GET has succeeded and `read` is its answer. */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/** Checks that need more than this view: what else the service said of this revision, and of the batch. */
	readonly around: readonly Check[];
	/** An effect that it would repeat; absent if it repeats none. */
	readonly repeats?: Repetition | null;
	/** The user's texts in this conversation before the request came, oldest first. */
	readonly typed?: readonly TypedText[];
	/** The user allows signatures whose meaning can't be seen. */
	readonly blindAllowed: boolean;
	/** Result of the user's own RPC, as far as it is known. */
	readonly opinion: SecondOpinion;
	/** Prices by feeds; left out, nothing has a price. */
	readonly prices?: PriceSource;
	/** The user's rules as they stand now. */
	readonly policy: PolicyContext;
}

export interface Review {
	readonly session: ReviewSession;
	readonly user: User;
	readonly request: ApprovalRequest;
	readonly frozen: Frozen | null;
	/** SHA-256, 64 hex digits; null where nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	/** Headline of the whole request. */
	readonly headline: Headline;
	/** One for each thing that is signed, in order; empty where nothing could be decoded. */
	readonly insights: readonly Insight[];
	/** Effects of all of them as one list; `null` where nothing could be decoded. */
	readonly effects: Effects | null;
	/** Names that the chain gives, verified both ways; by address, of EVM in lower case. */
	readonly names: SecondOpinion["names"];
	/** Comparison with the user's own texts; `null` if nothing can be compared. */
	readonly asked: TypedIntent | null;
	/** All of them; the gravest first. */
	readonly findings: readonly Finding[];
	/** Costs of the whole request; `null` if nothing is sent, or nothing could be decoded. */
	readonly costs: Costs | null;
	readonly changed: readonly Difference[];
	/** Screens of the Ledger for each signed item, in order; empty if no Ledger signs. */
	readonly device: readonly DevicePlan[];
	/** Unix milliseconds. */
	readonly expiresAt: number | null;
	readonly approval: ApprovalState;
	/** The service can still be told no. */
	readonly canReject: boolean;
}
