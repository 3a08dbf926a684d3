import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { getAddress, parseEther } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { checkFile } from "../../src/core/checking/file.ts";
import { loadDescriptors } from "../../src/core/claims/descriptors/load.ts";
import { exportedJournal } from "../../src/core/journal/exported.ts";
import { JOURNAL_MIGRATIONS } from "../../src/main/app/migrations.ts";
import { openSettings } from "../../src/main/desktop/settings/settings.ts";
import { openDatabase } from "../../src/main/storage/database.ts";
import { createJournal } from "../../src/main/storage/journal-db.ts";
import { openLog } from "../../src/main/storage/log-db.ts";
import {
	type CommitManual,
	type CommitView,
	commitManual,
	commitView,
} from "../../src/service-api/commit.ts";
import { textOf } from "../../src/text/index.ts";
import { verifyJournal } from "../../src/verify/journal.ts";
import { verifyReview } from "../../src/verify/review.ts";
import { startAnvil } from "../chains/evm.ts";
import { CHAINS, DATABASES, OTHERS, PASSWORD, SERVICE, TOKEN } from "../fixtures/before/day.ts";
import { type Expected, journalOf, type Table, tableOf } from "../fixtures/before/expected.ts";
import { COMMIT_STEPS } from "../fixtures/steps.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { sayingOne, tells } from "../support/saying.ts";

/** What the version before left on disk (test/fixtures/before), opened by this one. */

// electron-store asks the electron package for its binary; this names one without a download.
vi.hoisted(() => {
	process.env["ELECTRON_OVERRIDE_DIST_PATH"] = "/none";
});

const FIXTURE = new URL("../fixtures/before/", import.meta.url);
const kept = (name: string) => readFileSync(new URL(name, FIXTURE));
const json = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"));
const EXPECTED = json(kept("expected.json")) as Expected;
const JOURNAL = { synchronous: "FULL", migrations: JOURNAL_MIGRATIONS } as const;

function inOrder(table: string, column: string): number[] {
	const { columns, rows } = EXPECTED.databases["journal.db"]?.[table] ?? { columns: [], rows: [] };
	return rows.map((row) => Number(row[columns.indexOf(column)]));
}

/** A week after that day: what was mined then is deep. */
const LATER = Math.max(...inOrder("journal_steps", "at")) + 7 * 24 * 3_600_000;

let folder: ReturnType<typeof scratch>;
let person: Person | null;

beforeEach(() => {
	folder = scratch();
	person = null;
	for (const name of DATABASES) writeFileSync(join(folder.path, name), gunzipSync(kept(`data/${name}.gz`)));
	for (const name of OTHERS) writeFileSync(join(folder.path, name), kept(`data/${name}`));
});
afterEach(async () => {
	await person?.stop();
	folder.remove();
});

const at = (name: string) => join(folder.path, name);

function using<T>(db: DatabaseSync, work: (db: DatabaseSync) => T): T {
	try {
		return work(db);
	} finally {
		db.close();
	}
}

const inJournal = <T>(work: (db: DatabaseSync) => T) => using(openDatabase(at("journal.db"), JOURNAL), work);
const inLog = <T>(work: (db: DatabaseSync) => T) => using(openLog(at("log.db"), 0).db, work);

/** The tables of the version before, as they are now. */
const now = (db: DatabaseSync, name: "journal.db" | "log.db") =>
	Object.fromEntries(
		Object.entries(EXPECTED.databases[name] ?? {}).map(([table, { columns }]) => [
			table,
			tableOf(db, table, columns),
		]),
	);

/** Reaches nothing. */
const silence: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));

async function open(fetching: typeof fetch = silence): Promise<Person> {
	person = await openPerson({
		dataDir: folder.path,
		baseUrl: "",
		token: null,
		chains: [],
		key: null,
		settings: openSettings(folder.path, Date.now).store,
		fetch: fetching,
		startAt: LATER,
	});
	return person;
}

async function unlock(opened: Person): Promise<void> {
	expect(await opened.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
	await opened.until("an unlocked vault", () => opened.desk().vault.state === "unlocked");
}

/** Without the row that was signed, and neither recorded with the service nor sent: it is being worked on. */
function atRest(tables: Readonly<Record<string, Table>>): Readonly<Record<string, Table>> {
	const { journal } = tables;
	if (journal === undefined) throw new Error("there is no journal");
	const state = journal.columns.indexOf("state");
	return { ...tables, journal: { ...journal, rows: journal.rows.filter((row) => row[state] !== "signed") } };
}

/** What it failed with; null where it did not. */
const errorOf = (opened: Promise<unknown>): Promise<unknown> =>
	opened.then(
		() => null,
		(cause: unknown) => cause,
	);

describe("a data directory of the version before", () => {
	it("has every row of both databases as it was, and every setting", () => {
		expect(inJournal((db) => now(db, "journal.db"))).toEqual(EXPECTED.databases["journal.db"]);
		expect(inLog((db) => now(db, "log.db"))).toEqual(EXPECTED.databases["log.db"]);
		const { damage, store } = openSettings(folder.path, Date.now);
		expect(damage).toBeNull();
		expect(store.get()).toMatchObject(EXPECTED.settings);
	});

	it("is read row by row as it was, and its chain of steps hangs together", () => {
		const { columns } = EXPECTED.journal;
		expect(inJournal((db) => journalOf(db, columns))).toEqual(EXPECTED.journal);
		expect(inJournal((db) => createJournal(db, { now: () => 0 }).verify())).toEqual(EXPECTED.verified);
		expect(EXPECTED.verified).toMatchObject({ ok: true });
	});

	it("tells what it told then, word for word", async () => {
		const told = inJournal((db) =>
			db
				.prepare(
					"SELECT id, words AS text FROM journal WHERE words IS NOT NULL AND kind <> 'leg' ORDER BY rowid",
				)
				.all()
				.map(({ id, text }) => ({ id: String(id), text: String(text) })),
		);
		expect(told.length).toBeGreaterThan(2);
		const opened = await open();
		await unlock(opened);
		const activity = await opened.until("the rows of who is signed in", () =>
			approvedOf(opened.desk()).length > 1 ? approvedOf(opened.desk()) : null,
		);
		for (const { id, text } of told) {
			const notes = activity.find((row) => row.id === id)?.steps.map(({ note }) => textOf(note ?? ""));
			expect(notes).toContain(text);
		}
	});

	it("is opened by the application, which unlocks the vault and changes nothing that is at rest", async () => {
		const opened = await open();
		await unlock(opened);
		expect(opened.desk().accounts.map(({ family, address }) => [family, address.address])).toEqual([
			["evm", "0x58A57ed9d8d624cBD12e2C467D34787555bB1b25"],
			["svm", "BLeUXTx9thHGT7VJUtF9vHEmfMDgW1nnKZ9UVer2CoLX"],
			["svm", "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB"],
			["evm", "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D"],
		]);
		expect(await opened.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
		await opened.callDesk("openTrusted", { screen: "rules" });
		const rules = await opened.until("the rules", () => {
			const screen = opened.screen();
			return screen.screen === "rules" && screen.rules.version === 3 ? screen.rules : null;
		});
		// What the vault sealed is what stands in the files: nothing waits for the user's word.
		expect(rules).toMatchObject({ readable: true, unconfirmed: [], stopped: false });
		expect(rules.rules.map(({ rule }) => [rule.id, rule.name])).toEqual([
			["most", "Five at once"],
			["never", "Never unlimited"],
		]);
		await opened.stop();
		person = null;
		const expected = EXPECTED.databases["journal.db"] ?? {};
		expect(atRest(inJournal((db) => now(db, "journal.db")))).toEqual(atRest(expected));
		expect(inLog((db) => now(db, "log.db"))).toEqual(EXPECTED.databases["log.db"]);
		expect(openSettings(folder.path, Date.now).store.get()).toMatchObject(EXPECTED.settings);
	});

	it("gives the token that was sealed under the vault's key, once it is unlocked", async () => {
		const bearers = new Set<string | null>();
		const opened = await open((input, init) => {
			const { host } = new URL(input instanceof Request ? input.url : input);
			if (host === new URL(SERVICE).host) bearers.add(new Headers(init?.headers).get("authorization"));
			return silence(input, init);
		});
		expect([...bearers]).not.toContain(`Bearer ${TOKEN}`);
		await unlock(opened);
		await expect.poll(() => [...bearers], { timeout: 60_000 }).toContain(`Bearer ${TOKEN}`);
	});
});

describe("what the version before wrote to be checked elsewhere", () => {
	it("verifies: its journal's export", async () => {
		const exported = exportedJournal.parse(json(gunzipSync(kept("journal-export.json.gz"))));
		const { ok, lines } = await verifyJournal(exported);
		expect(lines.filter((line) => line.startsWith("FAULT"))).toEqual([]);
		expect(ok).toBe(true);
	});

	it("verifies: a review that was saved", async () => {
		const { ok, lines } = verifyReview(
			checkFile.parse(json(kept("saved-review.json"))),
			await loadDescriptors(),
		);
		expect(lines.slice(lines.indexOf("THE APP TOLD SOMETHING ELSE:") >>> 0)).toEqual([]);
		expect(ok).toBe(true);
	});

	it("verifies still where its rows are exported today", async () => {
		const opened = await open();
		await unlock(opened);
		await opened.until("the rows of who is signed in", () => approvedOf(opened.desk()).length > 1);
		expect(await opened.callDesk("exportJournal", {})).toEqual({ ok: true });
		const today = exportedJournal.parse(JSON.parse(opened.ports.desktop.saved ?? "null"));
		const then = exportedJournal.parse(json(gunzipSync(kept("journal-export.json.gz"))));
		const settled = (journal: typeof today) => journal.rows.filter(({ live }) => !live);
		expect(settled(today)).toEqual(settled(then));
		expect(await verifyJournal(today)).toMatchObject({ ok: true });
	});
});

/** The service as far as this one commit goes: it takes one signature, asks for it to be sent, and sees it mined. */
function serviceOf(view: CommitView, transactionId: string, isMined: () => Promise<boolean>) {
	const posts: { readonly key: string | null; readonly body: CommitManual }[] = [];
	async function now(): Promise<CommitView> {
		const [signed, sent] = [
			posts.find(({ body }) => body.kind === "signed")?.body,
			posts.some(({ body }) => body.kind === "broadcast"),
		];
		const named = { ...view, version: view.version + posts.length, transaction_id: transactionId };
		if (sent) return { ...named, state: (await isMined()) ? "confirmed" : "submitted", action: null };
		if (signed?.kind !== "signed") return view;
		const [bytes = ""] = signed.payloads;
		const action = { kind: "broadcast" as const, signed_transaction: bytes, transaction_id: transactionId };
		return { ...named, state: "awaiting_broadcast", action };
	}
	const answer: typeof fetch = async (input, init) => {
		const { pathname } = new URL(input instanceof Request ? input.url : input);
		const own = `/api/commits/${view.commit_id}`;
		if (pathname === `${own}/manual`) {
			const body = commitManual.parse(JSON.parse(String(init?.body)));
			posts.push({ key: new Headers(init?.headers).get("idempotency-key"), body });
		} else if (pathname !== own) throw new TypeError("fetch failed");
		return Response.json(await now());
	};
	return { posts, answer };
}

describe("what the version before left in its midst: signed, and not sent", () => {
	it("goes on to its end on the chain by the very bytes that were signed then", async () => {
		const row = inJournal((db) =>
			createJournal(db, { now: () => 0 })
				.unsettled()
				.at(0),
		);
		if (row?.signature?.kind !== "one" || row.transactionId === null || row.nonce === null)
			throw new Error("nothing was left in its midst");
		const { id, signature, transactionId, signedKey, reportKey, nonce } = row;
		const chain = await startAnvil({ chainId: Number(row.chainRef) });
		try {
			const signer = getAddress(row.signer);
			const hash = z.templateLiteral(["0x", z.string()]).parse(transactionId);
			await chain.setBalance(signer, parseEther("1"));
			await chain.testClient.setNonce({ address: signer, nonce: Number(nonce) });
			await chain.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n });
			const isMined = () =>
				chain.publicClient.getTransactionReceipt({ hash }).then(
					() => true,
					() => false,
				);
			const raw = inLog((db) => db.prepare("SELECT raw FROM commits WHERE commit_id = ?").get(row.intentId));
			const view = commitView.parse(JSON.parse(String(raw?.["raw"])));
			const service = serviceOf(view, transactionId, isMined);
			const sent: unknown[] = [];
			const opened = await open(async (input, init) => {
				const { host } = new URL(input instanceof Request ? input.url : input);
				if (host === new URL(SERVICE).host) return await service.answer(input, init);
				if (host !== new URL(CHAINS.evm).host) return await silence(input, init);
				const body = String(init?.body);
				if (body.includes("eth_sendRawTransaction")) sent.push(JSON.parse(body));
				return await fetch(chain.url, init);
			});
			await unlock(opened);
			await opened.until("its end", () =>
				approvedOf(opened.desk()).find(
					(each) => each.entryId === row.entryId && each.outcome === "confirmed",
				),
			);
			expect(service.posts).toEqual([
				{ key: signedKey, body: { kind: "signed", payloads: [signature.bytes] } },
				{ key: reportKey, body: { kind: "broadcast", transaction_id: transactionId } },
			]);
			expect(sent).toMatchObject([{ params: [signature.bytes] }]);
			expect(await isMined()).toBe(true);
			expect(await chain.publicClient.getTransactionCount({ address: signer })).toBe(Number(nonce) + 1);
			await opened.stop();
			person = null;
			const { steps, end, verified } = inJournal((db) => {
				const journal = createJournal(db, { now: () => 0 });
				return { steps: journal.steps(id), end: journal.row(id), verified: journal.verify() };
			});
			expect(steps.map(({ step }) => step)).toEqual(COMMIT_STEPS);
			expect(end).toMatchObject({ signature, transactionId, outcome: "confirmed", live: false });
			expect(verified).toMatchObject({ ok: true });
			// What it stood beside is as it was.
			const others = (table: Table) => table.rows.filter(([first]) => first !== id);
			const journal = inJournal((db) => journalOf(db, EXPECTED.journal.columns));
			expect(others(journal)).toEqual(others(EXPECTED.journal));
		} finally {
			await person?.stop();
			person = null;
			await chain.stop();
		}
	});
});

describe("a journal that is not as it was left", () => {
	const files = () => readdirSync(folder.path).toSorted();
	const bytes = (name = "journal.db") => readFileSync(at(name));
	/** Without the application: as another hand would. */
	const meddle = (sql: string) =>
		using(new DatabaseSync(at("journal.db")), (db) => {
			db.exec(sql);
			db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		});

	it("is left alone, and told, where a newer version wrote it", async () => {
		// In another mode than ours, too: not even that is changed.
		meddle(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${JOURNAL_MIGRATIONS.length + 1}`);
		const before = bytes();
		expect(await errorOf(open())).toMatchObject({ kind: "newer", code: "storage.newer" });
		expect(bytes().equals(before)).toBe(true);
		expect(files()).toEqual(expect.arrayContaining(["journal.db", "log.db", "settings.json", "vault.json"]));
	});

	it("is left alone, and told, where bytes of it were flipped", async () => {
		const damaged = bytes();
		// The heads of some pages in its midst.
		for (let page = 4; page < 30; page += 1) damaged.fill(0xa5, page * 4096, page * 4096 + 64);
		writeFileSync(at("journal.db"), damaged);
		expect(await errorOf(open())).toMatchObject({ kind: "damaged", code: "storage.damaged" });
		expect(bytes().equals(damaged)).toBe(true);
	});

	it("is told at the start, before anybody asks, where its last steps were cut off", async () => {
		meddle("DELETE FROM journal_steps WHERE seq > (SELECT max(seq) - 5 FROM journal_steps)");
		const before = inJournal((db) => atRest(now(db, "journal.db")));
		const opened = await open();
		await opened.until("the alert", () =>
			opened.desk().alerts.find((text) => tells(text, "app.journal.changed")),
		);
		expect(await opened.callDesk("verifyJournal", {})).toMatchObject({ ok: false });
		await opened.stop();
		person = null;
		expect(inJournal((db) => atRest(now(db, "journal.db")))).toEqual(before);
	});

	it("is told at the start where a step was changed", async () => {
		meddle("UPDATE journal_steps SET detail = 'block 1' WHERE detail = 'block 7'");
		const opened = await open();
		await opened.until("the alert", () =>
			opened.desk().alerts.find((text) => tells(text, "app.journal.changed")),
		);
	});

	it("says nothing of the kind where it is whole", async () => {
		const opened = await open();
		await unlock(opened);
		expect(
			opened
				.desk()
				.alerts.filter((text) =>
					tells(text, sayingOne("app.journal.changed", "app.journal.unchecked", "app.journal.not-whole")),
				),
		).toEqual([]);
	});
});

describe("conversations that are not as they were left", () => {
	it("are set aside where the file is damaged, and told; the journal is as it was", async () => {
		const damaged = readFileSync(at("log.db"));
		for (let page = 4; page < 30; page += 1) damaged.fill(0xa5, page * 4096, page * 4096 + 64);
		writeFileSync(at("log.db"), damaged);
		const opened = await open();
		await opened.until("the alert", () =>
			opened.desk().alerts.find((text) => tells(text, "app.conversations-damaged")),
		);
		const aside = readdirSync(folder.path).find((name) => /^log\.db\.damaged-\d+$/.test(name));
		expect(readFileSync(at(aside ?? "")).equals(damaged)).toBe(true);
		await opened.stop();
		person = null;
		const expected = EXPECTED.databases["journal.db"] ?? {};
		expect(atRest(inJournal((db) => now(db, "journal.db")))).toEqual(atRest(expected));
	});
});
