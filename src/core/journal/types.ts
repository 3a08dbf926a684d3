import type { Broadcaster } from "../../service-api/action.ts";
import type { CommitTransport } from "../../service-api/commit.ts";
import type { Frozen } from "../match/frozen.ts";
import type { Message, Text } from "../message.ts";
import type { StoredSignature } from "./kept-signature.ts";
import type { AnswerBody, Predicted, Receipt } from "./records.ts";
import type { UnreadableRecord } from "./unreadable.ts";

/**
 * States of a journal row; each is durable before its effect. `held`: signed, but never broadcast by this
 * app; live until another transaction uses its nonce. `claiming`, `claimed`: a wallet attempt is requested or
 * owned; nothing is signed yet. `declining`: rejected on the device, and being reported to the service.
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

/** `unsigned`: no signature is stored; it is pending or being requested. `ended`: no effect follows. */
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
 * `dropped`: a Solana transaction whose blockhash expired before it landed. `answered`: the service received
 * the signature. `skipped`: an action's step after a failed one. `declined`: rejected on the device and
 * reported. `unanswered`: the transactions are on chain, but the service did not accept the answer about
 * them.
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
 * `leg`: one transaction or payload of an action. `replacement`: replaces a transaction of this app.
 * `revocation`: the user's own transaction that revokes a permission.
 */
type JournalKind = Frozen["kind"] | "leg";

export interface ApprovedIntent {
	readonly kind: JournalKind;
	readonly scope: string;
	readonly entryId: string;
	readonly sessionId: string;
	/** A commit's id, or the journal's own id of what must not be signed twice. */
	readonly intentId: string;
	readonly headline: Text;
	/** Empty if a message names no chain. */
	readonly chainRef: string;
	readonly signer: string;
	/** Nonce of an EVM transaction; `null` without a nonce. */
	readonly nonce: bigint | null;
	/** Row whose transaction this one replaces. It keeps the nonce until either is mined. */
	readonly replaces: string | null;
	readonly broadcaster: Broadcaster;
	/** Approved route; defaults to `sign_and_broadcast`, also for rows that are not commits. */
	readonly transport?: CommitTransport;
	/** 64 hex digits. */
	readonly fingerprint: string;
	readonly digest: string;
	readonly revision: number;
	/** Frozen review: this is signed, and nothing read later. */
	readonly frozen: Frozen;
	/** Predictions of the review, for the receipt; `null` if there are none. */
	readonly predicted: Predicted | null;
}

/** A stored row. Text members are parsed on first access and cached. */
export interface JournalRow extends Omit<ApprovedIntent, "frozen" | "predicted"> {
	readonly id: string;
	readonly frozen: Frozen | UnreadableRecord;
	readonly predicted: Predicted | null | UnreadableRecord;
	/** Parent action's row of a `leg`. */
	readonly parent: string | null;
	/** Index among an action's payloads. */
	readonly place: number;
	readonly transport: CommitTransport;
	/** The service's id of the claimed wallet attempt. */
	readonly attemptId: string | null;
	readonly state: JournalState;
	/** Occupies its id and its nonce sequence of chain and signer. */
	readonly live: boolean;
	/** Idempotency key of a submitted signature; `client_request_id` of a wallet attempt. */
	readonly signedKey: string;
	readonly reportKey: string;
	readonly signature: StoredSignature | null;
	/** Transaction hash, or the first signature on Solana; known once signed. */
	readonly transactionId: string | null;
	/** Signed, but provably never executed: the same request may be approved again. */
	readonly dead: boolean;
	/** Body that resolved an action; every attempt repeats it. */
	readonly answer: AnswerBody | null | UnreadableRecord;
	readonly outcome: JournalOutcome | null;
	/** Text for the user: why it is refused, held or stuck. */
	readonly text: Message | null;
	/** Result on chain; `null` until known. */
	readonly receipt: Receipt | null | UnreadableRecord;
	readonly approvedAt: number;
}

export interface JournalStep {
	readonly seq: number;
	readonly rowId: string;
	readonly step: JournalState;
	/** Unix ms. */
	readonly at: number;
	/** As stored and hashed; `readDetail` (journal/details.ts) parses it. */
	readonly detail: string | null;
}

/** A step within the hash chain. */
export interface JournalLink extends JournalStep {
	/** Hash of the previous step, of any row; empty for the first. */
	readonly previous: string;
	readonly hash: string;
}
