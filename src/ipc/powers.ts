import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import type { NoValue } from "../core/powers/exposure.ts";
import {
	type AddressView,
	type AmountView,
	type Claim,
	chainRef,
	desk,
	id,
	nothing,
	trusted,
} from "./primitives.ts";
import type { TokenMark } from "./review.ts";

/**
 * `allowance` and `permit2` cover an amount of a token, `operator` a whole collection, and `token` a single
 * item. `code` is a contract that acts as the account (EIP-7702). The remaining kinds exist only on Solana:
 * `delegate` can spend an amount from a token account, `permanent` can spend all of it, `close` can close it,
 * and `freeze` can freeze it. `mint` can issue more of its token.
 */
export type PowerKind =
	| "allowance"
	| "token"
	| "operator"
	| "permit2"
	| "code"
	| "delegate"
	| "permanent"
	| "close"
	| "freeze"
	| "mint";

/** The core's `Taking`, with US cents as decimal digits. */
export interface TakingView {
	readonly asset: string;
	readonly cents: string | NoValue;
	readonly most: string | NoValue;
	readonly permit2?: "itself" | "inside";
	readonly units?: {
		readonly taken: string;
		readonly most: string;
		readonly decimals: number;
		readonly symbol: Claim;
	};
}

export interface PowerRow {
	readonly id: string;
	readonly kind: PowerKind;
	readonly account: AddressView;
	readonly chain: { readonly id: string; readonly name: string };
	/** The token, collection or token account. For `code`, the account itself. */
	readonly token: AddressView;
	readonly symbol: Claim | null;
	readonly mark: TokenMark | null;
	readonly spender: AddressView;
	/** `null` for an NFT or a collection, and if the amount is unlimited or unreadable. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	readonly item: string | null;
	/** Number of items that an operator can move. `null` if the collection doesn't report it. */
	readonly items: string | null;
	readonly until: number | null;
	readonly approvedAt: number | null;
	/** When the account last called the spender from this app. */
	readonly usedAt: number | null;
	readonly fault: Text | null;
	readonly revoking: string | null;
	/** Whether the user can review a revocation here. */
	readonly isRevocable: boolean;
	readonly takes: readonly TakingView[];
	/**
	 * Maximum amount that can be taken now: in dollars, or in token units if there is no price or the user
	 * hides values.
	 */
	readonly taken: Text;
}

export interface PowerHolder {
	readonly id: string;
	readonly address: AddressView;
	/** Name of the contract, if it is on the app's own list. */
	readonly known: Text | null;
	/** Whether the holder is neither a contact nor on the app's own list. */
	readonly isUnknown: boolean;
	/** Whether the holder can take nothing of value. Such holders are listed last and collapsed. */
	readonly isMinor: boolean;
	readonly taken: Text;
	readonly rows: readonly PowerRow[];
}

export interface PowerLogs {
	readonly chain: { readonly id: string; readonly name: string };
	/** First block to scan, or `null` if the user never chose one. */
	readonly first: number | null;
	readonly firstAt: number | null;
	readonly isReading: boolean;
	/** Number of blocks since the first one. `read` is how many of them have been read for every account. */
	readonly blocks: number;
	readonly read: number;
	readonly failed: readonly { readonly from: number; readonly to: number }[];
	/** Reason why the last scan ended early. */
	readonly fault: Text | null;
	readonly readAt: number | null;
}

export interface PowersView {
	/** Sorted by exposure, highest first. */
	readonly holders: readonly PowerHolder[];
	/** Value that all holders together can take now. Each balance counts only once. */
	readonly exposed: Text | null;
	readonly reading: boolean;
	readonly readAt: number | null;
	readonly fault: Text | null;
	/** Networks that couldn't be read. */
	readonly unread: readonly { readonly name: string; readonly fault: Text }[];
	/** Number of older allowances that weren't read. */
	readonly left: number;
	/** EVM networks whose logs can be scanned. */
	readonly logs: readonly PowerLogs[];
}

const MAX_CHAINS = 100;
/** *Stop everything* lists all of them. */
const MAX_REVOKED = 500;

/** The desk can open reviews of revocations, but not approve them. */
export const powerProcedures = {
	/**
	 * Reads the permissions when the screen opens, and again whenever one of the user's transactions settles.
	 */
	watchPowers: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshPowers: desk.command(nothing, { needsInput: false }),
	/** Scans the networks' logs, starting at a given block, a number of days ago, or at the first block. */
	readPowerLogs: desk.command(
		z.strictObject({
			chains: z.array(chainRef).min(1).max(MAX_CHAINS),
			from: z.union([
				z.strictObject({ block: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
				z.strictObject({ days: z.int().min(1).max(20_000) }),
			]),
		}),
	),
	/** Keeps the results so far. The next scan continues where this one stopped. */
	stopPowerLogs: desk.command(nothing),
	/** Opens the first review. The others follow one after another. */
	revokePowers: desk.command(z.strictObject({ ids: z.array(id).min(1).max(MAX_REVOKED) })),
};

export const powerTrustedProcedures = {
	/**
	 * Opens a review to revoke an allowance that remained after a confirmed request (`ProgressView.left`).
	 */
	revokeLeft: trusted.command(z.strictObject({ entryId: id, id })),
};
