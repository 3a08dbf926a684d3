import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import {
	MAX_LISTED,
	type SeenAllowance,
	SeenAllowances,
} from "../../../../src/main/powers/seen-allowances.ts";
import { openDatabase, StorageError } from "../../../../src/main/storage/database.ts";

/** Tokens and spenders that reviews showed stay known. */

const folder = mkdtempSync(join(tmpdir(), "countersign-met-"));
const path = join(folder, "journal.db");
const open = () => openDatabase(path, { synchronous: "FULL", ...JOURNAL_SCHEMA });
let db = open();
afterEach(() => {
	if (db.isOpen) db.close();
	rmSync(path, { force: true });
	db = open();
});

const met = (change: Partial<SeenAllowance> = {}): SeenAllowance => ({
	chainRef: "1",
	account: `0x${"a".repeat(40)}`,
	token: `0x${"b".repeat(40)}`,
	spender: `0x${"c".repeat(40)}`,
	kind: "allowance",
	tokenId: "",
	...change,
});

describe("seen spenders", () => {
	it("survive a restart, the newest first, each once", () => {
		let now = 10;
		const store = new SeenAllowances(db, { now: () => now });
		store.note([met()]);
		now = 20;
		store.note([met({ kind: "permit2" }), met()]);
		store.note([]);
		db.close();
		db = open();
		const again = new SeenAllowances(db, { now: () => 30 });
		expect(again.list()).toEqual([met({ kind: "permit2" }), met()]);
	});

	it("differ by every one of their members", () => {
		const store = new SeenAllowances(db, { now: () => 1 });
		const all = [
			met(),
			met({ chainRef: "10" }),
			met({ account: "x" }),
			met({ token: "x" }),
			met({ spender: "x" }),
			met({ kind: "token", tokenId: "1" }),
			met({ kind: "token", tokenId: "2" }),
		];
		store.note(all);
		expect(store.list()).toHaveLength(all.length);
	});

	it("are listed up to a bound, so that a flood of them costs no more", () => {
		const store = new SeenAllowances(db, { now: () => 1 });
		store.note(Array.from({ length: MAX_LISTED + 5 }, (_, at) => met({ token: String(at) })));
		const list = store.list();
		expect(list).toHaveLength(MAX_LISTED);
		expect(list[0]?.token).toBe(String(MAX_LISTED + 4));
	});

	it("that can't be written or read give a StorageError with a text", () => {
		const store = new SeenAllowances(db, { now: () => 1 });
		db.exec("DROP TABLE met_allowances");
		expect(() => store.note([met()])).toThrow(StorageError);
		expect(() => store.list()).toThrow(StorageError);
	});
});
