import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { AllowanceRow } from "./allowances.ts";
import { type AmountView, type Claim, id, password, trusted } from "./primitives.ts";
import type { TokenMark } from "./review.ts";
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
	/** What happened less what was predicted; null where it is the same, or can't be told. */
	readonly difference: Text | null;
}

/** One of the user's own balances that changed, or an allowance as it stands now. */
export interface ReceiptChange {
	readonly kind: "in" | "out" | "allowance";
	readonly mark: TokenMark | null;
	/** What happened; null for an allowance without a limit. */
	readonly amount: AmountView | null;
	/** What an allowance is of; null for a balance. */
	readonly text: Text | null;
}

/** How it came out, before anything else is told. */
export interface OutcomeView {
	/** In the past tense: "Sent 0.05 ETH", "Failed: …". Null until it has ended. */
	readonly headline: Text | null;
	/** Of what was received, else of what was sent; left out where there is no price. */
	readonly worth?: Text;
	readonly feeWorth?: Text;
	readonly changes: readonly ReceiptChange[];
	/** Where the prices come from, and how old they are; left out where none was used. */
	readonly prices?: Text;
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
	readonly text: Text | null;
}

export interface ProgressView {
	readonly entryId: string;
	readonly headline: Text;
	readonly sessionId: string;
	/** The service's own title as a string, or what stands for one. */
	readonly session: Text;
	/** By `appNamed`; null where the request names none. */
	readonly app: Claim | null;
	/** The user asked for it, and no agent did. */
	readonly own: boolean;
	/** The network by the user's own name; null for what goes to none. */
	readonly network: Text | null;
	/** When it was approved, Unix ms. */
	readonly approvedAt: number;
	/** With what it was signed: a Ledger, or a key on this computer. Null until it is, and where that is not known. */
	readonly signedWith: Text | null;
	readonly result: OutcomeView;
	readonly steps: readonly ProgressStep[];
	readonly outcome:
		| "moving"
		| "stuck"
		| "confirmed"
		| "failed"
		| "rejected"
		| "refused"
		/** The user took the approval back before anything was signed. */
		| "withdrawn"
		| "expired"
		/** Another transaction took its nonce: one of ours, or somebody else's. */
		| "replaced"
		/** It is on the chain, and the service did not take the answer. */
		| "unanswered"
		| "ended";
	/** What is known, what is not, and whether funds can have moved. */
	readonly text: Text;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	/** What others may still take of what it gave away, by the chain as it is since: each can be revoked. */
	readonly left: readonly AllowanceRow[];
	/** What is stuck can be tried again; what was refused, and is still asked for, can be reviewed again. */
	readonly canRetry: boolean;
	/** Empty where there is one only. */
	readonly legs: readonly LegView[];
	/** What the user can still do about a transaction of ours that is stuck. */
	readonly canReplace: readonly ("speed_up" | "cancel")[];
	/** What each of these may cost at the least, in the chain's own coin. */
	readonly replaceFees: { readonly [Purpose in "speed_up" | "cancel"]?: AmountView };
	/** Nothing is signed yet, or not all of it: the approval can be taken back. */
	readonly canWithdraw: boolean;
	/** The service can't be reached now, and nothing of it is signed before it answers. */
	readonly offline: boolean;
	/** What shows the transaction in a browser: "basescan.org"; null where none is known, or there is nothing to show. */
	readonly explorer: string | null;
	/** The service waits to hear of what was never signed here: the user can tell it. */
	readonly canReportUnsent?: boolean;
	/** How far it is with the Ledger that must sign; null where none has to, or it is over. */
	readonly device: DeviceSigningView | null;
}

/** The only approval there is: for the trusted window alone. */
export const signingProcedures = {
	approve: trusted.command(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(80).nullable(),
		}),
	),
	/** Sets the rules that refuse what is on screen aside for one approval of it; it approves nothing. */
	allowOnce: trusted.command(
		z.strictObject({ offer: id, fingerprint: z.string().regex(/^[0-9a-f]{64}$/), password }),
	),
	/** Takes an approval back before anything of it is signed. */
	withdraw: trusted.command(z.strictObject({ entryId: id })),
	/** Shows the transaction of an approval in a block explorer; main makes the address, and asks before it opens it. */
	openExplorer: trusted.command(z.strictObject({ entryId: id })),
};
