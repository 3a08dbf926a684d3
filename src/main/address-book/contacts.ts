import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Labels } from "../../core/identities/labels.ts";
import type { Clock } from "../ports.ts";
import { rowParser, safely, transaction } from "../storage/database.ts";

export const CONTACTS_SQL = `
CREATE TABLE contacts (
	family TEXT NOT NULL,
	address TEXT NOT NULL,
	label TEXT NOT NULL,
	added_at INTEGER NOT NULL,
	PRIMARY KEY (family, address)
) STRICT;
`;

const toContact = rowParser({
	family: z.enum(["evm", "svm"]),
	/** EVM: lower case. Solana: base58. */
	address: z.string(),
	label: z.string(),
	addedAt: z.number(),
});
export type StoredContact = Readonly<ReturnType<typeof toContact>>;

type ContactFields = Pick<StoredContact, "family" | "address" | "label">;

const byLabel = (left: StoredContact, right: StoredContact): number =>
	left.label.localeCompare(right.label) || (left.address < right.address ? -1 : 1);

function areSame(left: Labels, right: Labels): boolean {
	const keys = Object.keys(left);
	return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

export class Contacts {
	readonly #db;
	readonly #clock;
	readonly #every;
	readonly #put;
	readonly #remove;
	#known: readonly StoredContact[] | null = null;
	#merged: {
		readonly of: readonly StoredContact[];
		readonly userLabels: Labels;
		readonly all: Labels;
	} | null = null;

	constructor(db: DatabaseSync, clock: Pick<Clock, "now">) {
		this.#db = db;
		this.#clock = clock;
		this.#every = db.prepare("SELECT * FROM contacts");
		this.#put = db.prepare(`INSERT INTO contacts (family, address, label, added_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (family, address) DO UPDATE SET label = excluded.label`);
		this.#remove = db.prepare("DELETE FROM contacts WHERE family = ? AND address = ?");
	}

	/** Returns the same array until a contact changes. Throws a StorageError. */
	list(): readonly StoredContact[] {
		this.#known ??= safely(this.#db, () => this.#every.all().map(toContact).toSorted(byLabel));
		return this.#known;
	}

	/**
	 * Returns the same object until a name changes. If an address has two names, the account's name is used.
	 * Throws a StorageError.
	 */
	labels(userLabels: Labels): Labels {
		const of = this.list();
		if (this.#merged?.of !== of || !areSame(this.#merged.userLabels, userLabels)) {
			const book = Object.fromEntries(of.map(({ address, label }) => [address, label]));
			this.#merged = { of, userLabels, all: { ...book, ...userLabels } };
		}
		return this.#merged.all;
	}

	/** Also renames an existing contact. Throws a StorageError. */
	put(contact: ContactFields): void {
		this.putAll([contact]);
	}

	/** Stores either all contacts or none. Throws a StorageError. */
	putAll(contacts: readonly ContactFields[]): void {
		this.#write(() => {
			for (const { family, address, label } of contacts)
				this.#put.run(family, address, label, this.#clock.now());
		});
	}

	remove(family: "evm" | "svm", address: string): void {
		this.#write(() => {
			this.#remove.run(family, address);
		});
	}

	#write(work: () => void): void {
		try {
			transaction(this.#db, work);
		} finally {
			this.#known = null;
		}
	}
}
