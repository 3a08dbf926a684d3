import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { CountersignMain } from "../../src/main/countersign.ts";
import { StorageError } from "../../src/main/storage/database.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { appAt } from "../support/at-world.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { type TestPortsOptions, testPorts } from "../support/ports.ts";
import { codesOf, saying, tells } from "../support/saying.ts";

/**
 * Files that can't be written or are damaged: the app explains the fault, signs nothing and loses nothing.
 */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

let world: World;
let folder: ReturnType<typeof scratch>;
let people: Person[] = [];
const key = generatePrivateKey();

beforeAll(async () => {
	world = await openWorld();
	await world.chain.setBalance(privateKeyToAccount(key).address, parseEther("10"));
});
afterAll(async () => {
	await world?.close();
});
beforeEach(() => {
	folder = scratch();
});
afterEach(async () => {
	for (const person of people) await person.stop();
	people = [];
	folder.remove();
});

const options = (more: Partial<TestPortsOptions> = {}): TestPortsOptions => ({
	dataDir: folder.path,
	...appAt(world),
	...more,
});

async function open(more: Partial<TestPortsOptions> = {}, withKey = true): Promise<Person> {
	const person = await openPerson({ ...options(more), key: withKey ? key : null });
	people.push(person);
	return person;
}

/** Returns the error that the app fails to start with; `null` if it starts. */
async function startFault(): Promise<unknown> {
	const countersign = new CountersignMain(testPorts(options()));
	try {
		await countersign.start();
	} catch (cause) {
		return cause;
	}
	await countersign.stop();
	return null;
}

async function waitingEntry(person: Person): Promise<InboxEntryView> {
	return await person.asked(`send 0.01 ETH to ${OTHER}`);
}

const signaturesOf = async (entry: InboxEntryView) =>
	(await world.service.control.records()).signatures.filter((each) => entry.id.endsWith(each.commitId));

const confirmed = (person: Person, entry: InboxEntryView) =>
	person.until("the approval to be confirmed", () =>
		approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.outcome === "confirmed"),
	);

const full = (file: string) => new StorageError("full", file, { detail: "no space left" });

describe("a full disk", () => {
	it("refuses an approval that it can't store, gives the reason, and accepts it once there is space", async () => {
		let filled = true;
		const person = await open({
			onJournalStep: (moment) => {
				if (filled && moment === "before") throw full("journal.db");
			},
		});
		const entry = await waitingEntry(person);
		await person.review(entry.id, (review) => review.approval.possible);
		const screen = person.screen();
		const spent = screen.screen === "review" ? screen.ticket : null;
		expect(await person.approve(entry.id)).toEqual({
			ok: false,
			text: message("storage.full", { file: "journal.db" }),
		});
		expect(await signaturesOf(entry)).toEqual([]);
		filled = false;
		await person.until("a new ticket", () => {
			const now = person.screen();
			return now.screen === "review" && now.ticket !== null && now.ticket !== spent;
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await confirmed(person, entry);
		expect(await signaturesOf(entry)).toHaveLength(1);
	});

	it("holds back a signature until its submission is stored, reports the fault, and continues by itself", async () => {
		let filled = true;
		const person = await open({
			onJournalStep: (moment, step) => {
				if (filled && moment === "before" && step === "handing_in") throw full("journal.db");
			},
		});
		const entry = await waitingEntry(person);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.until("an alert", () => person.desk().alerts.find((text) => tells(text, "storage.full")));
		expect(await signaturesOf(entry)).toEqual([]);
		filled = false;
		await confirmed(person, entry);
		expect(await signaturesOf(entry)).toHaveLength(1);
		await person.until("no alert", () => person.desk().alerts.length === 0);
	});
});

describe("an unusable journal", () => {
	it("stops the start with a message if it can't be opened", async () => {
		mkdirSync(join(folder.path, "journal.db"));
		expect(await startFault()).toMatchObject({
			name: "StorageError",
			kind: "denied",
			code: "storage.denied",
		});
	});

	it("stops the start with a message if it is damaged, and leaves it unchanged", async () => {
		const path = join(folder.path, "journal.db");
		const garbage = randomBytes(20_000);
		writeFileSync(path, garbage);
		expect(await startFault()).toMatchObject({
			name: "StorageError",
			kind: "damaged",
			code: "storage.damaged",
		});
		expect(readFileSync(path).equals(garbage)).toBe(true);
	});

	it.each(["overwritten", "truncated"])(
		"stops the start if it was %s, and leaves it unchanged",
		async (how) => {
			const person = await open();
			await person.stop();
			people = [];
			const path = join(folder.path, "journal.db");
			const bytes = readFileSync(path);
			if (how === "truncated") truncateSync(path, Math.floor(bytes.length / 2));
			else writeFileSync(path, bytes.fill(0x5a, 4096));
			const before = readFileSync(path);
			expect(await startFault()).toMatchObject({ name: "StorageError", kind: "damaged" });
			expect(readFileSync(path).equals(before)).toBe(true);
		},
	);
});

describe("a damaged log", () => {
	it("is set aside, reported, and read again from the service; journal and keys are untouched", async () => {
		const before = await open();
		const entry = await waitingEntry(before);
		await before.approve(entry.id);
		await confirmed(before, entry);
		const transcript = before.desk().sessions.length;
		expect(transcript).toBeGreaterThan(0);
		await before.stop();
		people = [];
		const garbage = randomBytes(30_000);
		writeFileSync(join(folder.path, "log.db"), garbage);

		const after = await open();
		expect(after.desk().alerts.flatMap(codesOf)).toContain("app.conversations-anew");
		await after.until("the session to be read again", () =>
			after
				.desk()
				.sessions.find((session) => session.id === entry.sessionId && session.turnState === "complete"),
		);
		await after.until("the commit to be read again", () =>
			after
				.desk()
				.inbox.find((each) => each.id === entry.id && codesOf(each.note).includes("inbox.note.confirmed")),
		);
		expect(approvedOf(after.desk()).filter((row) => row.entryId === entry.id)).toHaveLength(1);
		expect(await after.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
		const aside = readdirSync(folder.path).filter((name) => name.startsWith("log.db.damaged-"));
		expect(aside).toHaveLength(1);
		expect(readFileSync(join(folder.path, aside[0] ?? "")).equals(garbage)).toBe(true);
		expect(await signaturesOf(entry)).toHaveLength(1);
	});
});

describe("a damaged vault", () => {
	it.each([
		["garbage", () => randomBytes(500)],
		["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
		["empty", () => Buffer.alloc(0)],
	])(
		"(%s) is reported as damaged and can't be opened; a new one does not overwrite it",
		async (_, damage) => {
			const first = await open();
			await first.stop();
			people = [];
			const path = join(folder.path, "vault.json");
			const damaged = damage(readFileSync(path));
			writeFileSync(path, damaged);

			const person = await open({}, false);
			const { vault } = await person.until("the vault's state", () =>
				person.desk().vault.state === "damaged" ? person.desk() : null,
			);
			expect(vault.text).toEqual(saying("vault.damaged"));
			expect(await person.callTrusted("unlock", { password: PASSWORD })).toMatchObject({
				ok: false,
				text: { code: "vault.damaged" },
			});
			expect(readFileSync(path).equals(damaged)).toBe(true);
			expect(await person.callTrusted("importKey", { key, password: PASSWORD })).toEqual({ ok: true });
			const aside = readdirSync(folder.path).find((name) => name.startsWith("vault.damaged-"));
			expect(readFileSync(join(folder.path, aside ?? "")).equals(damaged)).toBe(true);
		},
	);
});
