import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";

/** Current allowances of the user's accounts on chain, for the desk. */

export interface AllowanceRow {
	/** Identifies it in the revoke command. */
	readonly id: string;
	/**
	 * `allowance`: of a token. `permit2`: of a token, in Permit2. `operator`: of a whole collection. `token`:
	 * of one item. `delegate`: of one Solana token account.
	 */
	readonly kind: "allowance" | "token" | "operator" | "permit2" | "delegate";
	/** Token or collection; for a delegate, the token account. */
	readonly token: AddressView;
	/** The token's own symbol or name; `null` if it has none. */
	readonly symbol: Claim | null;
	readonly spender: AddressView;
	/** `null` for an item, a collection, an unlimited amount, or an unreadable one. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	/** Item number; `null` unless it concerns one item. */
	readonly item: string | null;
	/** Unix ms after which it is void; `null` if it never ends. */
	readonly until: number | null;
	/** Unix ms of the approval made here; `null` if unknown. */
	readonly approvedAt: number | null;
	/** Unix ms of the account's last call to its spender from here; `null` if unknown. */
	readonly usedAt: number | null;
	/** Reason why it could not be read; `null` if it was. */
	readonly fault: Text | null;
	/** Entry that is revoking it; `null` if none. */
	readonly revoking: string | null;
}

/** Allowances of one account on one chain. */
export interface AllowanceGroup {
	readonly account: AddressView;
	readonly chain: { readonly id: string; readonly name: string };
	/** Reason why none could be read (no RPC, unreachable); `null` if read. */
	readonly fault: Text | null;
	readonly rows: readonly AllowanceRow[];
}

export interface AllowancesView {
	readonly groups: readonly AllowanceGroup[];
	readonly reading: boolean;
	/** Unix ms; `null` before the first read. */
	readonly readAt: number | null;
	/** Reason why none could be read; `null` if read. */
	readonly fault: Text | null;
	/** Number of older ones that were not read. */
	readonly left: number;
}

/**
 * Commands of the desk to view allowances and request the review of a revocation. The desk revokes nothing
 * itself.
 */
export const allowanceProcedures = {
	/** Starts or stops watching: reads when the screen opens, and after each of our transactions settles. */
	watchAllowances: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshAllowances: desk.command(nothing, { needsInput: false }),
	/** Opens the review of a revocation in the trusted window. */
	revoke: desk.command(z.strictObject({ id }), { needsInput: false }),
};

export const allowanceTrustedProcedures = {
	/**
	 * Opens the review of revoking a permission that a confirmed request left behind (`ProgressView.left`).
	 */
	revokeLeft: trusted.command(z.strictObject({ entryId: id, id })),
};
