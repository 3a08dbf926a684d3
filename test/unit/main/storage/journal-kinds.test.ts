import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { answerAt, FROZEN, PREDICTED, receiptOf } from "./kept.ts";

/** Actions with their steps, and replacements. */

const SIGNER = "0xabc0000000000000000000000000000000000001";

function intent(change: Partial<ApprovedIntent> = {}): ApprovedIntent {
	return {
		scope: "production/me",
		entryId: "action:a1",
		sessionId: "ses",
		kind: "commit",
		intentId: "c1",
		replaces: null,
		headline: "Send 1 ETH",
		chainRef: "31337",
		signer: SIGNER,
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

const action = (change: Partial<ApprovedIntent> = {}) =>
	intent({ kind: "action", intentId: "action:a1", nonce: null, ...change });
const leg = (place: number, change: Partial<ApprovedIntent> = {}) =>
	intent({ kind: "leg", intentId: `action:a1#${place + 1}`, nonce: BigInt(7 + place), ...change });

let db: DatabaseSync;
let journal: Journal;
let now = 1_000;

const counted = () => Number(Object.values(db.prepare("SELECT count(*) FROM journal").get() ?? {})[0]);
const openJournal = () => new JournalDb(db, { now: () => now++ });

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = 1_000;
	journal = openJournal();
});

function approve(one: ApprovedIntent, legs: readonly ApprovedIntent[] = []): JournalRow {
	const approval = journal.approve(one, legs);
	if (!approval.ok) throw new Error(`held: ${approval.held}`);
	return approval.row;
}

function sign(row: JournalRow): JournalRow {
	journal.step(row.id, ["approved"], "signing");
	return journal.step(row.id, ["signing"], "signed", {
		signature: { kind: "one", bytes: "0x02aa" },
		transactionId: `0x${row.id}`,
	});
}

describe("an action and its steps", () => {
	it("are stored together, the steps in order, each with its own keys", () => {
		const row = approve(action(), [leg(0), leg(1)]);
		const legs = journal.stepRowsOf(row.id);
		expect(legs.map((each) => [each.kind, each.parent, each.place, each.nonce])).toEqual([
			["leg", row.id, 0, 7n],
			["leg", row.id, 1, 8n],
		]);
		expect(row).toMatchObject({ kind: "action", parent: null, nonce: null, answer: null, dead: false });
		expect(new Set(legs.flatMap((each) => [each.signedKey, each.reportKey])).size).toBe(4);
		expect(journal.stepRowsOf(legs[0]?.id ?? "")).toEqual([]);
		expect(journal.rows("production/me", 10).map((each) => each.id)).toEqual([row.id]);
	});

	it("are stored all or not at all, if a nonce of a later step is in use", () => {
		const other = approve(intent({ intentId: "c9", nonce: 8n }));
		expect(journal.approve(action(), [leg(0), leg(1)])).toEqual({ ok: false, held: "nonce", by: other });
		expect(counted()).toBe(1);
		expect(journal.approve(action(), [leg(0)]).ok).toBe(true);
	});

	it("are stored all or not at all, if the database itself refuses one", () => {
		expect(() => journal.approve(action(), [leg(0), leg(1, { nonce: 7n })])).toThrow();
		expect(counted()).toBe(0);
		expect(journal.verify()).toEqual({ ok: true, steps: 0, fault: null });
	});

	it("reserve the nonces of all steps from commits and from other actions", () => {
		approve(action(), [leg(0), leg(1)]);
		expect(journal.approve(intent({ nonce: 8n }))).toMatchObject({ ok: false, held: "nonce" });
		const other = journal.approve(action({ intentId: "action:a2" }), [leg(0, { intentId: "action:a2#1" })]);
		expect(other).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(intent({ nonce: 9n })).ok).toBe(true);
	});

	it("don't share a lane if they use no nonce", () => {
		approve(action(), [leg(0, { nonce: null }), leg(1, { nonce: null })]);
		const again = [leg(0, { nonce: null, intentId: "action:a2#1" })];
		expect(journal.approve(action({ intentId: "action:a2" }), again).ok).toBe(true);
	});

	it("are not approved a second time once they were answered, or while they are pending", () => {
		const row = approve(action());
		expect(journal.approve(action())).toMatchObject({ ok: false, held: "intent" });
		journal.step(row.id, ["approved"], "reporting", { answer: answerAt(1) });
		journal.step(row.id, ["reporting"], "settled", { live: false });
		expect(journal.approve(action())).toMatchObject({ ok: false, held: "intent" });
	});

	it("keep one answer", () => {
		const row = approve(action());
		journal.step(row.id, ["approved"], "reporting", { answer: answerAt(1) });
		expect(() => journal.step(row.id, ["reporting"], "reported", { answer: answerAt(2) })).toThrow(
			/already has another answer/,
		);
		expect(journal.row(row.id)).toMatchObject({ state: "reporting", answer: answerAt(1) });
	});

	it("with a signature that can never take effect may be approved again", () => {
		const row = sign(approve(intent({ nonce: null })));
		journal.step(row.id, ["signed"], "settled", { outcome: "dropped", live: false });
		expect(journal.approve(intent({ nonce: null }))).toMatchObject({ ok: false, held: "intent" });
		journal.step(row.id, ["settled"], "submitted", { live: true, outcome: null });
		journal.step(row.id, ["submitted"], "settled", { outcome: "dropped", live: false, dead: true });
		expect(journal.approve(intent({ nonce: null })).ok).toBe(true);
	});

	it("renew a blockhash only before the signature", () => {
		const row = approve(intent());
		const renewed = { ...FROZEN, expires_at: 1 };
		expect(journal.step(row.id, ["approved"], "signing", { frozen: renewed }).frozen).toEqual(renewed);
		journal.step(row.id, ["signing"], "signed", { signature: { kind: "one", bytes: "AA==" } });
		expect(() => journal.step(row.id, ["signed"], "held", { frozen: FROZEN })).toThrow(
			/is signed and can.t be changed/,
		);
	});
});

describe("a replacement", () => {
	const replacement = (replaces: string | null, change: Partial<ApprovedIntent> = {}) =>
		intent({ kind: "replacement", intentId: "replacement:r1", replaces, ...change });

	it("shares the nonce with the replaced one, as further ones do", () => {
		const root = sign(approve(intent()));
		const one = approve(replacement(root.id));
		const two = approve(replacement(root.id, { intentId: "replacement:r2" }));
		expect(journal.replacementsOf(root.id).map((each) => each.id)).toEqual([one.id, two.id]);
		expect(journal.holder("31337", SIGNER, 7n)?.id).toBe(root.id);
	});

	it("shares it with nothing else: another row, another nonce, or a free nonce", () => {
		const root = sign(approve(intent()));
		const other = approve(intent({ intentId: "c2", nonce: 8n }));
		expect(journal.approve(replacement(other.id))).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(replacement(root.id, { nonce: 8n }))).toMatchObject({ ok: false });
		journal.release(root.id);
		expect(journal.approve(replacement(root.id))).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(replacement(null)).ok).toBe(true);
	});

	it("does not reserve the nonce by itself once the replaced one has released it", () => {
		const root = sign(approve(intent()));
		approve(replacement(root.id));
		journal.release(root.id);
		expect(journal.holder("31337", SIGNER, 7n)).toBeNull();
	});
});

describe("a row reverted by the chain", () => {
	it("loses its end and its receipt, and reserves its nonce again", () => {
		const row = sign(approve(intent()));
		journal.step(row.id, ["signed"], "settled", {
			outcome: "confirmed",
			receipt: receiptOf(true),
			live: false,
		});
		const facts = { outcome: null, receipt: null, live: true };
		expect(journal.step(row.id, ["settled"], "submitted", facts)).toMatchObject({
			outcome: null,
			receipt: null,
			live: true,
		});
		expect(journal.holder("31337", SIGNER, 7n)?.id).toBe(row.id);
		expect(journal.verify().ok).toBe(true);
	});

	it("is among those that settled since a moment, if it did", () => {
		const early = sign(approve(intent()));
		journal.step(early.id, ["signed"], "settled", { live: false });
		now = 9_000;
		const late = sign(approve(intent({ intentId: "c2" })));
		journal.step(late.id, ["signed"], "settled", { live: false });
		approve(intent({ intentId: "c3" }));
		expect(journal.settledSince(9_000).map((row) => row.id)).toEqual([late.id]);
		expect(journal.settledSince(0)).toHaveLength(2);
	});
});
