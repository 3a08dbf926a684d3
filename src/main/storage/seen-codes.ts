import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { rowParser, safely } from "./database.ts";

/** Code hashes of known contracts when they were first seen. The code at an address should never change. */

export const SEEN_CODES_SQL = `
CREATE TABLE met_codes (
	chain_ref TEXT NOT NULL,
	address TEXT NOT NULL,
	code_hash TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	PRIMARY KEY (chain_ref, address)
) STRICT;
`;

const toCode = rowParser({ codeHash: z.string(), firstSeen: z.number() });

export class SeenCodes {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #select: StatementSync;
	readonly #insert: StatementSync;

	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#select = db.prepare(
			"SELECT code_hash, first_seen FROM met_codes WHERE chain_ref = ? AND address = ?",
		);
		this.#insert = db.prepare(
			"INSERT INTO met_codes (chain_ref, address, code_hash, first_seen) VALUES (?, ?, ?, ?)",
		);
	}

	/**
	 * Returns the first code hash that was recorded for an address. If there is none, records this one
	 * durably.
	 * @param chainRef decimal chain ID
	 * @param address lower case
	 */
	meet(chainRef: string, address: string, codeHash: string): ReturnType<typeof toCode> {
		return safely(this.#db, () => {
			const found = this.#select.get(chainRef, address);
			if (found !== undefined) return toCode(found);
			const firstSeen = this.#now();
			this.#insert.run(chainRef, address, codeHash, firstSeen);
			return { codeHash, firstSeen };
		});
	}
}
