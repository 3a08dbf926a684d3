import { StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ActivityRecord } from "../../../../src/core/activity/records.ts";
import {
	ACTIVITY_RECORDS_SQL,
	ALL_PROOFS,
	MAX_OF_A_KIND,
	MAX_PROOF_LENGTH,
	type NewRecord,
	RecordStore,
} from "../../../../src/main/activity/record-store.ts";
import { openDatabase, StorageError } from "../../../../src/main/storage/database.ts";
import { makeFolder } from "../conversations/followed.ts";

let folder: ReturnType<typeof makeFolder>;
let db: ReturnType<typeof openDatabase>;
let store: RecordStore;

const open = () => {
	db = openDatabase(`${folder.dir}/journal.db`, {
		synchronous: "FULL",
		firstVersion: 1,
		migrations: [ACTIVITY_RECORDS_SQL],
	});
	store = new RecordStore(db);
};

beforeEach(() => {
	folder = makeFolder();
	open();
});

afterEach(() => {
	db.close();
	folder.remove();
});

const common = {
	sessionId: "one",
	app: null,
	headline: "Pays",
	chainRef: "1",
	signer: "",
};
const expired = (id: string, at: number): NewRecord => ({
	key: `expired ${id}`,
	at,
	body: { ...common, kind: "expired", entryId: id },
	proof: null,
});
const lie = (id: string, at: number, proof: string | null): NewRecord => ({
	key: `lie ${id}`,
	at,
	body: {
		...common,
		kind: "lie",
		entryId: id,
		lie: "payload",
		fields: ["value"],
		reviewed: "0",
		payload: "1",
		told: { code: "x" },
	},
	proof,
});
const keys = (scope = "me") => store.list(scope).map(({ key }) => key);

describe("Activity's records next to the journal", () => {
	it("survive a restart, newest first, for their own scope only", () => {
		store.keep("me", [expired("a", 1), expired("b", 3), expired("c", 2)]);
		store.keep("you", [expired("theirs", 9)]);
		db.close();
		open();
		expect(keys()).toEqual(["expired b", "expired c", "expired a"]);
		expect(keys("you")).toEqual(["expired theirs"]);
	});

	it("are stored once, as first found, however often the same is found again", () => {
		store.keep("me", [expired("a", 1)]);
		store.keep("me", [expired("a", 5), expired("a", 6)]);
		expect(store.list("me").map(({ at }) => at)).toEqual([1]);
	});

	it("replace the body of an existing one without adding another", () => {
		store.keep("me", [expired("a", 1)]);
		const body: ActivityRecord = { ...common, kind: "expired", entryId: "a", headline: "Pays more" };
		store.revise("me", "expired a", body);
		store.revise("me", "expired nothing", body);
		expect(store.list("me").map((each) => each.body.headline)).toEqual(["Pays more"]);
	});

	it("skip and preserve those that another version wrote", () => {
		store.keep("me", [expired("a", 1), expired("b", 2)]);
		db.prepare("UPDATE activity_records SET body = ? WHERE key = 'expired b'").run('{"kind":"newer"}');
		store = new RecordStore(db);
		expect(keys()).toEqual(["expired a"]);
		expect(db.prepare("SELECT count(*) AS n FROM activity_records").get()).toEqual({ n: 2 });
	});

	it("keep the newest of each kind, report pruned ones, and never restore them", () => {
		const all = Array.from({ length: MAX_OF_A_KIND + 3 }, (_, at) => expired(String(at), at + 1));
		store.keep("me", [lie("a", 1, "{}")]);
		store.keep("me", all);
		expect(store.pruned("me")).toEqual([{ kind: "expired", count: 3, until: 3 }]);
		expect(keys()).toHaveLength(MAX_OF_A_KIND + 1);
		expect(store.get("me", "lie a")).not.toBeNull();
		// The service still lists requests that expired long ago, so each start finds them again.
		store.keep("me", all);
		expect(store.pruned("me")).toEqual([{ kind: "expired", count: 3, until: 3 }]);
		store.keep("me", [expired("newest", 10_000)]);
		expect(store.pruned("me")).toEqual([{ kind: "expired", count: 4, until: 4 }]);
	});

	it("store a proof with its record, none that is too long, and the newest in total", () => {
		const half = "x".repeat(MAX_PROOF_LENGTH);
		const many = Array.from({ length: ALL_PROOFS / MAX_PROOF_LENGTH + 2 }, (_, at) => lie(`${at}`, at, half));
		store.keep("me", [lie("long", 1, `${half}x`)]);
		expect(store.proof("me", "lie long")).toBeNull();
		store.keep("me", many);
		expect(store.proof("me", "lie 0")).toBeNull();
		expect(store.proof("me", "lie 1")).toBeNull();
		expect(store.proof("me", "lie 2")).toBe(half);
		expect(store.list("me")).toHaveLength(many.length + 1);
		expect(store.get("me", "lie 0")?.hasProof).toBe(false);
		expect(store.proof("you", "lie 2")).toBeNull();
	});

	it("scan the stored proofs only when there may be too many, also after a restart", () => {
		const proof = "é".repeat(MAX_PROOF_LENGTH / 2);
		const all = ALL_PROOFS / MAX_PROOF_LENGTH;
		const one = (at: number) => store.keep("me", [lie(`${at}`, at, proof)]);
		const run = vi.spyOn(StatementSync.prototype, "all");
		const passes = () => {
			const ran: readonly unknown[] = run.mock.contexts;
			return ran.filter(
				(each) => each instanceof StatementSync && each.sourceSQL.includes("SET proof = NULL"),
			).length;
		};
		for (let at = 0; at < all - 1; at += 1) one(at);
		store = new RecordStore(db);
		one(all - 1);
		expect(passes()).toBe(0);
		one(all);
		expect(passes()).toBe(1);
		run.mockRestore();
		expect(store.proof("me", "lie 0")).toBeNull();
		expect(store.proof("me", "lie 1")).toBe(proof);
	});

	it("read the list from the disk once, and include later writes as a restart would", () => {
		const proof = "x".repeat(MAX_PROOF_LENGTH);
		store.keep("me", [expired("first", 5), lie("first", 5, "{}")]);
		expect(keys()).toHaveLength(2);
		const read = vi.spyOn(StatementSync.prototype, "all");
		const lists = () => {
			const ran: readonly unknown[] = read.mock.contexts;
			return ran.filter(
				(each) => each instanceof StatementSync && /SELECT key, at, body/.test(each.sourceSQL),
			).length;
		};
		const writes: readonly (() => void)[] = [
			() => store.keep("me", [expired("same moment", 5), expired("older", 1), expired("newest", 9)]),
			() => store.keep("me", [expired("first", 7), lie("second", 6, proof)]),
			() => store.keep("you", [expired("theirs", 9)]),
			() =>
				store.revise("me", "expired first", {
					...common,
					kind: "expired",
					entryId: "x",
					headline: "Pays more",
				}),
			() => store.revise("me", "expired nothing", { ...common, kind: "expired", entryId: "x" }),
			// More than the limit, so the oldest records of the kind are removed.
			() =>
				store.keep(
					"me",
					Array.from({ length: MAX_OF_A_KIND }, (_, at) => expired(`flood ${at}`, 100 + at)),
				),
			// More than the limit for all proofs, so the oldest proofs are removed, but not their records.
			() =>
				store.keep(
					"me",
					Array.from({ length: ALL_PROOFS / MAX_PROOF_LENGTH + 1 }, (_, at) =>
						lie(`long ${at}`, 50 + at, proof),
					),
				),
			() => store.keep("me", [expired("too old by now", 2)]),
		];
		const held: (readonly unknown[])[] = [];
		for (const write of writes) {
			write();
			held.push(store.list("me"));
			expect(lists()).toBe(0);
		}
		read.mockRestore();
		expect(held.at(-1)).toEqual(new RecordStore(db).list("me"));
		expect(held.map((list) => list.length)).toEqual([5, 6, 6, 6, 6, 2_002, 2_067, 2_067]);
		expect(store.list("you")).toEqual(new RecordStore(db).list("you"));
	});

	it("read the list again if a write failed", () => {
		store.keep("me", [expired("a", 1)]);
		expect(keys()).toEqual(["expired a"]);
		db.exec("CREATE TRIGGER full BEFORE INSERT ON activity_records BEGIN SELECT RAISE(ABORT, 'full'); END");
		expect(() => store.keep("me", [expired("b", 2)])).toThrow(StorageError);
		expect(keys()).toEqual(["expired a"]);
	});

	it("report that the disk accepts nothing", () => {
		db.exec("CREATE TRIGGER full BEFORE INSERT ON activity_records BEGIN SELECT RAISE(ABORT, 'full'); END");
		expect(() => store.keep("me", [expired("a", 1)])).toThrow(StorageError);
		expect(keys()).toEqual([]);
	});
});
