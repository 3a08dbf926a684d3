/** Maximum losses and rights that the payload's own bytes account for, as written in family.ts. */

/** Assets that may leave. */
export interface ExplainedOutflow {
	/** Account that the assets leave. */
	readonly account: string;
	/** Checks an asset; `item` is the number of an item of a collection. */
	readonly covers: (asset: string, item: string | null) => boolean;
	/** The bytes name the asset: an amount of an open asset accounts for a single asset. */
	readonly isNamed: boolean;
	/** Maximum in base units; `null` if the bytes set no bound. */
	readonly most: bigint | null;
	/** Receiver; `null` if the bytes leave it to a contract. */
	readonly to: string | null;
	/**
	 * Permitted receivers of a returned receipt, besides its issuer and nobody; `null` if the asset is no
	 * receipt.
	 */
	readonly givenUpTo: readonly string[] | null;
}

/** Right that another party may get. */
export interface ExplainedRight {
	readonly account: string;
	/** `null` for every token. */
	readonly token: string | null;
	readonly spender: string;
	/** Base units; `null` without a bound. */
	readonly most: bigint | null;
}

export interface Explanation {
	/** Checks whether undecoded calls may move this asset. */
	readonly mayMoveUnread: (asset: string) => boolean;
	readonly outflows: readonly ExplainedOutflow[];
	readonly rights: readonly ExplainedRight[];
}
