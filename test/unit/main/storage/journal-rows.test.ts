import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow, StoredSignature } from "../../../../src/core/journal/types.ts";
import { readable, readableOrNull, UnreadableRecord } from "../../../../src/core/journal/unreadable.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { answerAt, FROZEN, PREDICTED, receiptOf, svmReceiptOf } from "./kept.ts";

/** Conversion between values and the texts in the database. */

const INTENT: ApprovedIntent = {
	scope: "production/me",
	entryId: "commit:c1",
	sessionId: "ses",
	kind: "commit",
	intentId: "c1",
	replaces: null,
	headline: "Send 1 ETH",
	chainRef: "8453",
	signer: FROZEN.signer,
	nonce: 11n,
	broadcaster: "wallet",
	fingerprint: "f".repeat(64),
	digest: "digest-1",
	revision: 1,
	frozen: FROZEN,
	predicted: PREDICTED,
};

const COLUMNS = ["frozen", "predicted", "answer", "receipt"] as const;
let db: DatabaseSync;
let journal: Journal;
let row: JournalRow;

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	journal = new JournalDb(db, { now: () => 1_000 });
	const approval = journal.approve(INTENT);
	if (!approval.ok) throw new Error("not approved");
	row = approval.row;
});

const texts = () => ({ ...db.prepare("SELECT frozen, predicted, answer, receipt FROM journal").get() });

function again(): JournalRow {
	const found = journal.row(row.id);
	if (found === null) throw new Error("the row is gone");
	return found;
}

function damage(column: (typeof COLUMNS)[number], text: string): JournalRow {
	db.prepare(`UPDATE journal SET ${column} = ?`).run(text);
	return again();
}

describe("the journal's data next to a row", () => {
	it("are stored as the value's JSON text, and read as the same value", () => {
		const body = answerAt(3);
		journal.step(row.id, ["approved"], "reporting", { answer: body });
		journal.step(row.id, ["reporting"], "settled", { receipt: receiptOf(true), live: false });
		expect(texts()).toEqual({
			frozen: JSON.stringify(FROZEN),
			predicted: JSON.stringify(PREDICTED),
			answer: JSON.stringify(body),
			receipt: JSON.stringify(receiptOf(true)),
		});
		expect(again()).toMatchObject({
			frozen: FROZEN,
			predicted: PREDICTED,
			answer: body,
			receipt: receiptOf(true),
		});
	});

	it("stay unchanged through every step that does not change them, even if they can't be read", () => {
		for (const column of COLUMNS) damage(column, `{"written by": "another version of ${column}"}`);
		const before = texts();
		journal.step(row.id, ["approved"], "signing");
		journal.setNote(row.id, message("signing.step.not-signed"));
		expect(texts()).toEqual(before);
		expect(journal.verify().ok).toBe(true);
	});

	it("are absent if there are none, and can be a Solana receipt", () => {
		expect(row).toMatchObject({ answer: null, receipt: null });
		expect(damage("predicted", "null").predicted).toBeNull();
		expect(damage("receipt", JSON.stringify(svmReceiptOf(true))).receipt).toEqual(svmReceiptOf(true));
	});

	it.each(COLUMNS)("count as unreadable, not as missing, if they can't be read: %s", (column) => {
		for (const text of ["not JSON", "{}", "7", '{"family":"svm","succeeded":true}']) {
			const value = damage(column, text)[column];
			expect(value).toBeInstanceOf(UnreadableRecord);
			expect(value).toMatchObject({ code: "storage.record-unreadable", params: { record: column } });
			expect(readableOrNull(value)).toBeNull();
			expect(() => readable(value)).toThrow(UnreadableRecord);
		}
	});

	it.each<[StoredSignature, string]>([
		[{ kind: "one", bytes: "0x02f8" }, "0x02f8"],
		[{ kind: "each", signatures: ["0x01", "0x02"] }, '["0x01","0x02"]'],
		[{ kind: "each", signatures: ["0x01"] }, '["0x01"]'],
	])("store the signature %o as %s, in the column and under the hash of its step", (signature, text) => {
		journal.step(row.id, ["approved"], "signing");
		const { signature: kept } = journal.step(row.id, ["signing"], "signed", { signature });
		expect(kept).toEqual(signature);
		expect({ ...db.prepare("SELECT signed_bytes FROM journal").get() }).toEqual({ signed_bytes: text });
		expect(journal.verify()).toMatchObject({ ok: true, steps: 3 });
		const other: StoredSignature = { kind: "each", signatures: ["0x03"] };
		expect(() => journal.step(row.id, ["signed"], "handing_in", { signature: other })).toThrow(
			"another signature",
		);
	});

	it("are read once, for any number of requests", () => {
		const { frozen } = row;
		expect(row.frozen).toBe(frozen);
		expect({ ...row }.frozen).toBe(frozen);
	});
});

describe("an export", () => {
	it("contains the texts as they are stored, and withholds bytes that could still be sent", () => {
		journal.step(row.id, ["approved"], "signing");
		journal.step(row.id, ["signing"], "signed", {
			signature: { kind: "one", bytes: "0x02" },
			transactionId: "0x01",
		});
		const [written] = journal.written("production/me");
		expect(written).toMatchObject({
			id: row.id,
			nonce: "11",
			signedBytes: null,
			frozen: FROZEN,
			predicted: JSON.stringify(PREDICTED),
			answer: null,
			receipt: null,
			legs: [],
		});
		expect(written?.steps.map(({ step }) => step)).toEqual(["approved", "signing", "signed"]);
		expect(journal.written("another")).toEqual([]);
	});
});
