import type { Broadcaster } from "../../service-api/action.ts";
import type { CommitTransport } from "../../service-api/commit.ts";
import type { Frozen } from "../match/frozen.ts";
import type { Message, Text } from "../message.ts";
import type { KeptSignature } from "./kept-signature.ts";
import type { AnswerBody, Predicted, Receipt } from "./records.ts";
import type { UnreadableRecord } from "./unreadable.ts";

/**
 * The states a journal row goes through; each is on disk before the effect that follows it.
 * `held`: signed, but never to be sent by us; it stays live until its nonce is used by another transaction.
 * `claiming`, `claimed`: a wallet attempt is asked for, and is ours; nothing is signed yet. `declining`: the user
 * said no on their device, and the service is being told.
 */
export const JOURNAL_STATES = [
	"approved",
	"claiming",
	"claimed",
	"declining",
	"signing",
	"signed",
	"handing_in",
	"handed_in",
	"sending",
	"submitted",
	"reporting",
	"reported",
	"held",
	"settled",
	"refused",
] as const;
export type JournalState = (typeof JOURNAL_STATES)[number];

/** `unsigned`: no signature is kept: it is still to be asked for, or is being asked. `ended`: no effect follows it. */
const PHASES: Readonly<Record<JournalState, "unsigned" | "under_way" | "ended">> = {
	approved: "unsigned",
	claiming: "unsigned",
	claimed: "unsigned",
	declining: "under_way",
	signing: "unsigned",
	signed: "under_way",
	handing_in: "under_way",
	handed_in: "under_way",
	sending: "under_way",
	submitted: "under_way",
	reporting: "under_way",
	reported: "under_way",
	held: "under_way",
	settled: "ended",
	refused: "ended",
};
const inPhase = (phase: (typeof PHASES)[JournalState]): ReadonlySet<JournalState> =>
	new Set(JOURNAL_STATES.filter((state) => PHASES[state] === phase));

export const UNSIGNED = inPhase("unsigned");
export const ENDED = inPhase("ended");

/**
 * `dropped`: a Solana transaction whose blockhash died before it landed. `answered`: a signature that was handed to
 * the service. `skipped`: a step of an action that was not taken, since one before it did not go through.
 * `declined`: the user's no on their device, which the service was told. `unanswered`: an action's transactions are
 * on the chain, and the service did not take the answer that tells of them.
 */
export type JournalOutcome =
	| "confirmed"
	| "failed"
	| "replaced"
	| "refused"
	| "unsigned"
	| "dropped"
	| "answered"
	| "skipped"
	| "declined"
	| "unanswered";

/**
 * `commit`: answered through the commit. `action`: the answer to an action, whose steps are `leg` rows.
 * `leg`: one transaction or payload of an action. `replacement`: takes the place of a transaction of ours.
 * `revocation`: the user takes a permission back, by a transaction of their own.
 */
type JournalKind = Frozen["kind"] | "leg";

export interface ApprovedIntent {
	readonly kind: JournalKind;
	readonly scope: string;
	readonly entryId: string;
	readonly sessionId: string;
	/** A commit's id; else our own name for what must not be signed twice. */
	readonly intentId: string;
	readonly headline: Text;
	/** Empty where a message names no chain. */
	readonly chainRef: string;
	readonly signer: string;
	/** Of an EVM transaction; null for whatever takes no nonce. */
	readonly nonce: bigint | null;
	/** The row whose transaction this one is to replace: it keeps the nonce until either is mined. */
	readonly replaces: string | null;
	readonly broadcaster: Broadcaster;
	/** The approved route; `sign_and_broadcast` where nothing is said, and for all that is no commit. */
	readonly transport?: CommitTransport;
	/** 64 hex digits. */
	readonly fingerprint: string;
	readonly digest: string;
	readonly revision: number;
	/** The frozen review: what is signed is this, nothing read later. */
	readonly frozen: Frozen;
	/** What the review predicted, for the receipt; null where nothing was. */
	readonly predicted: Predicted | null;
}

/** A row as it is read. What it keeps as text is read when it is first asked for, and then stands. */
export interface JournalRow extends Omit<ApprovedIntent, "frozen" | "predicted"> {
	readonly id: string;
	readonly frozen: Frozen | UnreadableRecord;
	readonly predicted: Predicted | null | UnreadableRecord;
	/** The action's row, of a leg. */
	readonly parent: string | null;
	/** Which of an action's intents it is, counted from 0. */
	readonly place: number;
	readonly transport: CommitTransport;
	/** The service's name of the wallet attempt that this row claimed. */
	readonly attemptId: string | null;
	readonly state: JournalState;
	/** Holds its intent and its place in the lane of chain and signer. */
	readonly live: boolean;
	/** Names the hand-in of a signature; of a wallet attempt, its `client_request_id`. */
	readonly signedKey: string;
	readonly reportKey: string;
	readonly signature: KeptSignature | null;
	/** The transaction's hash, or its first signature on Solana; known from the moment of signing. */
	readonly transactionId: string | null;
	/** It was signed and can provably never happen: the same request may be approved anew. */
	readonly dead: boolean;
	/** The body with which an action was resolved: every try repeats it. */
	readonly answer: AnswerBody | null | UnreadableRecord;
	readonly outcome: JournalOutcome | null;
	/** For a user: why it is refused, held or stuck. */
	readonly text: Message | null;
	/** What happened on chain; null before. */
	readonly receipt: Receipt | null | UnreadableRecord;
	readonly approvedAt: number;
}

export interface JournalStep {
	readonly seq: number;
	readonly rowId: string;
	readonly step: JournalState;
	/** Unix ms. */
	readonly at: number;
	/** As it is stored and hashed; readDetail (journal/details.ts) says what it means. */
	readonly detail: string | null;
}

/** A step within the chain of hashes. */
export interface JournalLink extends JournalStep {
	/** Of the step before it, whosever row that is of; empty for the first of all. */
	readonly previous: string;
	readonly hash: string;
}
