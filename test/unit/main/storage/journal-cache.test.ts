import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { JournalCache } from "../../../../src/main/storage/journal-cache.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

const SCOPE = "production/me";

function intent(change: Partial<ApprovedIntent> = {}): ApprovedIntent {
	return {
		scope: SCOPE,
		entryId: "commit:c1",
		sessionId: "ses",
		kind: "commit",
		intentId: "c1",
		replaces: null,
		headline: "Send 1 ETH",
		chainRef: "31337",
		signer: "0xabc0000000000000000000000000000000000001",
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

/** Creates a journal that counts its reads. With `crash`, a write is stored, but its caller gets an error. */
function scene() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let crash = false;
	let reads = 0;
	let listed = 0;
	let sums = 0;
	let clock = 1_000;
	const options = {
		now: () => clock,
		onStep: (moment: "before" | "after") => {
			if (crash && moment === "after") throw new Error("crash");
		},
	};
	class CountedJournal extends JournalDb {
		override ofIntent(scope: string, intentId: string) {
			reads += 1;
			return super.ofIntent(scope, intentId);
		}
		override steps(rowId: string) {
			reads += 1;
			return super.steps(rowId);
		}
		override unsettled() {
			sums += 1;
			return super.unsettled();
		}
		override settledSince(at: number) {
			sums += 1;
			return super.settledSince(at);
		}
		override rows(scope: string, limit: number) {
			reads += 1;
			listed += 1;
			return super.rows(scope, limit);
		}
	}
	const bare = new JournalDb(db, options);
	const journal = new JournalCache(new CountedJournal(db, options));
	const look = (id: string) => ({
		row: journal.ofIntent(SCOPE, "c1"),
		steps: journal.steps(id).map(({ step }) => step),
		rows: journal.rows(SCOPE, 200),
		unsettled: journal.unsettled(),
	});
	const real = (id: string) => ({
		row: bare.ofIntent(SCOPE, "c1"),
		steps: bare.steps(id).map(({ step }) => step),
		rows: bare.rows(SCOPE, 200),
		unsettled: bare.unsettled(),
	});
	return {
		bare,
		journal,
		look,
		real,
		reads: () => reads,
		listed: () => listed,
		sums: () => sums,
		setClock(now: number) {
			clock = now;
		},
		approveOther(): void {
			const approval = journal.approve(intent({ intentId: "c2", entryId: "commit:c2", nonce: 8n }));
			if (!approval.ok) throw new Error("not approved");
		},
		crashes() {
			crash = true;
		},
		approve(): JournalRow {
			const approval = journal.approve(intent());
			if (!approval.ok) throw new Error("not approved");
			return approval.row;
		},
	};
}

describe("the journal's cache", () => {
	it("is read once for any number of drawings", () => {
		const one = scene();
		const { id } = one.approve();
		const before = one.reads();
		for (let drawing = 0; drawing < 10; drawing += 1) one.look(id);
		expect(one.reads() - before).toBe(3);
	});

	it("is queried once for each of ten thousand requests without a row, however often they are drawn", () => {
		const one = scene();
		const ids = Array.from({ length: 10_000 }, (_, at) => `flood-${at}`);
		for (let drawing = 0; drawing < 3; drawing += 1)
			for (const id of ids) expect(one.journal.ofIntent(SCOPE, id)).toBeNull();
		expect(one.reads()).toBe(ids.length);
	});

	it("remembers that a commit has no row, until it has one", () => {
		const one = scene();
		for (let drawing = 0; drawing < 10; drawing += 1) expect(one.journal.ofIntent(SCOPE, "c1")).toBeNull();
		expect(one.reads()).toBe(1);
		const row = one.approve();
		expect(one.journal.ofIntent(SCOPE, "c1")).toEqual(row);
	});

	it("reads the rows of a long list once, during any number of written steps", () => {
		const one = scene();
		const { id } = one.approve();
		one.look(id);
		const before = one.listed();
		one.journal.step(id, ["approved"], "signing");
		one.look(id);
		one.journal.step(id, ["signing"], "refused");
		one.approveOther();
		one.journal.release(id);
		one.look(id);
		expect(one.listed()).toBe(before);
		expect(one.look(id)).toEqual(one.real(id));
		expect(one.look(id).rows.map(({ intentId }) => intentId)).toEqual(["c2", "c1"]);
	});

	it("reads the list again if the clock was set back, so that the newest comes first", () => {
		const one = scene();
		const { id } = one.approve();
		one.look(id);
		one.setClock(10);
		one.approveOther();
		expect(one.look(id)).toEqual(one.real(id));
		expect(one.look(id).rows.map(({ intentId }) => intentId)).toEqual(["c1", "c2"]);
	});

	it("does not cache lists without a limit, so that they never lose their oldest rows", () => {
		const one = scene();
		one.approve();
		expect(one.journal.rows(SCOPE, -1)).toHaveLength(1);
		one.approveOther();
		expect(one.journal.rows(SCOPE, -1).map(({ intentId }) => intentId)).toEqual(["c2", "c1"]);
	});

	it("reads open and settled rows once between two writes, and drops those settled too early", () => {
		const one = scene();
		const { id } = one.approve();
		const settle = (rowId: string, at: number) => {
			one.setClock(at);
			one.journal.step(rowId, ["approved"], "signing");
			one.journal.step(rowId, ["signing"], "signed");
			one.journal.step(rowId, ["signed"], "settled", { outcome: "confirmed" });
		};
		settle(id, 2_000);
		one.setClock(3_000);
		one.approveOther();
		const before = one.sums();
		for (const since of [1_500, 1_999, 2_000, 2_001, 1_700])
			expect(one.journal.settledSince(since)).toEqual(one.bare.settledSince(since));
		for (let time = 0; time < 3; time += 1) expect(one.journal.unsettled()).toEqual(one.bare.unsettled());
		expect(one.sums() - before).toBe(2);
		expect(one.journal.settledSince(1_000).map((row) => row.id)).toEqual([id]);
		expect(one.journal.settledSince(2_001)).toEqual([]);
		settle(one.journal.ofIntent(SCOPE, "c2")?.id ?? "", 4_000);
		expect(one.journal.unsettled()).toEqual(one.bare.unsettled());
		expect(one.journal.settledSince(2_001).map(({ intentId }) => intentId)).toEqual(["c2"]);
	});

	it("parses settled rows once, however many steps others take, and removes one whose block was reorganized", () => {
		const one = scene();
		const { id } = one.approve();
		const settle = (rowId: string) => {
			one.journal.step(rowId, ["approved"], "signing");
			one.journal.step(rowId, ["signing"], "signed");
			one.journal.step(rowId, ["signed"], "submitted");
			one.journal.step(rowId, ["submitted"], "settled", { outcome: "confirmed" });
		};
		settle(id);
		const [first] = one.journal.settledSince(0);
		one.setClock(2_000);
		one.approveOther();
		const other = one.journal.ofIntent(SCOPE, "c2")?.id ?? "";
		const before = one.sums();
		settle(other);
		expect(one.journal.settledSince(0)).toEqual(one.bare.settledSince(0));
		expect(one.journal.settledSince(0)).toHaveLength(2);
		expect(one.journal.settledSince(0)[0]).toBe(first);
		one.journal.step(id, ["settled"], "submitted", { outcome: null });
		expect(one.journal.settledSince(0)).toEqual(one.bare.settledSince(0));
		expect(one.journal.settledSince(0)).toHaveLength(1);
		one.journal.step(id, ["submitted"], "settled", { outcome: "confirmed" });
		expect(one.sums() - before).toBe(0);
		expect(one.journal.settledSince(0)).toEqual(one.bare.settledSince(0));
		expect(one.journal.settledSince(0).map((row) => row.id)).toEqual([id, other]);
	});

	it("reads settled rows again if two were approved in the same millisecond", () => {
		const one = scene();
		const { id } = one.approve();
		one.approveOther();
		const other = one.journal.ofIntent(SCOPE, "c2")?.id ?? "";
		for (const rowId of [other, id]) {
			one.journal.step(rowId, ["approved"], "signing");
			one.journal.step(rowId, ["signing"], "signed");
			one.journal.step(rowId, ["signed"], "settled", { outcome: "confirmed" });
			expect(one.journal.settledSince(0)).toEqual(one.bare.settledSince(0));
		}
		expect(one.journal.settledSince(0).map((row) => row.id)).toEqual([id, other]);
	});

	it("adds no row that settled earlier to the cached list when only its text changes", () => {
		const one = scene();
		const { id } = one.approve();
		one.journal.step(id, ["approved"], "signing");
		one.journal.step(id, ["signing"], "signed");
		one.journal.step(id, ["signed"], "settled", { outcome: "confirmed" });
		one.setClock(5_000);
		expect(one.journal.settledSince(5_000)).toEqual([]);
		one.journal.setNote(id, verbatim("Seen by another wallet."));
		expect(one.journal.settledSince(5_000)).toEqual([]);
	});

	it("drops a row's replacements with each write to one of them", () => {
		const one = scene();
		const { id } = one.approve();
		const replacements = () => one.journal.replacementsOf(id).map(({ state }) => state);
		expect(replacements()).toEqual([]);
		const made = one.journal.approve(
			intent({ kind: "replacement", intentId: "r1", entryId: "replacement:r1", replaces: id }),
		);
		expect(replacements()).toEqual(["approved"]);
		if (!made.ok) throw new Error("not approved");
		one.journal.step(made.row.id, ["approved"], "signing");
		expect(replacements()).toEqual(["signing"]);
	});

	it("never differs from the journal after a write of any kind", () => {
		const one = scene();
		const { id } = one.approve();
		const writes = [
			() => one.journal.step(id, ["approved"], "signing"),
			() => one.journal.setNote(id, verbatim("Waiting for your RPC.")),
			() => one.journal.step(id, ["signing"], "refused", { live: false }),
			() => one.journal.release(id),
			() => one.approve(),
		];
		for (const write of writes) {
			one.look(id);
			write();
			expect(one.look(id)).toEqual(one.real(id));
		}
	});

	it("never differs from it after a durable write with a failed response", () => {
		const one = scene();
		const { id } = one.approve();
		one.look(id);
		one.crashes();
		expect(() => one.journal.step(id, ["approved"], "signing")).toThrow("crash");
		expect(one.look(id)).toEqual(one.real(id));
		expect(one.look(id).row?.state).toBe("signing");
	});
});
