import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { AllowanceRow } from "./allowances.ts";
import { type AmountView, type Claim, id, password, trusted } from "./primitives.ts";
import type { TokenMark } from "./review.ts";
import type { DeviceSigningView } from "./wallet.ts";

/** Progress of an approval, step by step. */

/** Visible steps of an answer; a request has those of its kind, in this order. */
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
	/** Actual minus predicted amount; `null` if equal or unknown. */
	readonly difference: Text | null;
}

/** A changed balance of the user, or the current state of an allowance. */
export interface ReceiptChange {
	readonly kind: "in" | "out" | "allowance";
	readonly mark: TokenMark | null;
	/** Actual amount; `null` for an unlimited allowance. */
	readonly amount: AmountView | null;
	/** Subject of an allowance; `null` for a balance. */
	readonly text: Text | null;
}

/** Result, shown first. */
export interface OutcomeView {
	/** Past tense: "Sent 0.05 ETH", "Failed: …". `null` until it has ended. */
	readonly headline: Text | null;
	/** Value of what was received, or else sent; absent without a price. */
	readonly worth?: Text;
	readonly feeWorth?: Text;
	readonly changes: readonly ReceiptChange[];
	/** Source and age of the prices; absent if none were used. */
	readonly prices?: Text;
}

/** One of several transactions or payloads of an action. */
export interface SignedItemView {
	/** Index from 1. */
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
	/** Service's title as a string, or its replacement. */
	readonly session: Text;
	/** By `appNamed`; `null` if the request names none. */
	readonly app: Claim | null;
	/** Requested by the user, not an agent. */
	readonly own: boolean;
	/** The user's name for the network; `null` if there is none. */
	readonly network: Text | null;
	/** Time of approval, Unix ms. */
	readonly approvedAt: number;
	/** Signer: a Ledger, or a key on this computer. `null` until signed, or if unknown. */
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
		/** The user withdrew the approval before anything was signed. */
		| "withdrawn"
		| "expired"
		/** Another transaction used its nonce. */
		| "replaced"
		/** It is on chain, but the service did not accept the answer. */
		| "unanswered"
		| "ended";
	/** Known and unknown facts, and whether funds may have moved. */
	readonly text: Text;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	/** Permissions it granted that still exist on chain; each can be revoked. */
	readonly left: readonly AllowanceRow[];
	/** A stuck row can be retried; a refused one that is still requested can be reviewed again. */
	readonly canRetry: boolean;
	/** Empty if there is only one. */
	readonly items: readonly SignedItemView[];
	/** Available replacements of a stuck transaction of this app. */
	readonly canReplace: readonly ("speed_up" | "cancel")[];
	/** Minimum cost of each replacement in the native coin. */
	readonly replaceFees: { readonly [Purpose in "speed_up" | "cancel"]?: AmountView };
	/** Not everything is signed yet, so the approval can be withdrawn. */
	readonly canWithdraw: boolean;
	/** The service is unreachable; nothing is signed before it answers. */
	readonly offline: boolean;
	/**
	 * Block explorer that shows the transaction: "basescan.org"; `null` if none is known or there is no
	 * transaction.
	 */
	readonly explorer: string | null;
	/** The service waits for a report about something never signed here, which the user can send. */
	readonly canReportUnsent?: boolean;
	/** Ledger progress; `null` if no Ledger is needed, or it has finished. */
	readonly device: DeviceSigningView | null;
}

/** The only approval commands, trusted window only. */
export const signingProcedures = {
	approve: trusted.command(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(80).nullable(),
		}),
	),
	/** Overrides the refusing rules for one approval of the displayed review. Approves nothing. */
	allowOnce: trusted.command(
		z.strictObject({ offer: id, fingerprint: z.string().regex(/^[0-9a-f]{64}$/), password }),
	),
	/** Withdraws an approval before anything is signed. */
	withdraw: trusted.command(z.strictObject({ entryId: id })),
	/**
	 * Shows an approval's transaction in a block explorer. Main builds the address and asks before opening
	 * it.
	 */
	openExplorer: trusted.command(z.strictObject({ entryId: id })),
};
