import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, StorageError, transaction } from "../../../../src/main/storage/database.ts";
import { INTENTS_SQL, Intents } from "../../../../src/main/storage/intents.ts";
import { type LogCommit, LogDb, type LogSession, openLog } from "../../../../src/main/storage/log-db.ts";
import { FIRST_EVENT, type NewEvent } from "../../../../src/main/storage/log-items.ts";
import { saying } from "../../../support/saying.ts";

let dir: string;
let path: string;
const open: DatabaseSync[] = [];

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), "countersign-storage-"));
	path = join(dir, "some.db");
});
afterEach(() => {
	for (const db of open.splice(0)) if (db.isOpen) db.close();
	rmSync(dir, { recursive: true, force: true });
});

function keep(db: DatabaseSync): DatabaseSync {
	open.push(db);
	return db;
}

const FULL = {
	synchronous: "FULL",
	firstVersion: 3,
	migrations: ["CREATE TABLE t (n INTEGER NOT NULL) STRICT"],
} as const;

function failure(work: () => unknown): StorageError {
	try {
		work();
	} catch (error) {
		if (error instanceof StorageError) return error;
		throw error;
	}
	throw new Error("it did not fail");
}

/** Overwrites all pages after the first, so that the file opens but its check fails. */
function damage(file: string): void {
	const bytes = readFileSync(file);
	bytes.fill(0xa5, 4096);
	writeFileSync(file, bytes);
}

/** Returns the version of a database, and the columns of its table. */
const columns = (db: DatabaseSync) => [
	db.prepare("PRAGMA user_version").get()?.["user_version"],
	...db
		.prepare("PRAGMA table_info(t)")
		.all()
		.map((column) => column["name"]),
];

describe("a database", () => {
	it("is created with its folder, private, with a write-ahead log, and opens again", () => {
		const deep = join(dir, "a", "b.db");
		const db = keep(openDatabase(deep, FULL));
		db.exec("INSERT INTO t VALUES (1)");
		expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
		expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
		expect(statSync(deep).mode & 0o077).toBe(0);
		db.close();
		expect(keep(openDatabase(deep, FULL)).prepare("SELECT n FROM t").all()).toEqual([{ n: 1 }]);
	});

	it("runs each migration once, in order, and all of it or nothing", () => {
		openDatabase(path, FULL).close();
		const second = "ALTER TABLE t ADD COLUMN more TEXT";
		const cut = `${second}; INSERT INTO nowhere VALUES (1)`;
		expect(() => openDatabase(path, { ...FULL, migrations: [...FULL.migrations, cut] })).toThrow(
			StorageError,
		);
		expect(columns(keep(openDatabase(path, FULL)))).toEqual([3, "n"]);
		const db = keep(openDatabase(path, { ...FULL, migrations: [...FULL.migrations, second] }));
		expect(columns(db)).toEqual([4, "n", "more"]);
		db.close();
		const again = openDatabase(path, { ...FULL, migrations: [...FULL.migrations, second] });
		expect(columns(keep(again))).toEqual([4, "n", "more"]);
	});

	it("written by a newer version is left unchanged", () => {
		openDatabase(path, {
			...FULL,
			migrations: [...FULL.migrations, "CREATE TABLE u (n INTEGER) STRICT"],
		}).close();
		expect(failure(() => openDatabase(path, FULL))).toMatchObject({ kind: "newer" });
	});

	it("rolls back a failing transaction", () => {
		const db = keep(openDatabase(path, FULL));
		expect(() =>
			transaction(db, () => {
				db.exec("INSERT INTO t VALUES (1)");
				throw new Error("no");
			}),
		).toThrow("no");
		expect(db.prepare("SELECT count(*) AS n FROM t").get()).toEqual({ n: 0 });
	});

	it("that is damaged is an error with a text, and the file stays unchanged", () => {
		const db = openDatabase(path, FULL);
		for (let n = 0; n < 5_000; n += 1) db.exec(`INSERT INTO t VALUES (${n})`);
		db.close();
		damage(path);
		const before = readFileSync(path);
		const error = failure(() => openDatabase(path, FULL));
		expect(error.kind).toBe("damaged");
		expect(error.text).toEqual(saying("storage.damaged"));
		expect(readFileSync(path).equals(before)).toBe(true);
		expect(readdirSync(dir)).toContain("some.db");
	});

	it("of another format is damaged", () => {
		writeFileSync(path, "This is a letter, and no database at all. ".repeat(100));
		expect(failure(() => openDatabase(path, FULL)).kind).toBe("damaged");
	});

	it("says that the disk is full, keeps its data, and continues when there is space", () => {
		const db = keep(openDatabase(path, FULL));
		db.exec("PRAGMA max_page_count = 3");
		const fill = () =>
			transaction(db, () => {
				for (let n = 0; n < 20_000; n += 1) db.exec(`INSERT INTO t VALUES (${n})`);
			});
		const error = failure(fill);
		expect(error.kind).toBe("full");
		expect(error.text).toEqual(saying("storage.full"));
		db.exec("PRAGMA max_page_count = 100000");
		fill();
		expect(db.prepare("SELECT count(*) AS n FROM t").get()).toEqual({ n: 20_000 });
	});

	it("says that another program has locked it", () => {
		const db = keep(openDatabase(path, FULL));
		db.exec("PRAGMA busy_timeout = 0");
		const other = keep(new DatabaseSync(path));
		other.exec("BEGIN IMMEDIATE");
		expect(failure(() => transaction(db, () => db.exec("INSERT INTO t VALUES (1)"))).kind).toBe("locked");
	});

	it("says that a folder can't be used", () => {
		writeFileSync(join(dir, "file"), "");
		expect(failure(() => openDatabase(join(dir, "file", "x.db"), FULL)).kind).toBe("denied");
		mkdirSync(join(dir, "folder.db"));
		expect(failure(() => openDatabase(join(dir, "folder.db"), FULL)).kind).toBe("denied");
	});
});

describe("intents", () => {
	const options = { ...FULL, migrations: [INTENTS_SQL] };

	it("are on disk with key and body before they are tried, until they are settled", () => {
		const db = openDatabase(path, options);
		const intents = new Intents(db, () => 5);
		const first = intents.remember("start", "me", { message: "hello" });
		const second = intents.remember("interrupt", "me", { turnId: "t" });
		expect(first.key).not.toBe(second.key);
		expect(first.key.length).toBeLessThanOrEqual(160);
		db.close();
		const again = new Intents(keep(openDatabase(path, options)), () => 6);
		expect(again.pending("me")).toEqual([first, second]);
		again.settle(first.id);
		expect(again.pending("me")).toEqual([second]);
	});

	it("of one identity are not another's", () => {
		const intents = new Intents(keep(openDatabase(path, options)), () => 5);
		intents.remember("start", "me", {});
		expect(intents.pending("you")).toEqual([]);
	});
});

function sessionOf(id: string, members: Partial<LogSession> = {}): LogSession {
	return {
		id,
		title: null,
		turnState: "processing",
		turnId: "t",
		turnSequence: 1,
		answeredTurn: null,
		lastSequence: 1,
		cursor: "c1",
		reconciling: false,
		updatedAt: 10,
		archived: false,
		listedAt: null,
		readListedAt: null,
		...members,
	};
}

function eventOf(sequence: number, members: Partial<NewEvent> = {}): NewEvent {
	return {
		eventId: `e${sequence}`,
		sequence,
		type: "message",
		receivedAt: 20,
		raw: `{"n":${sequence}}`,
		fold: { item: null, ends: null },
		...members,
	};
}

const sequencesOf = ({ items }: LogDb): readonly number[] =>
	items.slice("s", FIRST_EVENT, "later", 10).events.map(({ sequence }) => sequence);

const commitOf = (version: number): LogCommit => ({
	commitId: "com",
	sessionId: "s",
	version,
	source: "page",
	receivedAt: 30,
	raw: "{}",
	fault: null,
});

describe("the log", () => {
	it("stores a page completely, with events, commits and cursor, and each event once", () => {
		const log = new LogDb(keep(openLog(path, 0).db), "me");
		log.apply({ session: sessionOf("s"), events: [eventOf(1)], commits: [commitOf(1)] });
		const next = sessionOf("s", { cursor: "c3", lastSequence: 3, archived: true, reconciling: true });
		expect(
			log.apply({ session: next, events: [eventOf(1), eventOf(3), eventOf(2)], commits: [commitOf(2)] }),
		).toEqual(["e1"]);
		expect(log.sessions()).toEqual([next]);
		expect(sequencesOf(log)).toEqual([1, 2, 3]);
		expect(log.commits()).toEqual([commitOf(2)]);
		expect([log.knows("s", "e2"), log.knows("s", "e9"), log.knows("other", "e2")]).toEqual([
			true,
			false,
			false,
		]);
	});

	it("stores nothing of a page that fails halfway", () => {
		const { db } = openLog(path, 0);
		const log = new LogDb(keep(db), "me");
		db.exec("CREATE TRIGGER no BEFORE INSERT ON commits BEGIN SELECT RAISE(ABORT, 'no'); END");
		const page = { session: sessionOf("s"), events: [eventOf(1)], commits: [commitOf(1)] };
		expect(() => log.apply(page)).toThrow(StorageError);
		expect(log.sessions()).toEqual([]);
		db.exec("DROP TRIGGER no");
		log.apply(page);
		expect(sequencesOf(log)).toEqual([1]);
	});

	it("separates environments and identities", () => {
		const { db } = openLog(path, 0);
		const mine = new LogDb(keep(db), "me");
		mine.apply({ session: sessionOf("s"), events: [eventOf(1, { type: "action" })], commits: [commitOf(1)] });
		const yours = new LogDb(db, "you");
		expect([yours.sessions(), sequencesOf(yours), yours.commits(), yours.actionEvents()]).toEqual([
			[],
			[],
			[],
			[],
		]);
		expect(mine.actionEvents()).toMatchObject([{ sessionId: "s", eventId: "e1" }]);
	});

	it("that is damaged is set aside and recreated, since it can be fetched again", () => {
		const log = new LogDb(openLog(path, 0).db, "me");
		const events = Array.from({ length: 2_000 }, (_, index) => eventOf(index + 1));
		log.apply({ session: sessionOf("s"), events, commits: [] });
		log.close();
		damage(path);
		const { db, setAside } = openLog(path, 77);
		expect(setAside).toEqual({ kind: "damaged", path: `${path}.damaged-77` });
		expect(existsSync(`${path}.damaged-77`)).toBe(true);
		expect(new LogDb(keep(db), "me").sessions()).toEqual([]);
	});
});
