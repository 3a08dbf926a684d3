import { z } from "zod";
import type { StatementCounts } from "../core/activity/statement.ts";
import type { Text } from "../core/localized-text.ts";
import { type AddressView, type Claim, desk, nothing } from "./primitives.ts";
import type { ProgressStep, ProgressView } from "./signing.ts";

interface RowCommon {
	readonly id: string;
	readonly at: number;
	readonly headline: Text;
	/** The service's title as a string, or the app's own text if there is none. */
	readonly session: Text;
	readonly sessionId: string;
	readonly entryId: string;
	readonly app: Claim | null;
	readonly chain: Text;
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
	 * Host of the block explorer, such as "basescan.org". `null` if there is no transaction or no known
	 * explorer.
	 */
	readonly explorer: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly steps: readonly ProgressStep[];
}

/** A request that was never signed. */
export type RecordRow = RowCommon &
	(
		| {
				readonly kind: "rejected";
				readonly by: "user" | "elsewhere";
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
				readonly reviewed: Text | null;
				readonly payload: Text | null;
				readonly text: Text;
				/** Whether there is a proof that countersign-verify can check. */
				readonly hasProof: boolean;
		  }
	);

export type ActivityRow = ApprovedRow | RecordRow;

interface PrunedView {
	readonly kind: "rejected" | "expired" | "rule" | "lie";
	readonly count: number;
	readonly until: number;
}

export interface StatementLineView {
	readonly kind: "out" | "in" | "fee";
	readonly chain: Text;
	readonly symbol: Claim;
	/**
	 * The token's shortened address, shown because anyone can copy a symbol. `null` for a coin or a listed
	 * token.
	 */
	readonly unlisted: string | null;
	readonly predicted: string;
	readonly happened: string;
	/** "+0.5" or "−0.5". A lower fee isn't a difference, because predicted fees are upper bounds. */
	readonly difference: string | null;
	readonly open: number;
	readonly fiat: string | null;
}

export interface StatementSumsView {
	readonly counts: StatementCounts;
	readonly lines: readonly StatementLineView[];
	readonly fiat: { readonly out: string | null; readonly in: string | null; readonly fee: string | null };
	/** Number of movements without a price. They aren't included in `worth`. */
	readonly unpriced: number;
}

export interface StatementWeekView {
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
	readonly more: boolean;
	readonly pruned: readonly PrunedView[];
}

const recordKey = z.string().min(1).max(9_000);

export const activityProcedures = {
	verifyJournal: desk.returns<{ readonly ok: boolean; readonly text: Text }>()(nothing, {
		needsInput: false,
	}),
	exportJournal: desk.command(nothing),
	olderActivity: desk.returns<ActivityRowPage>()(
		z.strictObject({ after: z.number().int().min(0).max(1_000_000) }),
		{ needsInput: false },
	),
	statement: desk.returns<readonly StatementWeekView[]>()(nothing, { needsInput: false }),
	exportActivity: desk.command(z.strictObject({ form: z.enum(["csv", "lines"]) })),
	exportStatement: desk.command(nothing),
	openTransaction: desk.command(z.strictObject({ id: recordKey })),
	/** Saves the evidence of a lie in a file for countersign-verify. */
	saveProof: desk.command(z.strictObject({ id: recordKey })),
};
