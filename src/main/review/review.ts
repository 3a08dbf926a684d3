import type { CommitTransport, CommitView, ReadCommit } from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";
import type { Check, MatchResult } from "../match/check.ts";
import type {
	Frozen,
	FrozenAction,
	FrozenReplacement,
	FrozenRevocation,
	Owner,
	Refusal,
	SvmLookup,
} from "../match/frozen.ts";
import type { PolicyStanding } from "../policy/rules.ts";
import type { Approval } from "./approval.ts";
import type { ChainAnswer } from "./ask.ts";
import type { Costs } from "./costs.ts";
import type { DevicePlan } from "./device/device-plan.ts";
import type { Difference } from "./diff.ts";
import type { Finding } from "./findings/index.ts";
import type { Headline } from "./headline.ts";
import type { Insight } from "./insight.ts";
import type { SecondOpinion } from "./opinion.ts";
import type { Person } from "./subject.ts";

/** What a review is made of, and what it is. */

export interface ReviewSession {
	readonly id: string;
	readonly title: string;
	readonly app: string | null;
}

/** What awaits the person. */
export type Reviewed =
	| { readonly kind: "commit"; readonly read: ReadCommit; readonly lookups: readonly SvmLookup[] }
	| {
			readonly kind: "action";
			readonly action: Action;
			readonly freezing:
				| { readonly ok: true; readonly frozen: FrozenAction }
				| { readonly ok: false; readonly refusals: readonly Refusal[] };
			/** Countersign submits its transactions itself. */
			readonly sendsItself: boolean;
	  }
	| {
			readonly kind: "replacement";
			readonly frozen: FrozenReplacement;
			/** Of the transaction that is to be replaced. */
			readonly headline: string;
			/** Why it can be replaced, as whole sentences. */
			readonly words: string;
	  }
	| {
			readonly kind: "revocation";
			readonly frozen: FrozenRevocation;
			/** What it is a permission on, by the chain: a symbol, a collection, a token account. */
			readonly asset: string;
	  };

export interface ReviewInput extends Owner {
	readonly of: Reviewed;
	/** In the order of `questionsOf`; empty where nothing was asked. */
	readonly answers: readonly ChainAnswer[];
	readonly person: Person;
	/** Unix milliseconds. */
	readonly now: number;
	/**
	 * The journal's unsettled row for the same chain, signer and nonce, in words; null where there is none. Of a
	 * replacement: another row than the one that it replaces.
	 */
	readonly lane: { readonly heldBy: string | null };
	/** The review of the same thing that was open before. */
	readonly previous: Frozen | null;
	/** The service has told of this afresh: of a commit, its own GET has succeeded and `read` is its answer. */
	readonly confirmedByGet: boolean;
	readonly session: ReviewSession;
	/** Checks that need more than this view: what else the service said of this revision, and of the batch. */
	readonly around: readonly Check[];
	/** The person allows signatures whose meaning can't be seen. */
	readonly blindAllowed: boolean;
	/** What the person's own RPC makes of it, as far as it is there. */
	readonly opinion: SecondOpinion;
	/** The person's rules as they stand now. */
	readonly policy: PolicyStanding;
	/** The route that the person wishes where a commit offers both; signing where nothing is said. */
	readonly transport?: CommitTransport;
}

export type ReviewSubject =
	| {
			readonly kind: "commit";
			/** null where not even the commit can be read. */
			readonly view: CommitView | null;
			readonly commitId: string | null;
	  }
	| { readonly kind: "action"; readonly action: Action; readonly sendsItself: boolean }
	| {
			readonly kind: "replacement";
			readonly frozen: FrozenReplacement;
			/** Of the transaction that is to be replaced. */
			readonly headline: string;
			readonly words: string;
	  }
	| { readonly kind: "revocation"; readonly frozen: FrozenRevocation };

export interface Review {
	readonly session: ReviewSession;
	readonly person: Person;
	readonly subject: ReviewSubject;
	readonly frozen: Frozen | null;
	/** SHA-256, 64 hex digits; null where nothing could be frozen. */
	readonly fingerprint: string | null;
	readonly match: MatchResult;
	/** Of the whole. */
	readonly headline: Headline;
	/** One for each thing that is signed, in order; empty where nothing could be decoded. */
	readonly insights: readonly Insight[];
	/** Names that the chain gives, verified both ways; by address, of EVM in lower case. */
	readonly names: SecondOpinion["names"];
	/** All of them; the gravest first. */
	readonly findings: readonly Finding[];
	/** Of the whole; null where nothing is sent or nothing could be decoded. */
	readonly costs: Costs | null;
	readonly changed: readonly Difference[];
	/** What the Ledger will show of each thing that is signed, in order; empty where no Ledger signs. */
	readonly device: readonly DevicePlan[];
	/** Unix milliseconds. */
	readonly expiresAt: number | null;
	readonly approval: Approval;
	/** The service can still be told no. */
	readonly canReject: boolean;
}
