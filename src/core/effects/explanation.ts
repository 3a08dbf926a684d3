export interface ExplainedOutflow {
	readonly account: string;
	readonly covers: (asset: string, item: string | null) => boolean;
	readonly isNamed: boolean;
	readonly most: bigint | null;
	/** `null` if the bytes let a contract choose the recipient. */
	readonly to: string | null;
	/** Allowed recipients for a returned receipt. `null` if the asset isn't a receipt. */
	readonly givenUpTo: readonly string[] | null;
}

export interface ExplainedRight {
	readonly account: string;
	readonly token: string | null;
	readonly spender: string;
	readonly most: bigint | null;
}

export interface Explanation {
	readonly mayMoveUnread: (asset: string) => boolean;
	readonly outflows: readonly ExplainedOutflow[];
	readonly rights: readonly ExplainedRight[];
}
