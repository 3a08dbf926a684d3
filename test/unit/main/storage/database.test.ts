import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../../src/main/storage/database.ts";

const OPTIONS = {
	synchronous: "FULL",
	firstVersion: 1,
	migrations: ["CREATE TABLE notes (text TEXT) STRICT;"],
} as const;

describe.skipIf(process.platform === "win32")("a database's files", () => {
	let folder: string;
	let path: string;
	let db: DatabaseSync | null;
	let umask: number;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "database-"));
		path = join(folder, "journal.db");
		db = null;
		umask = process.umask(0o022);
	});
	afterEach(() => {
		process.umask(umask);
		db?.close();
		rmSync(folder, { recursive: true });
	});

	const modes = () => ["", "-wal", "-shm"].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8));

	it("are accessible only to their owner from the beginning, including the write-ahead log and its index", () => {
		db = openDatabase(path, OPTIONS);
		db.exec("INSERT INTO notes VALUES ('a')");
		expect(modes()).toEqual(["600", "600", "600"]);
	});

	it("are restricted again if another program widened their permissions", () => {
		db = openDatabase(path, OPTIONS);
		for (const end of ["", "-wal", "-shm"]) chmodSync(`${path}${end}`, 0o644);
		const second = openDatabase(path, OPTIONS);
		expect(modes()).toEqual(["600", "600", "600"]);
		second.close();
	});

	it("are left unchanged if a newer Countersign wrote them, in either mode", () => {
		const newer = new DatabaseSync(path);
		newer.exec("CREATE TABLE other (text TEXT); PRAGMA user_version = 2");
		newer.close();
		const before = readFileSync(path);
		expect(() => openDatabase(path, OPTIONS)).toThrow(expect.objectContaining({ kind: "newer" }));
		expect(readFileSync(path).equals(before)).toBe(true);
	});

	it("are left unchanged if the file is not ours", () => {
		writeFileSync(path, "no database at all, and long enough to be read as one: ".repeat(40));
		expect(() => openDatabase(path, OPTIONS)).toThrow(expect.objectContaining({ kind: "damaged" }));
		expect(statSync(path).size).toBe(2200);
	});
});
