import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type Contacts, createContacts } from "../../../../src/main/address-book/contacts.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";

function scene(): { readonly db: DatabaseSync; readonly contacts: Contacts } {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let now = 1_000;
	return { db, contacts: createContacts(db, { now: () => now++ }) };
}

const ana = { family: "evm", address: "0x01", label: "Ana" } as const;
const boris = { family: "svm", address: "So1", label: "boris" } as const;

describe("the address book's store", () => {
	it("keeps contacts by name, across a start", () => {
		const { db, contacts } = scene();
		contacts.put(boris);
		contacts.put(ana);
		const kept = [
			{ ...ana, addedAt: 1_001 },
			{ ...boris, addedAt: 1_000 },
		];
		expect(contacts.list()).toEqual(kept);
		expect(createContacts(db, { now: () => 0 }).list()).toEqual(kept);
	});

	it("gives a known address its new name, and forgets one", () => {
		const { contacts } = scene();
		contacts.put(ana);
		contacts.put({ ...ana, label: "Anna" });
		expect(contacts.list()).toEqual([{ ...ana, label: "Anna", addedAt: 1_000 }]);
		contacts.remove("svm", ana.address);
		expect(contacts.list().length).toBe(1);
		contacts.remove("evm", ana.address);
		expect(contacts.list()).toEqual([]);
	});

	it("reads once, until it writes", () => {
		const { db, contacts } = scene();
		contacts.put(ana);
		const before = contacts.list();
		db.exec("DELETE FROM contacts");
		expect(contacts.list()).toBe(before);
		contacts.put(boris);
		expect(contacts.list().map(({ label }) => label)).toEqual(["boris"]);
	});

	it("keeps all of many or none, and says why as a storage error", () => {
		const { db, contacts } = scene();
		db.exec(
			"CREATE TRIGGER full BEFORE INSERT ON contacts WHEN new.label = 'boris' BEGIN SELECT RAISE(ABORT, 'no'); END",
		);
		expect(() => contacts.putAll([ana, boris])).toThrow(StorageError);
		expect(contacts.list()).toEqual([]);
		db.exec("DROP TABLE contacts");
		contacts.list();
		expect(() => contacts.put(ana)).toThrow(StorageError);
		expect(() => contacts.list()).toThrow(StorageError);
	});
});
