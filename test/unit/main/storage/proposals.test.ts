import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { type NewProposal, ProposalStore } from "../../../../src/main/storage/proposals.ts";

/** Proposals of agents on disk. */

let db: DatabaseSync;
let now = 5_000;
const open = () => new ProposalStore(db, () => now);

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = 5_000;
});

const idOf = (at: number) => at.toString(16).padStart(32, "0");

function proposal(at: number, change: Partial<NewProposal> = {}): NewProposal {
	return {
		id: idOf(at),
		agent: "agent-1",
		key: `key-${at}`,
		fold: `fold-${at}`,
		request: '{"type":"sign"}',
		reason: null,
		payment: null,
		caller: null,
		expiresAt: null,
		...change,
	};
}

describe("a stored proposal", () => {
	it("is read as stored, counted once, and neither delivered nor ended", () => {
		const store = open();
		const given = proposal(1, { reason: "rent", payment: '{"amount":"1"}', expiresAt: 9_000 });
		store.add(given);
		expect(store.get(given.id)).toEqual({
			...given,
			receivedAt: 5_000,
			asked: 1,
			askedAt: 5_000,
			deliveredAt: null,
			ended: null,
		});
		expect(store.get(idOf(2))).toBeNull();
	});

	it("survives a restart with its whole history", () => {
		const folder = mkdtempSync(join(tmpdir(), "proposals-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const file = join(folder, "journal.sqlite");
		const first = new DatabaseSync(file);
		for (const sql of JOURNAL_SCHEMA.migrations) first.exec(sql);
		const store = new ProposalStore(first, () => now);
		store.add(proposal(1));
		now = 6_000;
		store.countRepeat(idOf(1));
		now = 7_000;
		store.end(idOf(1), "rejected", "too much", true);
		now = 8_000;
		store.markDelivered(idOf(1));
		const before = store.list();
		first.close();
		const second = new DatabaseSync(file);
		onTestFinished(() => second.close());
		const after = new ProposalStore(second, () => now).list();
		expect(after).toEqual(before);
		expect(after).toEqual([
			{
				...proposal(1),
				receivedAt: 5_000,
				asked: 2,
				askedAt: 6_000,
				deliveredAt: 8_000,
				ended: { as: "rejected", at: 7_000, answer: "too much", isWantedChange: true },
			},
		]);
	});

	it("is unique for an agent's key, which the database itself enforces", () => {
		const store = open();
		store.add(proposal(1, { key: "k" }));
		expect(() => store.add(proposal(2, { key: "k" }))).toThrow(StorageError);
		expect(() => store.add(proposal(1, { key: "other" }))).toThrow(StorageError);
		store.add(proposal(3, { key: "k", agent: "agent-2" }));
		store.add(proposal(4, { key: null, fold: "same" }));
		store.add(proposal(5, { key: null, fold: "same" }));
		expect(store.byKey("agent-1", "k")?.id).toBe(idOf(1));
		expect(store.byKey("agent-2", "k")?.id).toBe(idOf(3));
		expect(store.byKey("agent-3", "k")).toBeNull();
		expect(store.list().map(({ id }) => id)).toEqual([1, 3, 4, 5].map(idOf));
	});

	it("without a key is found by its content: the agent's newest", () => {
		const store = open();
		store.add(proposal(1, { key: null, fold: "same" }));
		store.add(proposal(2, { key: "k", fold: "same" }));
		expect(store.byFold("agent-1", "same")?.id).toBe(idOf(1));
		store.add(proposal(3, { key: null, fold: "same" }));
		expect(store.byFold("agent-1", "same")?.id).toBe(idOf(3));
		expect(store.byFold("agent-2", "same")).toBeNull();
		expect(store.byFold("agent-1", "other")).toBeNull();
	});

	it("counts repeats, and keeps the first delivery", () => {
		const store = open();
		store.add(proposal(1));
		for (const at of [6_000, 7_000]) {
			now = at;
			store.countRepeat(idOf(1));
			store.markDelivered(idOf(1));
		}
		expect(store.get(idOf(1))).toMatchObject({ asked: 3, askedAt: 7_000, deliveredAt: 6_000 });
	});

	it("ends once: a later ending changes nothing", () => {
		const store = open();
		store.add(proposal(1));
		store.end(idOf(1), "cancelled", "", false);
		now = 9_000;
		store.end(idOf(1), "rejected", "no", true);
		expect(store.get(idOf(1))?.ended).toEqual({
			as: "cancelled",
			at: 5_000,
			answer: "",
			isWantedChange: false,
		});
	});

	it("changes nothing for an unknown id", () => {
		const store = open();
		store.countRepeat(idOf(9));
		store.markDelivered(idOf(9));
		store.end(idOf(9), "rejected", "", false);
		expect(store.list()).toEqual([]);
	});

	it("is a StorageError if the disk fails, and is not stored", () => {
		const store = open();
		db.exec("PRAGMA query_only = ON");
		expect(() => store.add(proposal(1))).toThrow(StorageError);
		expect(() => store.end(idOf(1), "rejected", "", false)).toThrow(StorageError);
		db.exec("PRAGMA query_only = OFF");
		expect(store.list()).toEqual([]);
	});
});

describe("the list of proposals", () => {
	it("begins with the oldest, even within one moment", () => {
		const store = open();
		for (const at of [3, 1, 2]) store.add(proposal(at));
		expect(store.list().map(({ id }) => id)).toEqual([3, 1, 2].map(idOf));
	});

	it("leaves out the oldest of very many, except for those that still wait", () => {
		const store = open();
		const waiting = [0, 1, 2];
		for (const at of waiting) store.add(proposal(at, { agent: "agent-2" }));
		for (let at = 3; at < 603; at += 1) {
			store.add(proposal(at));
			store.end(idOf(at), "rejected", "", false);
		}
		const listed = store.list().map(({ id }) => id);
		expect(listed.slice(0, 3)).toEqual(waiting.map(idOf));
		expect(listed.at(-1)).toBe(idOf(602));
		expect(listed.length).toBeLessThan(603);
		expect(store.get(idOf(3))).not.toBeNull();
	});
});
