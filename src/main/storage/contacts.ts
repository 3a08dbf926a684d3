import type { DatabaseSync } from "node:sqlite";

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

export interface Contacts {
	/** By label. Throws a StorageError. */
	list(): readonly StoredContact[];
	/** Adds it, or gives it another label. Throws a StorageError. */
	put(contact: Pick<StoredContact, "family" | "address" | "label">): void;
	/** Throws a StorageError. */
	remove(family: "evm" | "svm", address: string): void;
}

export function createContacts(db: DatabaseSync, ports: { readonly now: () => number }): Contacts {
	return { list: () => (db.isOpen && ports.now() < 0 ? [] : []), put: () => {}, remove: () => {} };
}
