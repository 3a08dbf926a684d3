import type { Broadcaster } from "../../contract/action.ts";

/**
 * The states a journal row goes through; each is on disk before the effect that follows it.
 * `held`: signed, but never to be sent by us; it stays live until its nonce is used by another transaction.
 */
export type JournalState =
	| "approved"
	| "signing"
	| "signed"
	| "handing_in"
	| "handed_in"
	| "sending"
	| "submitted"
	| "reporting"
	| "reported"
	| "held"
	| "settled"
	| "refused";

/** The steps that end a row: no effect follows them. */
export const ENDED: ReadonlySet<JournalState> = new Set(["settled", "refused"]);

export type JournalOutcome = "confirmed" | "failed" | "replaced" | "refused" | "unsigned";

export interface ApprovedIntent {
	readonly scope: string;
	readonly entryId: string;
	readonly sessionId: string;
	readonly commitId: string;
	readonly headline: string;
	readonly chainRef: string;
	readonly signer: string;
	/** Of the frozen payload. */
	readonly nonce: bigint;
	readonly broadcaster: Broadcaster;
	/** 64 hex digits. */
	readonly fingerprint: string;
	readonly digest: string;
	readonly revision: number;
	/** The frozen review as JSON: what is signed is this, nothing read later. */
	readonly frozen: string;
	/** What the review predicted, as JSON, for the receipt. */
	readonly predicted: string;
}

export interface JournalRow extends ApprovedIntent {
	readonly id: string;
	readonly state: JournalState;
	/** Holds its intent and its place in the lane of chain and signer. */
	readonly live: boolean;
	readonly signedKey: string;
	readonly reportKey: string;
	readonly signedBytes: string | null;
	/** The transaction's hash, known from the moment of signing. */
	readonly transactionId: string | null;
	readonly outcome: JournalOutcome | null;
	/** For a person: why it is refused, held or stuck. */
	readonly words: string | null;
	/** What happened on chain, as JSON; null before. */
	readonly receipt: string | null;
	readonly approvedAt: number;
}

export interface JournalStep {
	readonly seq: number;
	readonly rowId: string;
	readonly step: JournalState;
	/** Unix ms. */
	readonly at: number;
	readonly detail: string | null;
}

/** What a step may write besides the state itself. */
export interface StepFacts {
	readonly signedBytes?: string;
	readonly transactionId?: string;
	readonly outcome?: JournalOutcome;
	readonly words?: string | null;
	readonly receipt?: string;
	readonly live?: boolean;
	/** For the chain of steps; never a secret. */
	readonly detail?: string;
}
