import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError } from "./database.ts";

/** The code of known contracts as it was when they were first met, in journal.db: code at an address does not change. */

export const SEEN_CODES_SQL = `
CREATE TABLE met_codes (
	chain_ref TEXT NOT NULL,
	address TEXT NOT NULL,
	code_hash TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	PRIMARY KEY (chain_ref, address)
) STRICT;
`;

interface SeenCode {
	/** Keccak-256, in lower case. */
	readonly codeHash: string;
	/** Unix ms. */
	readonly firstSeen: number;
}

const columns = z.object({ code_hash: z.string(), first_seen: z.number() });

/** Over the journal's database (synchronous FULL), with the tables of MET_CODES_SQL. */
export class SeenCodes {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #select: StatementSync;
	readonly #insert: StatementSync;

	/** @param now Unix ms */
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
	 * Returns the code that was met first at this address, which is never replaced. Stores the given code, durable when
	 * it returns, if none was met. Throws a StorageError.
	 * @param chainRef decimal chain id
	 * @param address in lower case
	 */
	meet(chainRef: string, address: string, codeHash: string): SeenCode {
		try {
			const found = this.#select.get(chainRef, address);
			if (found !== undefined) {
				const { code_hash: before, first_seen: firstSeen } = columns.parse(found);
				return { codeHash: before, firstSeen };
			}
			const firstSeen = this.#now();
			this.#insert.run(chainRef, address, codeHash, firstSeen);
			return { codeHash, firstSeen };
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}
}
