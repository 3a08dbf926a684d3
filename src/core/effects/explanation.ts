/** The most that the payload's own bytes account for, in the spelling of family.ts. */

/** Something that may leave. */
export interface ExplainedOutflow {
	/** Whose it is. */
	readonly account: string;
	/** Whether it is this asset; `item` is the number of an item of a collection. */
	readonly covers: (asset: string, item: string | null) => boolean;
	/** The bytes name the asset: an amount of an asset that they leave open accounts for one asset alone. */
	readonly isNamed: boolean;
	/** Base units, the most; `null` if the bytes set no bound. */
	readonly most: bigint | null;
	/** Receiver; `null` if the bytes leave it to a contract. */
	readonly to: string | null;
	/** A receipt that is given up: who may get it beside its issuer and nobody; `null` for what is no receipt. */
	readonly givenUpTo: readonly string[] | null;
}

/** A right that somebody may get. */
export interface ExplainedRight {
	readonly account: string;
	/** `null` for every token. */
	readonly token: string | null;
	readonly spender: string;
	/** Base units; `null` without a bound. */
	readonly most: bigint | null;
}

export interface Explanation {
	/** Whether calls that can't be read may move this asset. */
	readonly mayMoveUnread: (asset: string) => boolean;
	readonly outflows: readonly ExplainedOutflow[];
	readonly rights: readonly ExplainedRight[];
}
