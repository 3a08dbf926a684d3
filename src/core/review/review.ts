import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../service-api/events.ts";
import type { Asked } from "../asked/asked.ts";
import type { TypedText } from "../asked/typed-request.ts";
import type { Effects } from "../effects/effects.ts";
import type { Costs } from "../explain/evm/costs.ts";
import type { Headline } from "../explain/evm/headline.ts";
import type { Check, MatchResult } from "../match/check.ts";
import type { Freezing } from "../match/freeze.ts";
import type { ActionFreezing } from "../match/freeze-action.ts";
import type {
	Frozen,
	FrozenBuild,
	FrozenReplacement,
	FrozenRevocation,
	RequestOwner,
} from "../match/frozen.ts";
import type { Text } from "../message.ts";
import type { Finding } from "../risk/evm/index.ts";
import type { Repetition } from "../risk/special/done-before.ts";
import type { PolicyStanding } from "../rules/rules.ts";
import type { DevicePlan } from "../subject/device-plan.ts";
import type { SecondOpinion } from "../subject/opinion.ts";
import type { ChainAnswer } from "../subject/question.ts";
import type { User } from "../subject/subject.ts";
import type { ApprovalState } from "./approval.ts";
import type { Difference } from "./diff/diff.ts";
import type { Insight } from "./insight.ts";

/** Input and result of a review. */

export interface ReviewSession {
	readonly id: string;
	readonly title: Text;
	readonly app: string | null;
}

/** A commit, with what would be signed of it; nothing where it can't be read. */
export type ReviewedCommit =
	| {
			readonly kind: "commit";
			readonly read: Extract<ReadCommit, { kind: "known" }>;
			readonly freezing: Freezing;
	  }
	| {
			readonly kind: "commit";
			readonly read: Extract<ReadCommit, { kind: "unreadable" }>;
			readonly freezing: null;
	  };

/** A request that awaits the user. */
export type Reviewed =
	| ReviewedCommit
	| {
			readonly kind: "action";
			readonly action: Action;
			readonly freezing: ActionFreezing;
			/** Countersign submits its transactions itself. */
			readonly sendsItself: boolean;
			/** Set for a stateless commit of a Build. */
			readonly build?: FrozenBuild;
	  }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction }
	| {
			readonly kind: "replacement";
			readonly frozen: FrozenReplacement;
			/** Headline of the transaction that is replaced. */
			readonly headline: Text;
			/** Why it can be replaced; null where nothing is to be said. */
			readonly text: Text | null;
	  }
	| {
			readonly kind: "revocation";
			readonly frozen: FrozenRevocation;
			/** Asset of the permission by the chain: a symbol, a collection, a token account. */
			readonly asset: string;
	  };

export interface ReviewInput extends RequestOwner {
	readonly of: Reviewed;
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
	/** The service has no route to the commit, or does not have it there. */
	readonly isUnoffered?: boolean;
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
	/** The user's rules as they stand now. */
	readonly policy: PolicyStanding;
}

export type ReviewSubject =
	| {
			readonly kind: "commit";
			/** null where not even the commit can be read. */
			readonly view: CommitView | null;
			readonly commitId: string | null;
	  }
	| {
			readonly kind: "action";
			readonly action: Action;
			readonly sendsItself: boolean;
			readonly build?: FrozenBuild;
	  }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction }
	| {
			readonly kind: "replacement";
			readonly frozen: FrozenReplacement;
			/** Headline of the transaction that is replaced. */
			readonly headline: Text;
			readonly text: Text;
	  }
	| { readonly kind: "revocation"; readonly frozen: FrozenRevocation };

export interface Review {
	readonly session: ReviewSession;
	readonly user: User;
	readonly subject: ReviewSubject;
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
	readonly asked: Asked | null;
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
