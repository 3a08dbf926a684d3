import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ApprovedIntent } from "../../../../src/core/journal/types.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { checkJournal } from "../../../../src/main/storage/journal-check.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

function intent(change: Partial<ApprovedIntent> = {}): ApprovedIntent {
	return {
		scope: "production/me",
		entryId: "commit:c1",
		sessionId: "ses",
		kind: "commit",
		intentId: "c1",
		replaces: null,
		headline: "Send 1 ETH",
		chainRef: "31337",
		signer: "0xAbC0000000000000000000000000000000000001",
		nonce: 7n,
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "rvd",
		revision: 1,
		frozen: FROZEN,
		predicted: PREDICTED,
		...change,
	};
}

describe("the journal", () => {
	let db: DatabaseSync;
	let journal: Journal;
	let seen: string[];
	let now = 1000;

	beforeEach(() => {
		db = new DatabaseSync(":memory:");
		for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
		seen = [];
		now = 1000;
		journal = new JournalDb(db, {
			now: () => now++,
			onStep: (moment, step) => seen.push(`${moment} ${step}`),
		});
	});

	const approve = (change: Partial<ApprovedIntent> = {}) => {
		const approval = journal.approve(intent(change));
		if (!approval.ok) throw new Error("not approved");
		return approval.row;
	};
	const sign = (id: string) => {
		journal.step(id, ["approved"], "signing");
		return journal.step(id, ["signing"], "signed", {
			signature: { kind: "one", bytes: "0x02aa" },
			transactionId: "0x01",
		});
	};

	it("stores an approval with its own keys before anything else happens", () => {
		const row = approve();
		expect(row).toMatchObject({ state: "approved", live: true, nonce: 7n, signature: null });
		expect(row.signedKey).not.toBe(row.reportKey);
		expect(seen).toEqual(["before approved", "after approved"]);
	});

	it("refuses a second approval of the same commit", () => {
		const row = approve();
		expect(journal.approve(intent())).toEqual({ ok: false, held: "intent", by: row });
	});

	it("refuses another commit with a nonce in use, in any spelling of the address", () => {
		approve();
		const other = journal.approve(intent({ intentId: "c2", signer: intent().signer.toLowerCase() }));
		expect(other).toMatchObject({ ok: false, held: "nonce" });
	});

	it("permits the same nonce on another chain", () => {
		approve();
		expect(journal.approve(intent({ intentId: "c2", chainRef: "1" }))).toMatchObject({ ok: true });
	});

	it("permits another approval of a commit that was refused before it was signed", () => {
		const row = approve();
		journal.step(row.id, ["approved"], "refused", { outcome: "unsigned", live: false });
		expect(journal.approve(intent())).toMatchObject({ ok: true });
	});

	it("permits no other approval of a commit that was signed once, even when it has settled", () => {
		const row = approve();
		sign(row.id);
		journal.step(row.id, ["signed"], "held");
		journal.step(row.id, ["held"], "settled", { outcome: "replaced", live: false });
		expect(journal.approve(intent({ nonce: 8n }))).toMatchObject({ ok: false, held: "intent" });
	});

	it("keeps one signature", () => {
		const row = approve();
		sign(row.id);
		expect(() =>
			journal.step(row.id, ["signed"], "handing_in", { signature: { kind: "one", bytes: "0x02bb" } }),
		).toThrow(/another signature/);
		expect(journal.row(row.id)).toMatchObject({
			state: "signed",
			signature: { kind: "one", bytes: "0x02aa" },
		});
	});

	it("is limited by the database itself to one row for an intent and one for a nonce, whatever the code does", () => {
		const row = approve();
		const columns = db
			.prepare("PRAGMA table_info(journal)")
			.all()
			.map((each) => String(each["name"]));
		const copy = (change: Readonly<Record<string, string>>) => {
			const values = columns.map((name) => change[name] ?? name).join(", ");
			db.exec(
				`INSERT INTO journal (${columns.join(", ")}) SELECT ${values} FROM journal WHERE id = '${row.id}'`,
			);
		};
		expect(() => copy({ id: "'other'", nonce: "'8'" })).toThrow(/UNIQUE/);
		expect(() => copy({ id: "'other'", intent_id: "'c2'" })).toThrow(/UNIQUE/);
		sign(row.id);
		journal.release(row.id);
		expect(() => copy({ id: "'other'", nonce: "'8'", signed_bytes: "NULL", live: "1" })).toThrow(/UNIQUE/);
		expect(() => copy({ id: "'other'", intent_id: "'c2'", live: "1" })).not.toThrow();
	});

	it("refuses a step from a state that the row is not in", () => {
		const row = approve();
		expect(() => journal.step(row.id, ["signed"], "handing_in")).toThrow(/is approved/);
	});

	it("frees the nonce when it is released, and keeps the row", () => {
		const row = approve();
		sign(row.id);
		journal.release(row.id);
		expect(journal.holder("31337", row.signer, 7n)).toBeNull();
		expect(journal.unsettled().map((each) => each.id)).toEqual([row.id]);
	});

	it("distinguishes the chain of steps from a changed one", () => {
		const row = approve();
		sign(row.id);
		expect(journal.verify()).toEqual({ ok: true, steps: 3, fault: null });
		db.exec("UPDATE journal_steps SET at = at + 1 WHERE seq = 2");
		expect(journal.verify()).toMatchObject({ ok: false, fault: expect.stringContaining("step 2") });
	});

	it("notices a removed step, and swapped bytes", () => {
		const row = approve();
		sign(row.id);
		db.exec("UPDATE journal SET signed_bytes = '0x02bb'");
		expect(journal.verify().ok).toBe(false);
		db.exec("UPDATE journal SET signed_bytes = '0x02aa'");
		db.exec("DELETE FROM journal_steps WHERE seq = 2");
		expect(journal.verify().ok).toBe(false);
	});

	it("notices that its last step was removed", () => {
		sign(approve().id);
		db.exec("DELETE FROM journal_steps WHERE seq = 3");
		expect(journal.verify()).toMatchObject({ ok: false, fault: expect.stringContaining("last step") });
	});

	it("notices that a row was removed, and its steps were not", () => {
		sign(approve().id);
		db.exec("PRAGMA foreign_keys = OFF; DELETE FROM journal");
		expect(journal.verify()).toMatchObject({
			ok: false,
			fault: expect.stringContaining("step 1 (approved)"),
		});
	});

	it("checks a long chain in parts, including the steps added meanwhile", () => {
		const many = Array.from({ length: 70 }, (_, at) => approve({ intentId: `c${at}`, nonce: BigInt(at) }));
		for (const { id } of many) sign(id);
		const checking = checkJournal(db);
		expect(checking.next().done).toBe(false);
		sign(approve({ intentId: "meanwhile", nonce: 70n }).id);
		expect(checking.next()).toEqual({ done: true, value: { ok: true, steps: 213, fault: null } });
		db.exec("UPDATE journal_steps SET detail = 'x' WHERE seq = 205");
		expect(journal.verify()).toMatchObject({ ok: false, steps: 204 });
	});

	it("still writes rows with FULL after it stored inbox data, which need not wait", () => {
		journal.inbox.firstSeen("s", "e");
		journal.inbox.notifyOnce("s", "e", "rev 1");
		expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
	});

	it("notifies once for each event, and remembers when an entry was first seen", () => {
		const first = journal.inbox.firstSeen("s", "e");
		expect(journal.inbox.firstSeen("s", "e")).toBe(first);
		expect(journal.inbox.notifyOnce("s", "e", "rev 1")).toBe(true);
		expect(journal.inbox.notifyOnce("s", "e", "rev 1")).toBe(false);
		expect(journal.inbox.notifyOnce("s", "e", "rev 2")).toBe(true);
	});

	it("stores deferred notifications until they are sent, and none sent before", () => {
		journal.inbox.defer("s", "a", "1");
		journal.inbox.defer("s", "b", "1");
		journal.inbox.defer("other", "c", "1");
		expect(journal.inbox.listDeferred("s")).toEqual([
			{ entryId: "a", what: "1" },
			{ entryId: "b", what: "1" },
		]);
		expect(journal.inbox.notifyOnce("s", "a", "1")).toBe(true);
		journal.inbox.defer("s", "a", "1");
		expect(journal.inbox.listDeferred("s")).toEqual([{ entryId: "b", what: "1" }]);
	});

	it("waits for the disk when it stores deferred notifications and their sending, but not other hints", () => {
		const ran = vi.spyOn(db, "exec");
		/** Returns the `synchronous` setting of each write since the last call. */
		const writes = () => {
			const lines = ran.mock.calls.map(([sql]) => sql);
			ran.mockClear();
			return lines.flatMap((sql, at) => {
				if (sql !== "COMMIT") return [];
				return [lines.slice(0, at).findLast((each) => each.startsWith("PRAGMA synchronous")) ?? "FULL"];
			});
		};
		journal.inbox.notifyOnce("s", "hint", "1");
		expect(writes()).toEqual(["PRAGMA synchronous = NORMAL"]);
		journal.inbox.defer("s", "a", "1");
		expect(writes()).toEqual(["FULL"]);
		journal.inbox.notifyOnce("s", "a", "1");
		expect(writes()).toEqual(["FULL"]);
	});

	it("hides no entry if the disk is full, and remembers it once there is room", () => {
		db.exec("PRAGMA query_only = ON");
		expect(journal.inbox.firstSeen("s", "late")).toBeGreaterThan(0);
		db.exec("PRAGMA query_only = OFF");
		const first = journal.inbox.firstSeen("s", "late");
		expect(journal.inbox.firstSeen("s", "late")).toBe(first);
	});
});
