import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

/** Wallet attempt data in the journal. */

const intent: ApprovedIntent = {
	scope: "production/me",
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
};

function approve(journal: Journal, change: Partial<ApprovedIntent> = {}): JournalRow {
	const approval = journal.approve({ ...intent, ...change });
	if (!approval.ok) throw new Error(`held: ${approval.held}`);
	return approval.row;
}

function open(): { readonly db: DatabaseSync; readonly journal: Journal } {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	return { db, journal: new JournalDb(db, { now: () => 1_000 }) };
}

describe("a row of a wallet attempt", () => {
	it("has its route from the approval on, and its request id", () => {
		const { journal } = open();
		const row = approve(journal, { transport: "browser_send" });
		expect(row).toMatchObject({ transport: "browser_send", attemptId: null });
		expect(row.signedKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(approve(journal, { intentId: "c2", nonce: 8n }).transport).toBe("sign_and_broadcast");
	});

	it("accepts one attempt, and never another", () => {
		const { journal } = open();
		const { id } = approve(journal, { transport: "browser_send" });
		journal.step(id, ["approved"], "claiming");
		expect(journal.step(id, ["claiming"], "claimed", { attemptId: "a1" }).attemptId).toBe("a1");
		expect(() => journal.step(id, ["claimed"], "signing", { attemptId: "a2" })).toThrow(/another attempt/);
		expect(journal.step(id, ["claimed"], "signing").attemptId).toBe("a1");
		expect(journal.verify()).toMatchObject({ ok: true, steps: 4 });
	});

	it("reserves its intent and its nonce like any other row", () => {
		const { journal } = open();
		const { id } = approve(journal, { transport: "browser_send" });
		journal.step(id, ["approved"], "claiming");
		expect(journal.approve(intent)).toMatchObject({ ok: false, held: "intent" });
		expect(journal.approve({ ...intent, intentId: "c2" })).toMatchObject({ ok: false, held: "nonce" });
	});
});
