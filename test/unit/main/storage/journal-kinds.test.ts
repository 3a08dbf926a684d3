import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { JOURNAL_MIGRATIONS } from "../../../../src/main/app/migrations.ts";
import { INTENTS_MIGRATION } from "../../../../src/main/storage/intents.ts";
import { createJournal, type Journal } from "../../../../src/main/storage/journal-db.ts";
import { JOURNAL_MIGRATION } from "../../../../src/main/storage/journal-sql.ts";
import { answerAt, FROZEN, PREDICTED, receiptOf } from "./kept.ts";

/** Actions with their steps, replacements, and the journal of an earlier version. */

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
const openJournal = () => createJournal(db, { now: () => now++ });

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_MIGRATIONS) db.exec(sql);
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
	it("are written down together, the steps in order, each with its own keys", () => {
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

	it("are written down all or not at all, where a nonce of a later step is held", () => {
		const other = approve(intent({ intentId: "c9", nonce: 8n }));
		expect(journal.approve(action(), [leg(0), leg(1)])).toEqual({ ok: false, held: "nonce", by: other });
		expect(counted()).toBe(1);
		expect(journal.approve(action(), [leg(0)]).ok).toBe(true);
	});

	it("are written down all or not at all, where the database itself refuses one", () => {
		expect(() => journal.approve(action(), [leg(0), leg(1, { nonce: 7n })])).toThrow();
		expect(counted()).toBe(0);
		expect(journal.verify()).toEqual({ ok: true, steps: 0, fault: null });
	});

	it("keep the nonces of all steps from commits and from other actions", () => {
		approve(action(), [leg(0), leg(1)]);
		expect(journal.approve(intent({ nonce: 8n }))).toMatchObject({ ok: false, held: "nonce" });
		const other = journal.approve(action({ intentId: "action:a2" }), [leg(0, { intentId: "action:a2#1" })]);
		expect(other).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(intent({ nonce: 9n })).ok).toBe(true);
	});

	it("share no lane where they take no nonce", () => {
		approve(action(), [leg(0, { nonce: null }), leg(1, { nonce: null })]);
		const again = [leg(0, { nonce: null, intentId: "action:a2#1" })];
		expect(journal.approve(action({ intentId: "action:a2" }), again).ok).toBe(true);
	});

	it("are not approved a second time once they were answered, nor while they are under way", () => {
		const row = approve(action());
		expect(journal.approve(action())).toMatchObject({ ok: false, held: "intent" });
		journal.step(row.id, ["approved"], "reporting", { answer: answerAt(1) });
		journal.step(row.id, ["reporting"], "settled", { live: false });
		expect(journal.approve(action())).toMatchObject({ ok: false, held: "intent" });
	});

	it("hold to one answer", () => {
		const row = approve(action());
		journal.step(row.id, ["approved"], "reporting", { answer: answerAt(1) });
		expect(() => journal.step(row.id, ["reporting"], "reported", { answer: answerAt(2) })).toThrow(
			/another answer already/,
		);
		expect(journal.row(row.id)).toMatchObject({ state: "reporting", answer: answerAt(1) });
	});

	it("whose signature can never happen may be approved anew", () => {
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
			/nothing of it is renewed/,
		);
	});
});

describe("a replacement", () => {
	const replacement = (replaces: string | null, change: Partial<ApprovedIntent> = {}) =>
		intent({ kind: "replacement", intentId: "replacement:r1", replaces, ...change });

	it("shares the nonce with what it replaces, as do further ones", () => {
		const root = sign(approve(intent()));
		const one = approve(replacement(root.id));
		const two = approve(replacement(root.id, { intentId: "replacement:r2" }));
		expect(journal.replacementsOf(root.id).map((each) => each.id)).toEqual([one.id, two.id]);
		expect(journal.holder("31337", SIGNER, 7n)?.id).toBe(root.id);
	});

	it("shares it with nothing else: not with another row, another nonce, or a nonce that is free", () => {
		const root = sign(approve(intent()));
		const other = approve(intent({ intentId: "c2", nonce: 8n }));
		expect(journal.approve(replacement(other.id))).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(replacement(root.id, { nonce: 8n }))).toMatchObject({ ok: false });
		journal.release(root.id);
		expect(journal.approve(replacement(root.id))).toMatchObject({ ok: false, held: "nonce" });
		expect(journal.approve(replacement(null)).ok).toBe(true);
	});

	it("does not hold the nonce by itself once what it replaces has let go", () => {
		const root = sign(approve(intent()));
		approve(replacement(root.id));
		journal.release(root.id);
		expect(journal.holder("31337", SIGNER, 7n)).toBeNull();
	});
});

describe("a row that is taken back by the chain", () => {
	it("loses its end and its receipt, and holds its nonce again", () => {
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

	it("is among those that settled since a moment, where it did", () => {
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

/** A row and its steps, as the version before this one wrote them. */
function writeOld(
	id: string,
	state: string,
	facts: { nonce: string; bytes: string | null; live: number },
): void {
	db.prepare(`INSERT INTO journal (id, scope, entry_id, session_id, commit_id, headline, chain_ref, signer, nonce,
		broadcaster, fingerprint, digest, revision, frozen, predicted, state, live, signed_key, report_key,
		signed_bytes, transaction_id, approved_at) VALUES (?, 'production/me', 'e', 'ses', ?, 'Send', '31337', ?, ?,
		'wallet', 'f', 'd', 1, '{}', '{}', ?, ?, ?, ?, ?, ?, 5)`).run(
		id,
		`commit-${id}`,
		SIGNER,
		facts.nonce,
		state,
		facts.live,
		`${id}-k1`,
		`${id}-k2`,
		facts.bytes,
		facts.bytes === null ? null : "0x01",
	);
}

let lastHash = "";

function stepOld(id: string, step: string, bytes: string | null): void {
	const bound = JSON.stringify([`commit-${id}`, "f", bytes, bytes === null ? null : "0x01"]);
	lastHash = createHash("sha256")
		.update(JSON.stringify([lastHash, id, step, 5, null, bound]))
		.digest("hex");
	db.prepare("INSERT INTO journal_steps (row_id, step, at, detail, hash) VALUES (?, ?, 5, NULL, ?)").run(
		id,
		step,
		lastHash,
	);
}

describe("the journal of an earlier version", () => {
	beforeEach(() => {
		db = new DatabaseSync(":memory:");
		lastHash = "";
		db.exec(JOURNAL_MIGRATION.sql);
		db.exec(INTENTS_MIGRATION.sql);
		writeOld("signed", "signed", { nonce: "7", bytes: "0x02aa", live: 1 });
		for (const step of ["approved", "signing"]) stepOld("signed", step, null);
		stepOld("signed", "signed", "0x02aa");
		writeOld("refused", "refused", { nonce: "8", bytes: null, live: 0 });
		for (const step of ["approved", "refused"]) stepOld("refused", step, null);
		for (const sql of JOURNAL_MIGRATIONS.slice(2)) db.exec(sql);
		journal = openJournal();
	});

	it("is read as commits, with all that they held", () => {
		expect(journal.row("signed")).toMatchObject({
			kind: "commit",
			intentId: "commit-signed",
			nonce: 7n,
			state: "signed",
			live: true,
			signature: { kind: "one", bytes: "0x02aa" },
			parent: null,
			place: 0,
			replaces: null,
			dead: false,
			answer: null,
		});
		expect(journal.ofIntent("production/me", "commit-refused")?.state).toBe("refused");
		expect(journal.unsettled().map((row) => row.id)).toEqual(["signed"]);
	});

	it("still proves its chain of steps, and goes on with it", () => {
		expect(journal.verify()).toEqual({ ok: true, steps: 5, fault: null });
		journal.step("signed", ["signed"], "held", {});
		expect(journal.verify()).toEqual({ ok: true, steps: 6, fault: null });
		db.exec("UPDATE journal SET signed_bytes = '0x02bb' WHERE id = 'signed'");
		expect(journal.verify().ok).toBe(false);
	});

	it("keeps its intents and nonces held, and those free that were", () => {
		expect(journal.approve(intent({ intentId: "commit-signed", nonce: 9n }))).toMatchObject({
			held: "intent",
		});
		expect(journal.approve(intent({ intentId: "other" }))).toMatchObject({ held: "nonce" });
		expect(journal.approve(intent({ intentId: "commit-refused", nonce: 8n })).ok).toBe(true);
	});

	it("is kept to one row for an intent and one for a nonce by the database itself", () => {
		const copy = (id: string, commit: string, nonce: string) =>
			db.exec(`INSERT INTO journal (id, scope, entry_id, session_id, intent_id, headline, chain_ref, signer, nonce,
				broadcaster, fingerprint, digest, revision, frozen, predicted, state, live, signed_key, report_key, approved_at)
				VALUES ('${id}', 'production/me', 'e', 's', '${commit}', 'h', '31337', '${SIGNER}', '${nonce}', 'wallet', 'f',
				'd', 1, '{}', '{}', 'approved', 1, 'k', 'k', 5)`);
		expect(() => copy("x", "commit-signed", "9")).toThrow(/UNIQUE/);
		expect(() => copy("x", "commit-x", "7")).toThrow(/UNIQUE/);
		expect(() => copy("x", "commit-x", "9")).not.toThrow();
	});
});
