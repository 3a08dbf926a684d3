import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { Contacts } from "../../../../src/main/address-book/contacts.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";

function scene(): { readonly db: DatabaseSync; readonly contacts: Contacts } {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let now = 1_000;
	return { db, contacts: new Contacts(db, { now: () => now++ }) };
}

const ana = { family: "evm", address: "0x01", label: "Ana" } as const;
const boris = { family: "svm", address: "So1", label: "boris" } as const;

describe("the address book's store", () => {
	it("stores contacts by name, across a restart", () => {
		const { db, contacts } = scene();
		contacts.put(boris);
		contacts.put(ana);
		const kept = [
			{ ...ana, addedAt: 1_001 },
			{ ...boris, addedAt: 1_000 },
		];
		expect(contacts.list()).toEqual(kept);
		expect(new Contacts(db, { now: () => 0 }).list()).toEqual(kept);
	});

	it("gives a known address its new name, and deletes one", () => {
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

	it("stores all of many or none, and reports the reason as a storage error", () => {
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

describe("the user's own names", () => {
	function book(): Contacts {
		const { contacts } = scene();
		contacts.putAll([
			{ family: "evm", address: "0x01", label: "Ana" },
			{ family: "evm", address: "0x02", label: "Boris" },
		]);
		return contacts;
	}

	it("belong to accounts and contacts; an account's own name comes first", () => {
		expect(book().labels({ "0x02": "Main" })).toEqual({ "0x01": "Ana", "0x02": "Main" });
	});

	it("are the same object until one of them changes", () => {
		const contacts = book();
		const before = contacts.labels({ "0x03": "Main" });
		expect(contacts.labels({ "0x03": "Main" })).toBe(before);
		expect(contacts.labels({ "0x03": "Other" })).toMatchObject({ "0x03": "Other" });
		expect(contacts.labels({})).toEqual({ "0x01": "Ana", "0x02": "Boris" });
		contacts.remove("evm", "0x01");
		expect(contacts.labels({})).toEqual({ "0x02": "Boris" });
	});
});
