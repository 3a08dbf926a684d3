/** Maximum losses and rights that the payload's bytes explain, in the canonical forms of family.ts. */

export interface ExplainedOutflow {
	readonly account: string;
	/** @param item id of an item of a collection */
	readonly covers: (asset: string, item: string | null) => boolean;
	/** An amount of an unnamed asset explains the loss of one asset only. */
	readonly isNamed: boolean;
	/** Base units; `null` if unbounded. */
	readonly most: bigint | null;
	/** `null` if the bytes leave the recipient to a contract. */
	readonly to: string | null;
	/**
	 * Allowed recipients of a returned receipt, besides its issuer and nobody; `null` if the asset is not a
	 * receipt.
	 */
	readonly givenUpTo: readonly string[] | null;
}

export interface ExplainedRight {
	readonly account: string;
	/** `null` for every token. */
	readonly token: string | null;
	readonly spender: string;
	/** Base units; `null` if unbounded. */
	readonly most: bigint | null;
}

export interface Explanation {
	readonly mayMoveUnread: (asset: string) => boolean;
	readonly outflows: readonly ExplainedOutflow[];
	readonly rights: readonly ExplainedRight[];
}
