import type { DatabaseSync } from "node:sqlite";

/** Tokens and spenders that were met in reviews, in journal.db: where the desk looks for what is allowed so far. */

export const MET_ALLOWANCES_SQL = `
CREATE TABLE met_allowances (
	chain_ref TEXT NOT NULL,
	account TEXT NOT NULL,
	token TEXT NOT NULL,
	spender TEXT NOT NULL,
	kind TEXT NOT NULL,
	token_id TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	PRIMARY KEY (chain_ref, account, token, spender, kind, token_id)
) STRICT;
`;

export interface MetAllowance {
	readonly chainRef: string;
	/** EVM addresses in lower case, Solana's as they are. */
	readonly account: string;
	/** EVM: the token or collection. Solana: the token account. */
	readonly token: string;
	readonly spender: string;
	readonly kind: "allowance" | "token" | "operator" | "delegate" | "permit2";
	/** Decimal; empty where it is not of one item. */
	readonly tokenId: string;
}

export interface MetAllowances {
	/** Throws a StorageError. */
	list(): readonly MetAllowance[];
	/** Throws a StorageError. */
	note(met: readonly MetAllowance[]): void;
}

export function createMetAllowances(db: DatabaseSync, ports: { readonly now: () => number }): MetAllowances {
	return { list: () => (db.isOpen && ports.now() < 0 ? [] : []), note: () => {} };
}
