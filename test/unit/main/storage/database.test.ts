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

describe.skipIf(process.platform === "win32")("the files of a database", () => {
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

	it("are their owner's alone from the beginning, the write-ahead log and its index too", () => {
		db = openDatabase(path, OPTIONS);
		db.exec("INSERT INTO notes VALUES ('a')");
		expect(modes()).toEqual(["600", "600", "600"]);
	});

	it("are so again if somebody else left them open", () => {
		db = openDatabase(path, OPTIONS);
		for (const end of ["", "-wal", "-shm"]) chmodSync(`${path}${end}`, 0o644);
		const second = openDatabase(path, OPTIONS);
		expect(modes()).toEqual(["600", "600", "600"]);
		second.close();
	});

	it("are left as they are where a newer Countersign wrote them, in whichever mode", () => {
		const newer = new DatabaseSync(path);
		newer.exec("CREATE TABLE other (text TEXT); PRAGMA user_version = 2");
		newer.close();
		const before = readFileSync(path);
		expect(() => openDatabase(path, OPTIONS)).toThrow(expect.objectContaining({ kind: "newer" }));
		expect(readFileSync(path).equals(before)).toBe(true);
	});

	it("are left as they are where the file is none of ours", () => {
		writeFileSync(path, "no database at all, and long enough to be read as one: ".repeat(40));
		expect(() => openDatabase(path, OPTIONS)).toThrow(expect.objectContaining({ kind: "damaged" }));
		expect(statSync(path).size).toBe(2200);
	});
});
