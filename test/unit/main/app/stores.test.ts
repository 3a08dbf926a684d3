import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { foundAtOpening } from "../../../../src/main/app/alerts.ts";
import { openStores, type Stores } from "../../../../src/main/app/stores.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import {
	OLDER_VERSION,
	type OlderRow,
	openOlderJournal,
	SETTLED,
	UNSETTLED,
	writeOlderJournal,
} from "../../../fixtures/older-journal.ts";
import { stub } from "../../../fixtures/stub.ts";

/**
 * A journal of an older format is moved aside as a whole, and blocks signing while it may contain unfinished
 * approvals.
 */

const NOW = 77;
let dir: string;
let path: string;

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), "countersign-stores-"));
	path = join(dir, "journal.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const PORTS = stub<Ports>({ clock: { now: () => NOW }, onJournalStep: undefined, wasCut: false });
const open = (): Stores => openStores(PORTS, dir);

/** Runs the app once, and returns whether it may sign and what it says about its files. */
function run() {
	const stores = open();
	try {
		const { journal } = stores;
		return {
			maySign: !journal.hasOlderUnsettled,
			rows: journal.rows("me", -1).length,
			alerts: foundAtOpening(PORTS, stores),
		};
	} finally {
		stores.close();
	}
}

const aside = (at = NOW) => `${path}.older-${at}`;
const told = (file = aside()) => message("app.journal.older", { file });
const toldUnsettled = (file = aside()) => message("app.journal.older-unsettled", { file });

function idsOf(file: string): readonly string[] {
	const db = new DatabaseSync(file);
	try {
		return db
			.prepare("SELECT id FROM journal ORDER BY id")
			.all()
			.map(({ id }) => String(id));
	} finally {
		db.close();
	}
}

describe("a journal of an older format", () => {
	it("is moved aside as a whole, reported, and replaced by an empty one", () => {
		writeOlderJournal(path, [SETTLED, UNSETTLED]);
		expect(run()).toEqual({ maySign: false, rows: 0, alerts: [toldUnsettled()] });
		expect(idsOf(aside())).toEqual(["sent", "settled"]);
		expect(
			readdirSync(dir)
				.filter((name) => name.startsWith("journal.db"))
				.toSorted(),
		).toEqual(["journal.db", "journal.db.older-77"]);
	});

	it("loses no row that is only in its write-ahead log, as a kill leaves it", () => {
		const source = join(dir, "source.db");
		const db = openOlderJournal(source, [SETTLED, UNSETTLED]);
		for (const end of ["", "-wal"]) copyFileSync(`${source}${end}`, `${path}${end}`);
		db.close();
		expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(0);
		expect(run()).toMatchObject({ maySign: false, rows: 0 });
		expect(idsOf(aside())).toEqual(["sent", "settled"]);
	});

	it("is left in place while another program has it open", () => {
		const other = openOlderJournal(path, [UNSETTLED]);
		expect(open).toThrow(expect.objectContaining({ kind: "locked" }));
		expect(readdirSync(dir)).not.toContain("journal.db.older-77");
		expect(other.prepare("SELECT id FROM journal").all()).toHaveLength(1);
		other.close();
		expect(run()).toMatchObject({ maySign: false, alerts: [toldUnsettled()] });
	});

	it("uses no other file's name", () => {
		writeFileSync(aside(), "of somebody else");
		writeOlderJournal(path, [SETTLED]);
		run();
		expect(readFileSync(aside(), "utf8")).toBe("of somebody else");
		expect(idsOf(aside(NOW + 1))).toEqual(["settled"]);
	});

	it.each<[string, OlderRow]>([
		["sent", UNSETTLED],
		["approved", { id: "a", state: "approved", live: true }],
		["of a state that this version doesn't know", { id: "b", state: "entrusted", live: false }],
		["settled, but still reserves its nonce", { id: "c", state: "settled", live: true }],
	])("blocks signing at every start with a row that is %s, until it is moved away", (_, row) => {
		writeOlderJournal(path, [SETTLED, row]);
		for (let start = 0; start < 3; start += 1)
			expect(run()).toEqual({ maySign: false, rows: 0, alerts: [toldUnsettled()] });
		renameSync(aside(), join(dir, "elsewhere.db"));
		expect(run()).toEqual({ maySign: true, rows: 0, alerts: [] });
	});

	it("is reported once, and blocks nothing, if every row is over", () => {
		const refused: OlderRow = { id: "refused", state: "refused", live: false };
		writeOlderJournal(path, [SETTLED, refused]);
		expect(run()).toEqual({ maySign: true, rows: 0, alerts: [told()] });
		expect(run()).toEqual({ maySign: true, rows: 0, alerts: [] });
		expect(idsOf(aside())).toEqual(["refused", "settled"]);
	});

	it("is recognised without a version as well, if the file has any content", () => {
		writeOlderJournal(path, [UNSETTLED]);
		const db = new DatabaseSync(path);
		db.exec("PRAGMA user_version = 0");
		db.close();
		expect(run()).toEqual({ maySign: false, rows: 0, alerts: [toldUnsettled()] });
	});

	it("is moved aside next to earlier ones, each of which counts", () => {
		writeOlderJournal(path, [UNSETTLED]);
		run();
		rmSync(path);
		writeOlderJournal(path, [SETTLED]);
		expect(run()).toEqual({ maySign: false, rows: 0, alerts: [toldUnsettled(), told(aside(NOW + 1))] });
	});
});

describe("an older journal that was moved aside and is unreadable", () => {
	it.each<[string, (file: string) => void]>([
		["no database", (file) => writeFileSync(file, "a letter, long enough for a database ".repeat(100))],
		["an empty file", (file) => writeFileSync(file, "")],
		["a folder", (file) => mkdirSync(file)],
		[
			"without the column for ended rows",
			(file) => {
				writeOlderJournal(file, [SETTLED]);
				const db = new DatabaseSync(file);
				db.exec("ALTER TABLE journal RENAME COLUMN state TO stage");
				db.close();
			},
		],
		[
			"a database with an unmerged log",
			(file) => {
				writeOlderJournal(file, [SETTLED]);
				writeFileSync(`${file}-wal`, "changes");
			},
		],
	])("counts as unsettled: %s", (_, make) => {
		run();
		make(aside());
		expect(run()).toEqual({ maySign: false, rows: 0, alerts: [toldUnsettled()] });
	});

	it("doesn't include files whose names only begin equally", () => {
		writeFileSync(`${aside()}.bak`, "");
		writeFileSync(`${path}.older-copy`, "");
		expect(run()).toEqual({ maySign: true, rows: 0, alerts: [] });
	});
});

it("conversations of an older format are moved aside, and read from the service again", () => {
	const log = join(dir, "log.db");
	const db = new DatabaseSync(log);
	db.exec("CREATE TABLE sessions (id TEXT) STRICT; PRAGMA user_version = 3");
	db.close();
	expect(run().alerts).toEqual([message("app.conversations-anew", { why: "older" })]);
	expect(readdirSync(dir)).toContain("log.db.older-77");
	expect(run().alerts).toEqual([]);
});

it("a journal of a newer format is left unchanged, and prevents the start", () => {
	run();
	const db = new DatabaseSync(path);
	db.exec(`PRAGMA user_version = ${OLDER_VERSION + 100}; PRAGMA journal_mode = DELETE`);
	db.close();
	const before = readFileSync(path);
	expect(open).toThrow(expect.objectContaining({ kind: "newer" }));
	expect(readFileSync(path).equals(before)).toBe(true);
});
