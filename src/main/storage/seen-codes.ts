import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError } from "./database.ts";

/** Code hashes of known contracts when first seen. An address's code should never change. */

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
	readonly codeHash: string;
	readonly firstSeen: number;
}

const columns = z.object({ code_hash: z.string(), first_seen: z.number() });

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
	 * Returns the first code hash recorded for an address, or records this one durably.
	 * @param chainRef decimal chain id
	 * @param address lower case
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
