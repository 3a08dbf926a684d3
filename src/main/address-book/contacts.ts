import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "../storage/database.ts";

/** The address book, in journal.db. */

export const CONTACTS_SQL = `
CREATE TABLE contacts (
	family TEXT NOT NULL,
	address TEXT NOT NULL,
	label TEXT NOT NULL,
	added_at INTEGER NOT NULL,
	PRIMARY KEY (family, address)
) STRICT;
`;

export interface StoredContact {
	readonly family: "evm" | "svm";
	/** EVM: in lower case. Solana: base58. */
	readonly address: string;
	readonly label: string;
	/** Unix ms. */
	readonly addedAt: number;
}

type ContactFields = Pick<StoredContact, "family" | "address" | "label">;

export interface Contacts {
	/** By label; the same array until one changes. Throws a StorageError. */
	list(): readonly StoredContact[];
	/** Adds it, or gives it another label. Throws a StorageError. */
	put(contact: ContactFields): void;
	/** All of them or none. Throws a StorageError. */
	putAll(contacts: readonly ContactFields[]): void;
	/** Throws a StorageError. */
	remove(family: "evm" | "svm", address: string): void;
}

const columns = z.object({
	family: z.enum(["evm", "svm"]),
	address: z.string(),
	label: z.string(),
	added_at: z.number(),
});

function toContact(raw: unknown): StoredContact {
	const { family, address, label, added_at: addedAt } = columns.parse(raw);
	return { family, address, label, addedAt };
}

const byLabel = (left: StoredContact, right: StoredContact): number =>
	left.label.localeCompare(right.label) || (left.address < right.address ? -1 : 1);

/** Reviews ask for names at every drawing: what was read stands until this one writes. */
export function createContacts(db: DatabaseSync, ports: { readonly now: () => number }): Contacts {
	const every = db.prepare("SELECT * FROM contacts");
	const put = db.prepare(`INSERT INTO contacts (family, address, label, added_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (family, address) DO UPDATE SET label = excluded.label`);
	const remove = db.prepare("DELETE FROM contacts WHERE family = ? AND address = ?");
	let known: readonly StoredContact[] | null = null;

	function write(work: () => void): void {
		try {
			transaction(db, work);
		} finally {
			known = null;
		}
	}

	const putAll = (contacts: readonly ContactFields[]) =>
		write(() => {
			for (const { family, address, label } of contacts) put.run(family, address, label, ports.now());
		});

	return {
		list() {
			if (known !== null) return known;
			try {
				known = every.all().map(toContact).toSorted(byLabel);
			} catch (error) {
				throw asStorageError(error, db.location() ?? "memory");
			}
			return known;
		},
		put: (contact) => putAll([contact]),
		putAll,
		remove: (family, address) =>
			write(() => {
				remove.run(family, address);
			}),
	};
}
