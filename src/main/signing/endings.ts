import type { CommitTransport } from "../../contract/commit.ts";
import { ChainError } from "../chains/evm.ts";
import { SignerError } from "../signers/signer.ts";
import { StorageError } from "../storage/database.ts";
import type { JournalRow, StepFacts } from "../storage/journal-types.ts";
import { purposeOf } from "./kin.ts";
import { type ChainStanding, CommitFault } from "./ports.ts";

/** How rows end, and what a person is told. */

/** Sentences for a person. An error that was not made for people gives a general one; `lineOf` has its details. */
export function wordsOf(cause: unknown): string {
	if (cause instanceof StorageError) return cause.words;
	if (cause instanceof CommitFault || cause instanceof ChainError || cause instanceof SignerError)
		return cause.message;
	return "Countersign met a fault of its own here. What was done before stands, and nothing is done twice; the log holds the details.";
}

/** The same for an error that came before there was a signature. A device may have made one that nobody has. */
export function unsignedWords(cause: unknown): string {
	const words = wordsOf(cause);
	if (cause instanceof SignerError && cause.mayHaveSigned) return words;
	return /nothing (was|is) signed/i.test(words) ? words : `${words} Nothing was signed.`;
}

/** What is told while an approval waits for its device; `words` say what the person has to do. */
export function waitingWords(words: string): string {
	const told = `You approved this. ${words}`;
	return /nothing (was|is) signed/i.test(words) ? told : `${told} Nothing is signed yet.`;
}

const ASKED = "asked on ";

/** What the journal says of a signature that a device is asked for. */
export const askedOf = (place: string): string => `${ASKED}${place}`;

/** Of a wallet attempt that ended without a signature: no wallet is asked for it again (learnt.md 7.6). */
export const LEFT_WAITING =
	"The service gives this to a wallet only once, and still waits to hear of it: it can't be approved again here. Your funds have not moved; ask the agent for it anew if you still want it.";

/** Of a row that was left between the question and its answer. @param detail of its step `signing` */
export function cutOffWords(
	detail: string | null,
	transport: CommitTransport = "sign_and_broadcast",
): string {
	const place = detail?.split("; ").find((each) => each.startsWith(ASKED));
	const next =
		transport === "browser_send"
			? `Nothing was sent. ${LEFT_WAITING}`
			: "Nothing was sent: review and approve again.";
	if (place === undefined) return `Countersign stopped while signing, and no signature was kept. ${next}`;
	return `Countersign stopped while your device (${place.slice(ASKED.length)}) was asked to sign. The device may still show the request: reject it there. A signature that it may have made never reached Countersign. ${next}`;
}

/** One line for the log; never a secret. */
export function lineOf(cause: unknown): string {
	return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Until when something signed could still be sent by whoever holds it. */
export function lifeOf(row: JournalRow): string {
	return row.nonce === null ? "its blockhash has run out" : `nonce ${row.nonce} is used`;
}

/** What a person can do about what was dropped, by the kind of its row. */
const DROPPED: Readonly<Partial<Record<JournalRow["kind"], string>>> = {
	leg: " by it. Ask the agent for it again.",
	revocation: ". What it was to take back is still allowed: revoke it again.",
};

/** It can't happen any more: another took its nonce, or its blockhash died first. */
export function replacedFacts(row: JournalRow): StepFacts {
	if (row.nonce === null)
		return {
			outcome: "dropped",
			live: false,
			dead: true,
			words: `Its blockhash ran out before it landed: this transaction can never happen, and your funds have not moved${DROPPED[row.kind] ?? ". Where the service still asks for it, it may be approved again."}`,
		};
	return {
		outcome: "replaced",
		live: false,
		words: `Another transaction used nonce ${row.nonce}, so this one can no longer be mined.`,
	};
}

/** A transaction of ours that took a nonce which another one of ours was to take as well. */
export interface Taken {
	readonly other: JournalRow;
	readonly succeeded: boolean;
}

/** What became of a transaction whose nonce was taken by another of ours. */
export function takenFacts({ other, succeeded }: Taken): StepFacts {
	const id = other.transactionId ?? "unknown";
	const end = "can no longer be mined, and costs nothing.";
	const failed = "It failed on the chain, so that it changed nothing; its fee is spent.";
	const purpose = purposeOf(other);
	const what = {
		speed_up: succeeded
			? `The same call was mined at a higher fee, in transaction ${id}: it has happened, once.`
			: `The same call was mined at a higher fee, in transaction ${id}. ${failed}`,
		cancel: `It was cancelled: transaction ${id} took its nonce, and sends nothing.`,
		none: `The transaction that it was to replace was mined first: ${id}.${succeeded ? "" : ` ${failed}`}`,
	}[purpose ?? "none"];
	return { outcome: "replaced", live: false, words: `${what} This one ${end}` };
}

export function settledFacts(mined: ChainStanding & { state: "mined" }): StepFacts {
	return {
		outcome: mined.succeeded ? "confirmed" : "failed",
		receipt: mined.receipt,
		live: false,
		words: mined.succeeded
			? null
			: "The transaction failed on the chain: it changed nothing, and its fee is spent.",
		detail: `block ${mined.blockNumber}`,
	};
}

/** Where the service ends a commit otherwise than the chain did, the chain's word stands, and both are told. */
export function endedFacts(mined: ChainStanding & { state: "mined" }, service: string): StepFacts {
	const facts = settledFacts(mined);
	if (!mined.succeeded || service === "confirmed") return facts;
	return {
		...facts,
		words: `It is in block ${mined.blockNumber} by your RPC, and has taken effect; the service says ${service}. The chain decides.`,
	};
}

/** The service holds that another transaction was sent than the reviewed one; the bytes that we sent are the reviewed ones. */
export function mismatchedFacts(mined: ChainStanding & { state: "mined" }): StepFacts {
	const facts = settledFacts(mined);
	const told = `The service says that the chain holds another transaction than the reviewed one. By your RPC, exactly what you approved is in block ${mined.blockNumber}`;
	return {
		...facts,
		words: mined.succeeded
			? `${told}, and has taken effect. The chain decides; tell the service's support if it stays so.`
			: `${told}, but it failed there: it changed nothing, and its fee is spent.`,
	};
}

const REFUSED_REPORT = "The service refused the report";

/** Told as it happens, and kept as the detail of the step `reported`. */
export const refusedReport = (why: string): string => `${REFUSED_REPORT}: ${why}`;

/** The service will not come to know of it: the chain's word ends it. @param detail of the step `reported` */
export function unreportedFacts(
	mined: ChainStanding & { state: "mined" },
	detail: string | null,
): StepFacts | null {
	if (detail === null || !detail.startsWith(REFUSED_REPORT)) return null;
	const facts = settledFacts(mined);
	const happened = mined.succeeded ? "and has taken effect" : "but failed there; only its fee is spent";
	return { ...facts, words: `${detail} By your RPC it is in block ${mined.blockNumber}, ${happened}.` };
}

/** Of a row that was held: it was not we who let it go. */
export function minedAfterAllFacts(mined: ChainStanding & { state: "mined" }): StepFacts {
	const sent = "Countersign kept this back, but it was sent all the same";
	return {
		...settledFacts(mined),
		words: mined.succeeded
			? `${sent}: it was mined in block ${mined.blockNumber}, and what it does has happened.`
			: `${sent}: it was mined in block ${mined.blockNumber} but reverted. It changed nothing, and its fee is spent.`,
	};
}

/** Hashes and bytes of EVM are the same in either case; those of Solana are not. */
export function sameId(one: string | null, other: string | null): boolean {
	if (one === null || other === null) return false;
	return one === other || (one.startsWith("0x") && one.toLowerCase() === other.toLowerCase());
}

/** Where no chain of the person's can be asked, the service's word is all there is, and it is told as such. */
export function serviceFacts(over: {
	readonly state: string;
	readonly transactionId: string | null;
	readonly failure: string | null;
}): StepFacts {
	const failure = over.failure === null ? "" : ` ${over.failure}`;
	const named = over.transactionId === null ? "" : ` as ${over.transactionId}`;
	return {
		outcome: over.state === "confirmed" ? "confirmed" : "failed",
		live: false,
		words:
			over.state === "confirmed"
				? `The service says that it went through${named}. Countersign could not look it up itself.`
				: `The service ended it (${over.state}).${failure} Countersign could not look it up itself.`,
	};
}
