import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Clock } from "../ports.ts";
import { rowParser, safely, transaction } from "../storage/database.ts";

export const SEEN_ALLOWANCES_SQL = `
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

/** Limited because a hostile service could display thousands of allowances. */
export const MAX_LISTED = 1_000;

export const toSeen = rowParser({
	/** Decimal chain ID, or the cluster's name. */
	chainRef: z.string(),
	/** EVM addresses in lower case. */
	account: z.string(),
	token: z.string(),
	spender: z.string(),
	kind: z.enum(["allowance", "token", "operator", "delegate", "permit2"]),
	tokenId: z.string(),
});
export type SeenAllowance = Readonly<ReturnType<typeof toSeen>>;

export class SeenAllowances {
	readonly #db;
	readonly #clock;
	readonly #select;
	readonly #insert;

	constructor(db: DatabaseSync, clock: Pick<Clock, "now">) {
		this.#db = db;
		this.#clock = clock;
		this.#select = db.prepare("SELECT * FROM met_allowances ORDER BY first_seen DESC, rowid DESC LIMIT ?");
		this.#insert = db.prepare(
			`INSERT OR IGNORE INTO met_allowances (chain_ref, account, token, spender, kind, token_id, first_seen)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
		);
	}

	list(): readonly SeenAllowance[] {
		return safely(this.#db, () => this.#select.all(MAX_LISTED).map(toSeen));
	}

	/** Leaves known allowances unchanged. Throws a StorageError. */
	note(seen: readonly SeenAllowance[]): void {
		if (seen.length === 0) return;
		const now = this.#clock.now();
		transaction(this.#db, () => {
			for (const { chainRef, account, token, spender, kind, tokenId } of seen)
				this.#insert.run(chainRef, account, token, spender, kind, tokenId, now);
		});
	}
}
