import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SETTLED, UNSETTLED, writeOlderJournal } from "../fixtures/older-journal.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { saying, sayingOne, tells } from "../support/saying.ts";

/** A journal that this version can't read, or that someone changed: what the app says, and whether it still signs. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const STOPPED = saying("against.older-journal");

let world: World;
let folder: ReturnType<typeof scratch>;
let person: Person | null = null;
const key = generatePrivateKey();

beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => {
	await world?.close();
});
beforeEach(() => {
	folder = scratch();
});
afterEach(async () => {
	await person?.stop();
	person = null;
	folder.remove();
});

const at = (name: string) => join(folder.path, name);
const asideNames = () => readdirSync(folder.path).filter((name) => /^journal\.db\.older-\d+$/.test(name));

/** Stops the app and starts it again. */
async function open(): Promise<Person> {
	await person?.stop();
	person = await openPerson({ dataDir: folder.path, ...appAt(world), key });
	return person;
}

const alertsOf = (opened: Person) => opened.desk().alerts;

async function asked(opened: Person): Promise<string> {
	await world.demo.fund(evmAddress(opened));
	return (await opened.asked(`send 0.01 ETH to ${OTHER}`)).id;
}

const signatures = async () => (await world.service.control.records()).signatures.length;

describe("a journal of an older format with unfinished rows", () => {
	it("blocks every approval, across starts, until it is moved away", async () => {
		writeOlderJournal(at("journal.db"), [SETTLED, UNSETTLED]);
		const before = await signatures();
		const id = await asked(await open());
		for (let start = 0; start < 2; start += 1) {
			const opened = await open();
			expect(alertsOf(opened)).toContainEqual(saying("app.journal.older-unsettled"));
			const review = await opened.review(id, ({ approval }) => approval.refusals.length > 0);
			expect(review.approval.possible).toBe(false);
			expect(review.approval.refusals).toContainEqual(STOPPED);
			const screen = opened.screen();
			expect(screen.screen === "review" && screen.ticket).toBeNull();
		}
		expect(asideNames()).toHaveLength(1);
		expect(await signatures()).toBe(before);
		await person?.stop();
		person = null;
		for (const name of asideNames()) renameSync(at(name), at("elsewhere.db"));
		const free = await open();
		expect(tells(alertsOf(free), "app.journal.older-unsettled")).toBe(false);
		expect(await free.approve(id)).toEqual({ ok: true });
		await free.progress(id, "confirmed");
		expect(await signatures()).toBe(before + 1);
	});
});

describe("a journal of an older format with only finished rows", () => {
	it("is reported, and blocks nothing", async () => {
		writeOlderJournal(at("journal.db"), [SETTLED]);
		const opened = await open();
		expect(alertsOf(opened)).toContainEqual(saying("app.journal.older"));
		const id = await asked(opened);
		expect(await opened.approve(id)).toEqual({ ok: true });
		await opened.progress(id, "confirmed");
		expect(asideNames()).toHaveLength(1);
	});
});

describe("a journal that somebody changed while the app was closed", () => {
	const CHANGED = sayingOne("app.journal.changed", "app.journal.unchecked", "app.journal.not-whole");

	it.each([
		[
			"whose last steps were removed",
			"DELETE FROM journal_steps WHERE seq > (SELECT max(seq) - 2 FROM journal_steps)",
		],
		["with a changed step", "UPDATE journal_steps SET at = at + 1 WHERE seq = 2"],
	])("%s is reported at the start, before any query", async (_, sql) => {
		const opened = await open();
		const id = await asked(opened);
		expect(await opened.approve(id)).toEqual({ ok: true });
		await opened.progress(id, "confirmed");
		await opened.stop();
		const db = new DatabaseSync(at("journal.db"));
		db.exec(sql);
		db.close();
		const again = await open();
		await again.until("the alert", () => alertsOf(again).find((text) => tells(text, "app.journal.changed")));
		expect(await again.callDesk("verifyJournal", {})).toMatchObject({ ok: false });
	});

	it("is not reported if it is unchanged", async () => {
		await open();
		const again = await open();
		expect(await again.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
		expect(alertsOf(again).filter((text) => tells(text, CHANGED))).toEqual([]);
	});
});
