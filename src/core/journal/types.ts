import { z } from "zod";
import type { Broadcaster } from "../../service-api/action.ts";
import type { CommitTransport } from "../../service-api/commit.ts";
import type { Message, Text } from "../localized-text.ts";
import type { Frozen } from "../match/frozen.ts";
import type { AnswerBody, Predicted, Receipt } from "./records.ts";
import type { UnreadableRecord } from "./unreadable.ts";

/**
 * Each state is stored before its side effect happens. A `held` transaction is signed, but this app never
 * broadcasts it, and it stays valid until a different transaction uses its nonce. `claiming` and `claimed`
 * track a wallet attempt before anything is signed. `declining` means that a rejection on the device is being
 * reported to the service.
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
 * `dropped`: a Solana transaction's blockhash expired before the transaction landed. `answered`: the service
 * received the signature. `skipped`: an earlier step in the action failed. `declined`: the user rejected the
 * request on the device, and the service was notified. `unanswered`: the transactions are on-chain, but the
 * service rejected the answer.
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
 * An `action` row has a `leg` row for each transaction or message. `replacement`, `revocation` and `transfer`
 * rows are the user's own transactions.
 */
type JournalKind = Frozen["kind"] | "leg";

/** Returns whether a row's payloads have their own rows, one per step. */
export const hasStepRows = ({ kind }: { readonly kind: JournalKind }): boolean =>
	kind === "action" || kind === "proposal";

export interface ApprovedIntent {
	readonly kind: JournalKind;
	readonly scope: string;
	readonly entryId: string;
	readonly sessionId: string;
	readonly intentId: string;
	readonly headline: Text;
	readonly chainRef: string;
	readonly signer: string;
	readonly nonce: bigint | null;
	/** ID of the row that is replaced. `null` for any other request. */
	readonly replaces: string | null;
	readonly broadcaster: Broadcaster;
	/** The approved route. Not set for `sign_and_broadcast`. */
	readonly transport?: CommitTransport;
	readonly fingerprint: string;
	readonly digest: string;
	readonly revision: number;
	/** The approved review. Only its content is signed, never anything read later. */
	readonly frozen: Frozen;
	readonly predicted: Predicted | null;
}

export interface JournalRow extends Omit<ApprovedIntent, "frozen" | "predicted"> {
	readonly id: string;
	readonly frozen: Frozen | UnreadableRecord;
	readonly predicted: Predicted | null | UnreadableRecord;
	readonly parent: string | null;
	readonly place: number;
	readonly transport: CommitTransport;
	readonly attemptId: string | null;
	readonly state: JournalState;
	/** Whether the row still occupies its intent ID and nonce. */
	readonly live: boolean;
	/**
	 * Idempotency key for submitting the signature. It is also the `client_request_id` for a wallet attempt.
	 */
	readonly signedKey: string;
	readonly reportKey: string;
	readonly signature: StoredSignature | null;
	/** Transaction hash, or the first signature on Solana. `null` until the transaction is signed. */
	readonly transactionId: string | null;
	/** The transaction is signed but provably can't execute anymore, so the request can be approved again. */
	readonly dead: boolean;
	readonly answer: AnswerBody | null | UnreadableRecord;
	readonly outcome: JournalOutcome | null;
	readonly text: Message | null;
	readonly receipt: Receipt | null | UnreadableRecord;
	readonly approvedAt: number;
}

export interface JournalStep {
	readonly seq: number;
	readonly rowId: string;
	readonly step: JournalState;
	readonly at: number;
	readonly detail: string | null;
}

export interface JournalLink extends JournalStep {
	/** Hash of the journal's previous step, which may belong to a different row. Empty for the first step. */
	readonly previous: string;
	readonly hash: string;
}

export const TRANSITIONS: Readonly<Record<JournalState, readonly JournalState[]>> = {
	/**
	 * `reported` if the service doesn't track an answer to the request. `settled` if the action skips this
	 * step.
	 */
	approved: ["claiming", "signing", "reporting", "reported", "settled", "refused"],
	claiming: ["claimed", "refused"],
	claimed: ["signing", "declining", "refused"],
	/** `declining`: the service is waiting for an answer, so a rejection on the device must be reported. */
	signing: ["signed", "declining", "refused", "settled"],
	declining: ["refused"],
	signed: ["handing_in", "handed_in", "sending", "submitted", "held", "settled"],
	handing_in: ["handed_in", "held"],
	handed_in: ["sending", "submitted", "held"],
	sending: ["handed_in", "submitted", "held"],
	submitted: ["reporting", "reported", "settled"],
	reporting: ["reporting", "reported", "settled"],
	/** `reported` can follow itself if a reorg removed the block before the service saw it. */
	reported: ["reported", "settled"],
	held: ["settled"],
	/** A reorg can remove the block that settled the row. */
	settled: ["submitted", "reported", "held"],
	refused: [],
};

export const mayFollow = (from: JournalState, to: JournalState): boolean => TRANSITIONS[from].includes(to);

export type StoredSignature =
	| { readonly kind: "one"; readonly bytes: string }
	| { readonly kind: "each"; readonly signatures: readonly string[] };

const signatures = z.array(z.string()).min(1);

export const signatureText = (signature: StoredSignature): string =>
	signature.kind === "one" ? signature.bytes : JSON.stringify(signature.signatures);

function signaturesIn(text: string): readonly string[] | null {
	try {
		return signatures.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

/**
 * Parses a stored signature. Hex, base58 and base64 never start with a bracket. An unreadable list is
 * returned as a single text, which doesn't match any request. Never throws.
 */
export function readSignature(text: string): StoredSignature {
	const each = text.startsWith("[") ? signaturesIn(text) : null;
	return each === null ? { kind: "one", bytes: text } : { kind: "each", signatures: each };
}
