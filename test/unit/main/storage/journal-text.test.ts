import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import { bound, stepHash } from "../../../../src/core/journal/hash-chain.ts";
import type { ApprovedIntent, JournalRow } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/message.ts";
import { JOURNAL_MIGRATIONS } from "../../../../src/main/app/migrations.ts";
import { createJournal, type Journal } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "./kept.ts";

/** What a row tells: sentences where an older version wrote it, codes and values where this one does. */

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
const SENTENCE = "The service refused the report (it says “gone”).";
const REFUSED = message("signing.refused-report.said", { said: "gone" });

let db: DatabaseSync;
let journal: Journal;
let row: JournalRow;

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_MIGRATIONS) db.exec(sql);
	journal = createJournal(db, { now: () => 1_000 });
	const approval = journal.approve(INTENT);
	if (!approval.ok) throw new Error("not approved");
	row = approval.row;
});

const told = () => journal.row(row.id)?.text;
const stored = () => db.prepare("SELECT words FROM journal").get()?.["words"];

/** As an older version took a step: its sentence in the row, this text in the chain. */
function stepOfBefore(step: "reporting" | "reported", detail: string | null, sentence: string | null): void {
	const last = db.prepare("SELECT hash FROM journal_steps ORDER BY seq DESC LIMIT 1").get();
	const hash = stepHash(
		String(last?.["hash"]),
		{ rowId: row.id, step, at: 900, detail },
		bound({ ...row, signedBytes: null }),
	);
	db.prepare("INSERT INTO journal_steps (row_id, step, at, detail, hash) VALUES (?, ?, 900, ?, ?)").run(
		row.id,
		step,
		detail,
		hash,
	);
	db.prepare("UPDATE journal SET state = ?, words = ? WHERE id = ?").run(step, sentence, row.id);
}

describe("what a row tells", () => {
	it("is written as a code and its values, by a step and by a note, and read as the same", () => {
		const locked = sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet"));
		expect(journal.note(row.id, locked).text).toEqual(locked);
		expect(JSON.parse(String(stored()))).toEqual({ version: 2, message: locked });
		expect(journal.step(row.id, ["approved"], "refused", { text: REFUSED, live: false }).text).toEqual(
			REFUSED,
		);
		expect(told()).toEqual(REFUSED);
		expect(String(stored())).not.toContain("The service");
	});

	it("is nothing where nothing is told", () => {
		expect(told()).toBeNull();
		journal.note(row.id, REFUSED);
		journal.note(row.id, null);
		expect(told()).toBeNull();
		expect(stored()).toBeNull();
	});

	it.each([
		["of the first encoding", SENTENCE],
		["of the second", JSON.stringify({ version: 2, kind: "report_refused", message: SENTENCE })],
	])(
		"is the sentence that an older version wrote, beside its detail %s, in a chain that goes on in codes",
		(_, detail) => {
			stepOfBefore("reporting", null, null);
			stepOfBefore("reported", detail, SENTENCE);
			expect(told()).toEqual(verbatim(SENTENCE));
			expect(detailOf(journal.steps(row.id), "reported")).toEqual({
				kind: "refused",
				told: verbatim(SENTENCE),
			});
			expect(journal.verify()).toEqual({ ok: true, steps: 3, fault: null });
			journal.step(row.id, ["reported"], "reported", {
				text: REFUSED,
				detail: { kind: "refused", told: REFUSED },
			});
			expect(detailOf(journal.steps(row.id), "reported")).toEqual({ kind: "refused", told: REFUSED });
			expect(journal.verify()).toEqual({ ok: true, steps: 4, fault: null });
			const [written] = journal.written(INTENT.scope);
			expect(written?.steps.map((step) => step.detail)).toEqual([
				null,
				null,
				detail,
				JSON.stringify({ version: 3, kind: "refused", told: REFUSED }),
			]);
		},
	);

	it("says that a newer version wrote it, in place of the JSON that it is", () => {
		for (const text of [
			{ version: 3, message: { code: "signing.approved", sure: true } },
			{ version: 4, message: { key: "later" }, of: "a newer one" },
		]) {
			db.prepare("UPDATE journal SET words = ?").run(JSON.stringify(text));
			expect(told()).toEqual(message("storage.text-newer"));
		}
	});

	it("is a sentence still where it only looks like a text of this encoding", () => {
		for (const text of ["{", '{"version":9}', '{"version":2,"message":"No."}']) {
			db.prepare("UPDATE journal SET words = ?").run(text);
			expect(told()).toEqual(verbatim(text));
		}
	});
});
