import { z } from "zod";
import type { StatementCounts } from "../core/activity/statement.ts";
import type { Text } from "../core/message.ts";
import { type AddressView, type Claim, desk, nothing } from "./primitives.ts";
import type { ProgressStep, ProgressView } from "./signing.ts";

/** What was approved and what became of it, and what was never signed: rejected, run out, stopped by a rule, lies. */

interface RowCommon {
	readonly id: string;
	/** When it was approved, or written down. */
	readonly at: number;
	readonly headline: Text;
	/** The service's own title as a string, or what stands for one. */
	readonly session: Text;
	readonly sessionId: string;
	readonly entryId: string;
	/** As the request names it. */
	readonly app: Claim | null;
	readonly chain: Text;
	/** Null where it is not known. */
	readonly signer: AddressView | null;
	readonly outcome: ProgressView["outcome"] | "rule" | "lie";
}

export interface ApprovedRow extends RowCommon {
	readonly kind: "approved";
	readonly signer: AddressView;
	readonly state: string;
	readonly outcome: ProgressView["outcome"];
	readonly transactionId: string | null;
	/** What shows the transaction in a browser: "basescan.org"; null where none is known, or there is nothing to show. */
	readonly explorer: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly steps: readonly ProgressStep[];
}

/** Of what was never signed. */
export type KeptRow = RowCommon &
	(
		| {
				readonly kind: "rejected";
				readonly by: "user" | "elsewhere";
				/** The user's own words; empty where they gave none. */
				readonly reason: string;
				readonly arrival: "telling" | "arrived" | "changed" | "failed";
				readonly why: Text | null;
		  }
		| { readonly kind: "expired" }
		| { readonly kind: "rule"; readonly rule: string; readonly told: Text }
		| {
				readonly kind: "lie";
				readonly lie: "payload" | "review" | "typed" | "effect";
				readonly fields: readonly string[];
				/** What is sent stands in the chain's coin, all else as the service wrote it. */
				readonly reviewed: Text | null;
				readonly payload: Text | null;
				readonly told: Text;
				/** It can be saved for another program to check. */
				readonly hasProof: boolean;
		  }
	);

export type ActivityRow = ApprovedRow | KeptRow;

/** What was pruned of one kind, to keep the file bounded. */
interface PrunedView {
	readonly kind: "rejected" | "expired" | "rule" | "lie";
	readonly count: number;
	readonly until: number;
}

/** Amounts are told to the last digit. */
export interface StatementLineView {
	readonly kind: "out" | "in" | "fee";
	readonly chain: Text;
	readonly symbol: Claim;
	/** The token's address, shortened: anybody can call a token by this symbol. null where it is the list's own, or a coin. */
	readonly unlisted: string | null;
	readonly predicted: string;
	readonly happened: string;
	/** "+0.5" or "−0.5"; null where both are the same. Of a fee, which is predicted as a bound, none that is below it. */
	readonly difference: string | null;
	/** Movements of which it is not known what happened. */
	readonly open: number;
	/** As it was seen at the time; null where nothing of it has a price. */
	readonly worth: string | null;
}

export interface StatementSumsView {
	readonly counts: StatementCounts;
	readonly lines: readonly StatementLineView[];
	/** As seen at the time; null where nothing has a price. */
	readonly worth: { readonly out: string | null; readonly in: string | null; readonly fee: string | null };
	/** Movements that have no price. */
	readonly unpriced: number;
}

export interface StatementWeekView {
	/** Its Monday, "2026-11-23". */
	readonly from: string;
	readonly total: StatementSumsView;
	readonly groups: readonly (StatementSumsView & {
		readonly app: Claim | null;
		readonly session: Text;
		readonly sessionId: string;
	})[];
}

export interface ActivityPage {
	readonly rows: readonly ActivityRow[];
	/** There are older ones. */
	readonly more: boolean;
	readonly pruned: readonly PrunedView[];
}

const kept = z.string().min(1).max(9_000);

/** Looked at, checked and exported from the desk. Main asks where to save; the window never names a path. */
export const activityProcedures = {
	verifyJournal: desk.returns<{ readonly ok: boolean; readonly text: Text }>()(nothing, {
		needsInput: false,
	}),
	exportJournal: desk.command(nothing),
	/** Rows beyond so many of the newest. */
	olderActivity: desk.returns<ActivityPage>()(
		z.strictObject({ after: z.number().int().min(0).max(1_000_000) }),
		{ needsInput: false },
	),
	statement: desk.returns<readonly StatementWeekView[]>()(nothing, { needsInput: false }),
	exportActivity: desk.command(z.strictObject({ form: z.enum(["csv", "lines"]) })),
	exportStatement: desk.command(nothing),
	/** Shows the transaction of a row in a block explorer; main makes the address, and asks before it opens it. */
	openTransaction: desk.command(z.strictObject({ id: kept })),
	/** The proof of a lie, for countersign-verify. */
	saveProof: desk.command(z.strictObject({ id: kept })),
};
