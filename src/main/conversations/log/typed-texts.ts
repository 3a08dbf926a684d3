import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { addressesTyped } from "../../../core/asked/tokens.ts";
import type { TypedText } from "../../../core/asked/typed-request.ts";
import { asStorageError } from "../../storage/database.ts";

/**
 * What the user typed in the composer, in journal.db: on disk before it is sent, and never taken from what the service
 * returns, which could tell it otherwise.
 */

export const TYPED_TEXTS_SQL = `
CREATE TABLE typed_texts (
	scope TEXT NOT NULL,
	session_id TEXT NOT NULL,
	text TEXT NOT NULL,
	at INTEGER NOT NULL,
	own_addresses TEXT NOT NULL,
	foreign_addresses TEXT NOT NULL
) STRICT;
CREATE INDEX typed_texts_of ON typed_texts (scope, session_id, at);
`;

export interface TypedTexts {
	/** Durable when it returns. Throws a StorageError. @returns the row that it stands in */
	keep(scope: string, sessionId: string, typed: TypedText): number;
	/** Which of its addresses others had before, once that is known. Throws a StorageError. */
	revise(row: number, text: string, foreign: readonly string[]): void;
	/**
	 * The newest of them, oldest first. Throws a StorageError.
	 * @param until none that was sent later, Unix ms
	 */
	list(scope: string, sessionId: string, until: number): readonly TypedText[];
	/** Addresses that the user typed in this conversation before any other text there had them. Throws a StorageError. */
	ownAddresses(scope: string, sessionId: string): ReadonlySet<string>;
}

/** No rule looks further back. */
const MAX_LISTED = 20;

const addresses = z
	.string()
	.transform((text): unknown => JSON.parse(text))
	.pipe(z.array(z.string()));
const columns = z.object({ text: z.string(), at: z.number(), foreign_addresses: addresses });
const ownColumns = z.object({ own_addresses: addresses });

/** Over the journal's database (synchronous FULL), with the tables of TYPED_TEXTS_SQL. */
export function createTypedTexts(db: DatabaseSync): TypedTexts {
	const insert = db.prepare(
		"INSERT INTO typed_texts (scope, session_id, text, at, own_addresses, foreign_addresses) VALUES (?, ?, ?, ?, ?, ?)",
	);
	const update = db.prepare(
		"UPDATE typed_texts SET own_addresses = ?, foreign_addresses = ? WHERE rowid = ?",
	);
	const select = db.prepare(
		"SELECT text, at, foreign_addresses FROM typed_texts WHERE scope = ? AND session_id = ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT ?",
	);
	const own = db.prepare(
		"SELECT own_addresses FROM typed_texts WHERE scope = ? AND session_id = ? AND own_addresses <> '[]'",
	);
	/** The user's own addresses, and those of others. */
	const sorted = (text: string, foreign: readonly string[]) =>
		[
			JSON.stringify(addressesTyped(text).filter((address) => !foreign.includes(address))),
			JSON.stringify(foreign),
		] as const;
	const safely = <T>(work: () => T): T => {
		try {
			return work();
		} catch (error) {
			throw asStorageError(error, db.location() ?? "memory");
		}
	};
	return {
		keep: (scope, sessionId, { text, at, foreign }) =>
			safely(() => Number(insert.run(scope, sessionId, text, at, ...sorted(text, foreign)).lastInsertRowid)),
		revise(row, text, foreign) {
			safely(() => update.run(...sorted(text, foreign), row));
		},
		list: (scope, sessionId, until) =>
			safely(() =>
				select
					.all(scope, sessionId, until, MAX_LISTED)
					.map((raw) => {
						const { text, at, foreign_addresses: foreign } = columns.parse(raw);
						return { text, at, foreign };
					})
					.reverse(),
			),
		ownAddresses: (scope, sessionId) =>
			safely(() => new Set(own.all(scope, sessionId).flatMap((raw) => ownColumns.parse(raw).own_addresses))),
	};
}
