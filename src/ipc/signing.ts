import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type Claim, type CommandOutcome, id, returns } from "./primitives.ts";
import type { DeviceSigningView } from "./wallet.ts";

/** What becomes of an approval, step by step. */

/** What a user sees of an answer's way; a request has those that its kind goes through, in this order. */
export const PROGRESS_STEPS = [
	"matched",
	"claimed",
	"signed",
	"recorded",
	"handed_in",
	"submitted",
	"reported",
	"answered",
	"confirmed",
] as const;

export type ProgressStepName = (typeof PROGRESS_STEPS)[number];

export interface ProgressStep {
	readonly name: ProgressStepName;
	readonly state: "done" | "now" | "todo" | "failed" | "skipped";
	readonly at: number | null;
	readonly note: Text | null;
}

export interface ReceiptRow {
	readonly what: Text;
	readonly predicted: Text;
	readonly happened: Text;
	readonly same: boolean | null;
}

/** One of several transactions or payloads of an action. */
export interface LegView {
	/** Counted from 1. */
	readonly at: number;
	readonly headline: Text;
	readonly state:
		| "waiting"
		| "signing"
		| "signed"
		| "submitted"
		| "confirmed"
		| "failed"
		| "skipped"
		| "held";
	readonly transactionId: string | null;
	readonly words: Text | null;
}

export interface ProgressView {
	readonly entryId: string;
	readonly headline: Text;
	readonly sessionId: string;
	/** The service's own title as a string, or what stands for one. */
	readonly session: Text;
	readonly steps: readonly ProgressStep[];
	readonly outcome:
		| "moving"
		| "stuck"
		| "confirmed"
		| "failed"
		| "rejected"
		| "refused"
		| "expired"
		/** Another transaction took its nonce: one of ours, or somebody else's. */
		| "replaced"
		/** It is on the chain, and the service did not take the answer. */
		| "unanswered"
		| "ended";
	/** What is known, what is not, and whether funds can have moved. */
	readonly words: Text;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	/** What is stuck can be tried again; what was refused, and is still asked for, can be reviewed again. */
	readonly canRetry: boolean;
	/** Empty where there is one only. */
	readonly legs: readonly LegView[];
	/** What the user can still do about a transaction of ours that is stuck. */
	readonly canReplace: readonly ("speed_up" | "cancel")[];
	/** The service waits to hear of what was never signed here: the user can tell it. */
	readonly canTellUnsent?: boolean;
	/** How far it is with the Ledger that must sign; null where none has to, or it is over. */
	readonly device: DeviceSigningView | null;
}

/** The only approval there is: for the trusted window alone. */
export const signingProcedures = {
	approve: returns<CommandOutcome>()(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(80).nullable(),
		}),
	),
};
