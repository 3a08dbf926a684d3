import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { addressesTyped } from "../../../core/typed-intent/sentences.ts";
import type { TypedText } from "../../../core/typed-intent/typed-request.ts";
import { jsonOf, rowParser, safely } from "../../storage/database.ts";

/**
 * Messages that the user typed, stored in journal.db before they are sent. They are never read from the
 * service, which could change them.
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

const MAX_LISTED = 20;

const addresses = jsonOf(z.array(z.string()));
const columns = rowParser({ text: z.string(), at: z.number(), foreignAddresses: addresses });
const addressColumns = rowParser({ ownAddresses: addresses });

/**
 * Splits the text's addresses into those that the user mentioned first and those that others mentioned first.
 */
const sorted = (text: string, foreign: readonly string[]) =>
	[
		JSON.stringify(addressesTyped(text).filter((address) => !foreign.includes(address))),
		JSON.stringify(foreign),
	] as const;

export class TypedTexts {
	readonly #db: DatabaseSync;
	readonly #insert: StatementSync;
	readonly #update: StatementSync;
	readonly #select: StatementSync;
	readonly #userAddresses: StatementSync;

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#insert = db.prepare(
			"INSERT INTO typed_texts (scope, session_id, text, at, own_addresses, foreign_addresses) VALUES (?, ?, ?, ?, ?, ?)",
		);
		this.#update = db.prepare(
			"UPDATE typed_texts SET own_addresses = ?, foreign_addresses = ? WHERE rowid = ?",
		);
		this.#select = db.prepare(
			"SELECT text, at, foreign_addresses FROM typed_texts WHERE scope = ? AND session_id = ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT ?",
		);
		this.#userAddresses = db.prepare(
			"SELECT own_addresses FROM typed_texts WHERE scope = ? AND session_id = ? AND own_addresses <> '[]'",
		);
	}

	keep(scope: string, sessionId: string, { text, at, foreign }: TypedText): number {
		return safely(this.#db, () =>
			Number(this.#insert.run(scope, sessionId, text, at, ...sorted(text, foreign)).lastInsertRowid),
		);
	}

	revise(row: number, text: string, foreign: readonly string[]): void {
		safely(this.#db, () => this.#update.run(...sorted(text, foreign), row));
	}

	list(scope: string, sessionId: string, until: number): readonly TypedText[] {
		return safely(this.#db, () =>
			this.#select
				.all(scope, sessionId, until, MAX_LISTED)
				.map((raw) => {
					const { text, at, foreignAddresses: foreign } = columns(raw);
					return { text, at, foreign };
				})
				.reverse(),
		);
	}

	/** Returns the addresses that the user typed before anyone else mentioned them in the session. */
	userAddresses(scope: string, sessionId: string): ReadonlySet<string> {
		return safely(
			this.#db,
			() =>
				new Set(this.#userAddresses.all(scope, sessionId).flatMap((raw) => addressColumns(raw).ownAddresses)),
		);
	}
}
