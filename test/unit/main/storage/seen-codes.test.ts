import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { SeenCodes } from "../../../../src/main/storage/seen-codes.ts";

const db = new DatabaseSync(":memory:");
for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
afterEach(() => {
	if (db.isOpen) db.exec("DELETE FROM met_codes");
});

const [ADDRESS, OLD, NEW] = [`0x${"a".repeat(40)}`, `0x${"1".repeat(64)}`, `0x${"2".repeat(64)}`];

it("the store of seen code keeps the first code of an address for good, and when that was", () => {
	let now = 10;
	const codes = new SeenCodes(db, () => now);
	expect(codes.meet("1", ADDRESS, OLD)).toEqual({ codeHash: OLD, firstSeen: 10 });
	now = 20;
	expect(codes.meet("1", ADDRESS, NEW)).toEqual({ codeHash: OLD, firstSeen: 10 });
	expect(new SeenCodes(db, () => 30).meet("1", ADDRESS, OLD)).toEqual({
		codeHash: OLD,
		firstSeen: 10,
	});
});

it("the store of seen code separates chains and addresses", () => {
	const codes = new SeenCodes(db, () => 10);
	codes.meet("1", ADDRESS, OLD);
	expect(codes.meet("10", ADDRESS, NEW).codeHash).toBe(NEW);
	expect(codes.meet("1", `0x${"b".repeat(40)}`, NEW).codeHash).toBe(NEW);
});

it("the store of seen code throws a StorageError if the database is missing", () => {
	const broken = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) broken.exec(sql);
	const codes = new SeenCodes(broken, () => 10);
	broken.exec("DROP TABLE met_codes");
	expect(() => codes.meet("1", ADDRESS, OLD)).toThrow(StorageError);
});
