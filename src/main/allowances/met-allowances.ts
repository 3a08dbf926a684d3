import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "../storage/database.ts";

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
	/** Decimal chain id, or the cluster's own name. */
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
	/** The newest first, and no more than `MAX_LISTED`. Throws a StorageError. */
	list(): readonly MetAllowance[];
	/** Durable when it returns; what was noted before stays as it is. Throws a StorageError. */
	note(met: readonly MetAllowance[]): void;
}

/** A hostile service could show thousands: the oldest of more than so many are not looked at. */
export const MAX_LISTED = 1_000;

const columns = z.object({
	chain_ref: z.string(),
	account: z.string(),
	token: z.string(),
	spender: z.string(),
	kind: z.enum(["allowance", "token", "operator", "delegate", "permit2"]),
	token_id: z.string(),
});

function toMet(raw: unknown): MetAllowance {
	const { chain_ref: chainRef, token_id: tokenId, ...rest } = columns.parse(raw);
	return { ...rest, chainRef, tokenId };
}

/** Over the journal's database (synchronous FULL), with the tables of MET_ALLOWANCES_SQL. */
export function createMetAllowances(db: DatabaseSync, ports: { readonly now: () => number }): MetAllowances {
	const select = db.prepare("SELECT * FROM met_allowances ORDER BY first_seen DESC, rowid DESC LIMIT ?");
	const insert = db.prepare(
		`INSERT OR IGNORE INTO met_allowances (chain_ref, account, token, spender, kind, token_id, first_seen)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	);
	return {
		list() {
			try {
				return select.all(MAX_LISTED).map(toMet);
			} catch (error) {
				throw asStorageError(error, db.location() ?? "memory");
			}
		},
		note(met) {
			if (met.length === 0) return;
			const now = ports.now();
			transaction(db, () => {
				for (const { chainRef, account, token, spender, kind, tokenId } of met)
					insert.run(chainRef, account, token, spender, kind, tokenId, now);
			});
		},
	};
}
