import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

/** Row texts as codes and values. */

const INTENT: ApprovedIntent = {
	scope: "production/me",
	entryId: "commit:c1",
	sessionId: "ses",
	kind: "commit",
	intentId: "c1",
	replaces: null,
	headline: message("signing.approved"),
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
const REFUSED = message("signing.refused-report.said", { said: "gone" });

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

const told = () => journal.row(row.id)?.text;
const stored = () => db.prepare("SELECT words FROM journal").get()?.["words"];

describe("a row's text", () => {
	it("is stored as a code and its values, by a step and by a note, and read as the same", () => {
		const locked = sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet"));
		expect(journal.setNote(row.id, locked).text).toEqual(locked);
		expect(JSON.parse(String(stored()))).toEqual(locked);
		expect(journal.step(row.id, ["approved"], "refused", { text: REFUSED, live: false }).text).toEqual(
			REFUSED,
		);
		expect(told()).toEqual(REFUSED);
		expect(String(stored())).not.toContain("The service");
	});

	it("is absent if there is nothing to report", () => {
		expect(told()).toBeNull();
		journal.setNote(row.id, REFUSED);
		journal.setNote(row.id, null);
		expect(told()).toBeNull();
		expect(stored()).toBeNull();
	});

	it.each([
		"Approved",
		"{",
		'{"code":"signing.approved","sure":true}',
		'{"version":2,"message":{"code":"x"}}',
	])("says that it can't be read, instead of %s", (text) => {
		db.prepare("UPDATE journal SET words = ?").run(text);
		expect(told()).toEqual(message("storage.text-unreadable"));
	});
});
