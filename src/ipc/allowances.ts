import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";

/** What the accounts have allowed others so far, as the chain says it, for the desk. */

export interface AllowanceRow {
	/** Names it in the command to take it back. */
	readonly id: string;
	/**
	 * `allowance`: of a token. `permit2`: of a token, kept by Permit2. `operator`: of a whole collection. `token`: of one
	 * item. `delegate`: of one Solana token account.
	 */
	readonly kind: "allowance" | "token" | "operator" | "permit2" | "delegate";
	/** The token or collection; of a delegate, the token account. */
	readonly token: AddressView;
	/** The symbol or name, as the token itself says; null where it says none. */
	readonly symbol: Claim | null;
	readonly spender: AddressView;
	/** null for an item, a collection, no limit, or what could not be read. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	/** The item's number; null where it is not of one item. */
	readonly item: string | null;
	/** Unix ms after which it counts no more; null without an end. */
	readonly until: number | null;
	/** What allowed it as it stands was approved here then, Unix ms; null where nothing here tells. */
	readonly approvedAt: number | null;
	/** The account last called its spender from here then, Unix ms; null where nothing here tells. */
	readonly usedAt: number | null;
	/** Why it could not be read; null where it was. */
	readonly fault: Text | null;
	/** The entry that is taking it back; null where none is. */
	readonly revoking: string | null;
}

/** Of one account on one chain. */
export interface AllowanceGroup {
	readonly account: AddressView;
	readonly chain: { readonly id: string; readonly name: string };
	/** Why nothing of it could be read (no RPC, out of reach); null where it could. */
	readonly fault: Text | null;
	readonly rows: readonly AllowanceRow[];
}

export interface AllowancesView {
	readonly groups: readonly AllowanceGroup[];
	readonly reading: boolean;
	/** Unix ms; null before the first time. */
	readonly readAt: number | null;
	/** Why none of it could be read; null where it could. */
	readonly fault: Text | null;
	/** So many older ones were met and not looked at. */
	readonly left: number;
}

/** The desk may look at what is allowed, and ask for the review of a revocation: it takes nothing back by itself. */
export const allowanceProcedures = {
	/** The place is on screen, or no longer: it is read when it opens, and after what of ours settles meanwhile. */
	watchAllowances: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshAllowances: desk.command(nothing, { needsInput: false }),
	/** Opens the review of a revocation in the trusted window. */
	revoke: desk.command(z.strictObject({ id }), { needsInput: false }),
};

export const allowanceTrustedProcedures = {
	/** Opens the review of a revocation of what a confirmed request left standing (`ProgressView.left`). */
	revokeLeft: trusted.command(z.strictObject({ entryId: id, id })),
};
