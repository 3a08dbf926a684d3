import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { AgentStore, type NewAgent } from "../../../../src/main/storage/agent-store.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";

/** Agents on disk. */

const DAY = 86_400_000;
let db: DatabaseSync;
let now = 20_000 * DAY;
const open = () => new AgentStore(db, () => now);

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = 20_000 * DAY;
});

const agent = (id: string): NewAgent => ({
	id,
	credential: id.repeat(32),
	name: `Agent ${id}`,
	client: "codex",
	accounts: ["0x01"],
	networks: ["1"],
	maxWaiting: 10,
	maxPerHour: 60,
});

describe("an agent on disk", () => {
	it("is found by the hash of its secret and by its id, and survives a restart", () => {
		open().add(agent("a1"));
		const store = open();
		expect(store.byCredential("a1".repeat(32))).toEqual(store.get("a1"));
		expect(store.get("a1")).toEqual({
			...agent("a1"),
			notify: "all",
			addedAt: now,
			confirmedAt: null,
			pausedAt: null,
			removedAt: null,
			firstCall: null,
			lastCall: null,
		});
		expect(store.byCredential("b".repeat(64))).toBeNull();
	});

	it("stores its changes both in memory and on disk", () => {
		const store = open();
		store.add(agent("a1"));
		const call = { door: "mcp_stdio" as const, pid: 7, program: "claude", at: now };
		store.change("a1", { name: "Helper", networks: [], firstCall: call, confirmedAt: 5, pausedAt: 6 });
		expect(store.get("a1")).toMatchObject({ name: "Helper", networks: [], firstCall: call, confirmedAt: 5 });
		expect(open().list()).toEqual(store.list());
	});

	it("is not listed once removed, and is still known", () => {
		const store = open();
		store.add(agent("a1"));
		store.add(agent("a2"));
		store.change("a1", { removedAt: now });
		expect(store.list().map(({ id }) => id)).toEqual(["a2"]);
		expect(open().byCredential("a1".repeat(32))?.removedAt).toBe(now);
	});

	it("does not load another program's changes until a restart", () => {
		const store = open();
		store.add(agent("a1"));
		db.exec(`UPDATE agents SET name = 'Bank' WHERE id = 'a1'`);
		store.change("a1", { pausedAt: now });
		expect(store.get("a1")?.name).toBe("Agent a1");
	});

	it("can't be read if its row is broken, which is not the same as no agent", () => {
		open().add(agent("a1"));
		db.exec(`UPDATE agents SET sharing = '{'`);
		expect(() => open().list()).toThrow();
		db.exec("DROP TABLE agents");
		expect(() => open()).toThrow();
	});

	it("is unchanged on a full disk", () => {
		const store = open();
		store.add(agent("a1"));
		db.exec("PRAGMA query_only = ON");
		expect(() => store.change("a1", { name: "Helper" })).toThrow(StorageError);
		expect(store.get("a1")?.name).toBe("Agent a1");
	});
});

it("counts refused requests by day", () => {
	const store = open();
	store.countRefusals("a1", 2);
	now += DAY;
	store.countRefusals("a1", 1);
	store.countRefusals("a1", 4);
	store.countRefusals("a2", 9);
	expect([store.refusalsSince("a1", now), store.refusalsSince("a1", now - DAY)]).toEqual([5, 7]);
	expect(store.refusalsSince("a3", 0)).toBe(0);
});
