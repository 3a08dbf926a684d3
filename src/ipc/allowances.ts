import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type AddressView, type AmountView, type Claim, desk, id, nothing, trusted } from "./primitives.ts";

export interface AllowanceRow {
	readonly id: string;
	/**
	 * `allowance` and `permit2` cover amounts of a token, `operator` a whole collection, `token` a single
	 * item, and `delegate` a Solana token account.
	 */
	readonly kind: "allowance" | "token" | "operator" | "permit2" | "delegate";
	readonly token: AddressView;
	readonly symbol: Claim | null;
	readonly spender: AddressView;
	/** `null` for an NFT or a collection, and if the amount is unlimited or unreadable. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	readonly item: string | null;
	readonly until: number | null;
	readonly approvedAt: number | null;
	/** Time of the account's last call to the spender that was made from here. */
	readonly usedAt: number | null;
	readonly fault: Text | null;
	readonly revoking: string | null;
}

export interface AllowanceGroup {
	readonly account: AddressView;
	readonly chain: { readonly id: string; readonly name: string };
	readonly fault: Text | null;
	readonly rows: readonly AllowanceRow[];
}

export interface AllowancesView {
	readonly groups: readonly AllowanceGroup[];
	readonly reading: boolean;
	readonly readAt: number | null;
	readonly fault: Text | null;
	readonly left: number;
}

/** The desk can only open the review of a revocation. */
export const allowanceProcedures = {
	/** Reads when the screen opens and after each of our transactions has settled. */
	watchAllowances: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshAllowances: desk.command(nothing, { needsInput: false }),
	revoke: desk.command(z.strictObject({ id }), { needsInput: false }),
};

export const allowanceTrustedProcedures = {
	/** Opens the review that revokes an allowance left by a confirmed request (`ProgressView.left`). */
	revokeLeft: trusted.command(z.strictObject({ entryId: id, id })),
};
