import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { RulesStore } from "../../../../src/main/rules/rules-store.ts";
import { openDatabase, StorageError } from "../../../../src/main/storage/database.ts";

const OPTIONS = { synchronous: "FULL", ...JOURNAL_SCHEMA } as const;
let folder: string;
let db: DatabaseSync;
let now = 1_000;

const open = () => openDatabase(join(folder, "journal.db"), OPTIONS);
const storeOf = (of = db) => new RulesStore(of, { now: () => now });

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "countersign-rules-"));
	db = open();
	now = 1_000;
});
afterEach(() => {
	if (db.isOpen) db.close();
	rmSync(folder, { recursive: true, force: true });
});

describe("the user's rules on disk", () => {
	it("are none before any was saved", () => {
		expect(storeOf().latest()).toBeNull();
		expect(storeOf().version()).toBe(0);
		expect(storeOf().versions()).toEqual([]);
	});

	it("are the last saved ones, and still are after a restart", () => {
		const store = storeOf();
		store.save("one");
		expect([store.latest(), store.version()]).toEqual(["one", 1]);
		now = 2_000;
		store.save("two");
		expect([store.latest(), store.version()]).toEqual(["two", 2]);
		db.close();
		db = open();
		expect([storeOf().latest(), storeOf().version()]).toEqual(["two", 2]);
	});

	it("are stored next to the earlier ones, with the time of saving", () => {
		const store = storeOf();
		store.save("one");
		now = 2_000;
		store.save("two");
		expect(store.versions()).toEqual([
			{ version: 2, savedAt: 2_000, rules: "two" },
			{ version: 1, savedAt: 1_000, rules: "one" },
		]);
	});

	it("stay unchanged if the disk is full, with a message", () => {
		const store = storeOf();
		store.save("one");
		const other = new DatabaseSync(join(folder, "journal.db"), { timeout: 0 });
		other.exec("BEGIN IMMEDIATE");
		db.exec("PRAGMA busy_timeout = 0");
		expect(() => store.save("two")).toThrow(StorageError);
		other.exec("ROLLBACK");
		other.close();
		expect(store.latest()).toBe("one");
	});

	it("can't be read if the table is missing, which is reported as such and not as no rules", () => {
		const store = storeOf();
		db.exec("DROP TABLE rules");
		expect(() => store.latest()).toThrow(StorageError);
		expect(() => store.version()).toThrow(StorageError);
	});
});
