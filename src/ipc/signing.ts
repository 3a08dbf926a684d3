import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import type { PowerRow } from "./powers.ts";
import { type AddressView, type AmountView, type Claim, id, password, trusted } from "./primitives.ts";
import type { FlowView, TokenMark } from "./review.ts";
import type { DeviceSigningView } from "./wallet.ts";

/** All steps in order. A request goes through only the steps that it needs. */
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
	readonly difference: Text | null;
}

/** A recipient's total according to the receipt, next to the predicted total. */
export interface ReceiptReceiver {
	readonly who: AddressView;
	readonly transactions: number;
	readonly predicted: AmountView | null;
	/** `null` if the receipt doesn't show it. */
	readonly happened: AmountView | null;
	readonly same: boolean | null;
}

export interface ReceiptChange {
	readonly kind: "in" | "out" | "allowance";
	readonly mark: TokenMark | null;
	readonly amount: AmountView | null;
	readonly text: Text | null;
}

export interface OutcomeView {
	readonly headline: Text | null;
	readonly fiat?: Text;
	readonly feeFiat?: Text;
	readonly changes: readonly ReceiptChange[];
	readonly prices?: Text;
}

export interface SignedItemView {
	readonly at: number;
	readonly headline: Text;
	readonly state:
		| "waiting"
		| "signing"
		| "signed"
		| "submitted"
		| "confirmed"
		| "failed"
		/** The approval ended before this was signed. */
		| "unsigned"
		| "skipped"
		| "held";
	readonly transactionId: string | null;
	readonly text: Text | null;
}

export interface ProgressView {
	readonly entryId: string;
	readonly headline: Text;
	readonly sessionId: string;
	readonly session: Text;
	readonly app: Claim | null;
	readonly isLocal: boolean;
	readonly network: Text | null;
	readonly approvedAt: number;
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
		| "withdrawn"
		| "expired"
		| "replaced"
		| "unanswered"
		| "ended";
	readonly text: Text;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	/**
	 * Absent for fewer than two recipients. Recipients whose amount differs from the prediction come first.
	 */
	readonly receivers?: readonly ReceiptReceiver[];
	/** The same payments by transaction and as a map. Absent if nothing was paid. */
	readonly flow?: Pick<FlowView, "steps" | "map">;
	/** Allowances that this request granted and that are still active on chain. */
	readonly left: readonly PowerRow[];
	readonly canRetry: boolean;
	readonly items: readonly SignedItemView[];
	readonly canReplace: readonly ("speed_up" | "cancel")[];
	readonly replaceFees: { readonly [Purpose in "speed_up" | "cancel"]?: AmountView };
	/**
	 * Whether the approval can be withdrawn. This is possible only while at least one signature is missing.
	 */
	readonly canWithdraw: boolean;
	readonly offline: boolean;
	/**
	 * Host of the block explorer, such as "basescan.org". `null` if there is no transaction or no known
	 * explorer.
	 */
	readonly explorer: string | null;
	readonly canReportUnsent?: boolean;
	readonly device: DeviceSigningView | null;
}

/** The only commands that can approve. */
export const signingProcedures = {
	approve: trusted.command(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(80).nullable(),
		}),
	),
	/**
	 * Overrides the rules that refuse this review, for one approval. The approval itself is a separate
	 * command.
	 */
	allowOnce: trusted.command(
		z.strictObject({ offer: id, fingerprint: z.string().regex(/^[0-9a-f]{64}$/), password }),
	),
	withdraw: trusted.command(z.strictObject({ entryId: id })),
	/** Main builds the URL and asks the user before opening it. */
	openExplorer: trusted.command(z.strictObject({ entryId: id })),
};
