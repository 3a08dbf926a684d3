import { z } from "zod";
import type { StatementCounts } from "../core/activity/statement.ts";
import type { Text } from "../core/message.ts";
import { type AddressView, type Claim, desk, nothing } from "./primitives.ts";
import type { ProgressStep, ProgressView } from "./signing.ts";

/**
 * Activity: approvals with their results, and requests that were never signed (rejected, expired, stopped by
 * a rule, lies).
 */

interface RowCommon {
	readonly id: string;
	/** Time of the approval or record. */
	readonly at: number;
	readonly headline: Text;
	/** Service's title as a string, or its replacement. */
	readonly session: Text;
	readonly sessionId: string;
	readonly entryId: string;
	/** As the request names it. */
	readonly app: Claim | null;
	readonly chain: Text;
	/** `null` if unknown. */
	readonly signer: AddressView | null;
	readonly outcome: ProgressView["outcome"] | "rule" | "lie";
}

export interface ApprovedRow extends RowCommon {
	readonly kind: "approved";
	readonly signer: AddressView;
	readonly state: string;
	readonly outcome: ProgressView["outcome"];
	readonly transactionId: string | null;
	/**
	 * Block explorer that shows the transaction: "basescan.org"; `null` if none is known or there is no
	 * transaction.
	 */
	readonly explorer: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly steps: readonly ProgressStep[];
}

/** Row of a request that was never signed. */
export type KeptRow = RowCommon &
	(
		| {
				readonly kind: "rejected";
				readonly by: "user" | "elsewhere";
				/** The user's own words; empty if none. */
				readonly reason: string;
				readonly arrival: "telling" | "arrived" | "changed" | "failed";
				readonly why: Text | null;
		  }
		| { readonly kind: "expired" }
		| { readonly kind: "rule"; readonly rule: string; readonly text: Text }
		| {
				readonly kind: "lie";
				readonly lie: "payload" | "review" | "typed" | "effect";
				readonly fields: readonly string[];
				/** Payments in the chain's coin; everything else as the service wrote it. */
				readonly reviewed: Text | null;
				readonly payload: Text | null;
				readonly text: Text;
				/** Can be saved for another program to check. */
				readonly hasProof: boolean;
		  }
	);

export type ActivityRow = ApprovedRow | KeptRow;

/** Rows of one kind that were pruned to bound the file. */
interface PrunedView {
	readonly kind: "rejected" | "expired" | "rule" | "lie";
	readonly count: number;
	readonly until: number;
}

/** Amounts have all digits. */
export interface StatementLineView {
	readonly kind: "out" | "in" | "fee";
	readonly chain: Text;
	readonly symbol: Claim;
	/**
	 * The token's address, shortened, since anyone can use this symbol; `null` for a listed token or a coin.
	 */
	readonly unlisted: string | null;
	readonly predicted: string;
	readonly happened: string;
	/** "+0.5" or "−0.5"; `null` if equal. Fees are predicted as bounds, so a lower fee is no difference. */
	readonly difference: string | null;
	/** Number of movements with an unknown result. */
	readonly open: number;
	/** Value at the time; `null` without any price. */
	readonly worth: string | null;
}

export interface StatementSumsView {
	readonly counts: StatementCounts;
	readonly lines: readonly StatementLineView[];
	/** Value at the time; `null` without any price. */
	readonly worth: { readonly out: string | null; readonly in: string | null; readonly fee: string | null };
	/** Number of movements without a price. */
	readonly unpriced: number;
}

export interface StatementWeekView {
	/** Monday, "2026-11-23". */
	readonly from: string;
	readonly total: StatementSumsView;
	readonly groups: readonly (StatementSumsView & {
		readonly app: Claim | null;
		readonly session: Text;
		readonly sessionId: string;
	})[];
}

export interface ActivityRowPage {
	readonly rows: readonly ActivityRow[];
	/** Older weeks exist. */
	readonly more: boolean;
	readonly pruned: readonly PrunedView[];
}

const kept = z.string().min(1).max(9_000);

/** Commands of the desk to view, check and export. Main asks for the path; windows never name one. */
export const activityProcedures = {
	verifyJournal: desk.returns<{ readonly ok: boolean; readonly text: Text }>()(nothing, {
		needsInput: false,
	}),
	exportJournal: desk.command(nothing),
	/** Returns rows after the given number of newest ones. */
	olderActivity: desk.returns<ActivityRowPage>()(
		z.strictObject({ after: z.number().int().min(0).max(1_000_000) }),
		{ needsInput: false },
	),
	statement: desk.returns<readonly StatementWeekView[]>()(nothing, { needsInput: false }),
	exportActivity: desk.command(z.strictObject({ form: z.enum(["csv", "lines"]) })),
	exportStatement: desk.command(nothing),
	/** Shows a row's transaction in a block explorer. Main builds the address and asks before opening it. */
	openTransaction: desk.command(z.strictObject({ id: kept })),
	/** Saves the proof of a lie for countersign-verify. */
	saveProof: desk.command(z.strictObject({ id: kept })),
};
