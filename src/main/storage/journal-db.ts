import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { broadcaster } from "../../contract/action.ts";
import { transaction } from "./database.ts";
import type { ApprovedIntent, JournalRow, JournalState, JournalStep, StepFacts } from "./journal-types.ts";

/** Rows of the journal, and the chain of steps that they went through. */
export const JOURNAL_SQL = `
CREATE TABLE journal (
	id TEXT PRIMARY KEY,
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	session_id TEXT NOT NULL,
	commit_id TEXT NOT NULL,
	headline TEXT NOT NULL,
	chain_ref TEXT NOT NULL,
	signer TEXT NOT NULL,
	nonce TEXT NOT NULL,
	broadcaster TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	digest TEXT NOT NULL,
	revision INTEGER NOT NULL,
	frozen TEXT NOT NULL,
	predicted TEXT NOT NULL,
	state TEXT NOT NULL,
	live INTEGER NOT NULL,
	signed_key TEXT NOT NULL,
	report_key TEXT NOT NULL,
	signed_bytes TEXT,
	transaction_id TEXT,
	outcome TEXT,
	words TEXT,
	receipt TEXT,
	approved_at INTEGER NOT NULL
) STRICT;
-- One signature for one intent, ever: a commit that is being signed, or was, can't be approved again.
CREATE UNIQUE INDEX journal_one_intent ON journal (scope, commit_id) WHERE live = 1 OR signed_bytes IS NOT NULL;
-- One lane for a chain and signer: a nonce that a live row holds is not signed again.
CREATE UNIQUE INDEX journal_one_nonce ON journal (chain_ref, signer, nonce) WHERE live = 1;
-- Every drawing of a list asks for the row of each of its commits, and for the latest rows.
CREATE INDEX journal_commits ON journal (scope, commit_id);
CREATE INDEX journal_latest ON journal (scope, approved_at);
CREATE TABLE journal_steps (
	seq INTEGER PRIMARY KEY,
	row_id TEXT NOT NULL REFERENCES journal (id),
	step TEXT NOT NULL,
	at INTEGER NOT NULL,
	detail TEXT,
	hash TEXT NOT NULL
) STRICT;
CREATE INDEX journal_steps_row ON journal_steps (row_id, seq);
CREATE TABLE inbox (
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	notified_for TEXT,
	PRIMARY KEY (scope, entry_id)
) STRICT;
`;

const columns = z.object({
	id: z.string(),
	scope: z.string(),
	entry_id: z.string(),
	session_id: z.string(),
	commit_id: z.string(),
	headline: z.string(),
	chain_ref: z.string(),
	signer: z.string(),
	nonce: z.string().regex(/^[0-9]+$/),
	broadcaster,
	fingerprint: z.string(),
	digest: z.string(),
	revision: z.number(),
	frozen: z.string(),
	predicted: z.string(),
	state: z.enum([
		"approved",
		"signing",
		"signed",
		"handing_in",
		"handed_in",
		"sending",
		"submitted",
		"reporting",
		"reported",
		"held",
		"settled",
		"refused",
	]),
	live: z.number(),
	signed_key: z.string(),
	report_key: z.string(),
	signed_bytes: z.string().nullable(),
	transaction_id: z.string().nullable(),
	outcome: z.enum(["confirmed", "failed", "replaced", "refused", "unsigned"]).nullable(),
	words: z.string().nullable(),
	receipt: z.string().nullable(),
	approved_at: z.number(),
});

const stepColumns = z.object({
	seq: z.number(),
	row_id: z.string(),
	step: columns.shape.state,
	at: z.number(),
	detail: z.string().nullable(),
	hash: z.string(),
});

function toRow(raw: unknown): JournalRow {
	const row = columns.parse(raw);
	return {
		id: row.id,
		scope: row.scope,
		entryId: row.entry_id,
		sessionId: row.session_id,
		commitId: row.commit_id,
		headline: row.headline,
		chainRef: row.chain_ref,
		signer: row.signer,
		nonce: BigInt(row.nonce),
		broadcaster: row.broadcaster,
		fingerprint: row.fingerprint,
		digest: row.digest,
		revision: row.revision,
		frozen: row.frozen,
		predicted: row.predicted,
		state: row.state,
		live: row.live === 1,
		signedKey: row.signed_key,
		reportKey: row.report_key,
		signedBytes: row.signed_bytes,
		transactionId: row.transaction_id,
		outcome: row.outcome,
		words: row.words,
		receipt: row.receipt,
		approvedAt: row.approved_at,
	};
}

function toStep(raw: unknown): JournalStep & { readonly hash: string } {
	const step = stepColumns.parse(raw);
	return {
		seq: step.seq,
		rowId: step.row_id,
		step: step.step,
		at: step.at,
		detail: step.detail,
		hash: step.hash,
	};
}

/** Each step's hash covers the one before it, so that a changed or removed step shows. */
function stepHash(previous: string, step: Omit<JournalStep, "seq">, row: string): string {
	return createHash("sha256")
		.update(JSON.stringify([previous, step.rowId, step.step, step.at, step.detail, row]))
		.digest("hex");
}

/** What a step's hash binds of its row: what was approved, what was signed. */
function bound(row: JournalRow): string {
	return JSON.stringify([row.commitId, row.fingerprint, row.signedBytes, row.transactionId]);
}

export type Approval =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly held: "intent" | "nonce"; readonly by: JournalRow | null };

export interface Journal {
	/** Records an approval durably, with its idempotency keys. Refused where intent or nonce is held. */
	approve(intent: ApprovedIntent): Approval;
	/** Moves a row: one durable transaction; throws where the row isn't in one of `from`. */
	step(id: string, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow;
	/** Writes words for a person without a step. */
	note(id: string, words: string | null): JournalRow;
	/** Lets go of intent and lane once the nonce is used. */
	release(id: string): void;
	row(id: string): JournalRow | null;
	/** The row that stands for this commit: the live or signed one, else the latest. */
	ofCommit(scope: string, commitId: string): JournalRow | null;
	/** Newest first. */
	rows(scope: string, limit: number): readonly JournalRow[];
	/** Every row that still wants attention, whatever scope is signed in. */
	unsettled(): readonly JournalRow[];
	/** The live row that holds this nonce, if any. */
	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null;
	steps(rowId: string): readonly JournalStep[];
	/** Recomputes the chain of steps. */
	verify(): { readonly ok: boolean; readonly steps: number; readonly fault: string | null };
	inbox: {
		/** When this entry was first seen; remembers it. */
		firstSeen(scope: string, entryId: string): number;
		/** True once for each `what`: the caller then notifies. */
		notifyOnce(scope: string, entryId: string, what: string): boolean;
	};
}

export interface JournalOptions {
	/** Unix ms. */
	readonly now: () => number;
	readonly onStep?: (moment: "before" | "after", step: string) => void;
}

/** The journal over an open database (synchronous FULL). */
export function createJournal(db: DatabaseSync, options: JournalOptions): Journal {
	const watch = options.onStep ?? (() => {});
	const insert =
		db.prepare(`INSERT INTO journal (id, scope, entry_id, session_id, commit_id, headline, chain_ref,
		signer, nonce, broadcaster, fingerprint, digest, revision, frozen, predicted, state, live, signed_key,
		report_key, approved_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'approved', 1, ?, ?, ?)`);
	const byId = db.prepare("SELECT * FROM journal WHERE id = ?");
	const update = db.prepare(`UPDATE journal SET state = ?, live = ?, signed_bytes = ?, transaction_id = ?,
		outcome = ?, words = ?, receipt = ? WHERE id = ?`);
	const setWords = db.prepare("UPDATE journal SET words = ? WHERE id = ?");
	const unlive = db.prepare("UPDATE journal SET live = 0 WHERE id = ?");
	const byCommit = db.prepare(`SELECT * FROM journal WHERE scope = ? AND commit_id = ?
		ORDER BY (live = 1 OR signed_bytes IS NOT NULL) DESC, approved_at DESC, rowid DESC LIMIT 1`);
	const recent = db.prepare(
		"SELECT * FROM journal WHERE scope = ? ORDER BY approved_at DESC, rowid DESC LIMIT ?",
	);
	const open = db.prepare(
		"SELECT * FROM journal WHERE live = 1 OR state NOT IN ('settled', 'refused') ORDER BY approved_at, rowid",
	);
	const byNonce = db.prepare(
		"SELECT * FROM journal WHERE chain_ref = ? AND signer = ? AND nonce = ? AND live = 1",
	);
	const addStep = db.prepare(
		"INSERT INTO journal_steps (row_id, step, at, detail, hash) VALUES (?, ?, ?, ?, ?)",
	);
	const lastStep = db.prepare("SELECT * FROM journal_steps ORDER BY seq DESC LIMIT 1");
	const stepsOf = db.prepare("SELECT * FROM journal_steps WHERE row_id = ? ORDER BY seq");
	const everyRow = db.prepare("SELECT * FROM journal");
	const allSteps = db.prepare("SELECT * FROM journal_steps ORDER BY seq");
	const see = db.prepare("INSERT OR IGNORE INTO inbox (scope, entry_id, first_seen) VALUES (?, ?, ?)");
	const seen = db.prepare("SELECT first_seen, notified_for FROM inbox WHERE scope = ? AND entry_id = ?");
	const notified = db.prepare("UPDATE inbox SET notified_for = ? WHERE scope = ? AND entry_id = ?");
	/** It never changes, and is asked for at every drawing. */
	const firstSeen = new Map<string, number>();
	const inboxColumns = z.object({ first_seen: z.number(), notified_for: z.string().nullable() });

	/** One durable transaction; the observer sees the moment before and the moment after it is on disk. */
	function durably<T>(step: string, write: () => T): T {
		watch("before", step);
		const result = transaction(db, write);
		watch("after", step);
		return result;
	}

	/**
	 * What was seen and told is a hint, not money: it may be lost with the power, never the order. Waiting for the
	 * disk at each of a thousand entries would hold up everything else.
	 */
	function relaxed(write: () => void): void {
		db.exec("PRAGMA synchronous = NORMAL");
		try {
			write();
		} finally {
			db.exec("PRAGMA synchronous = FULL");
		}
	}

	function find(id: string): JournalRow | null {
		const raw = byId.get(id);
		return raw === undefined ? null : toRow(raw);
	}

	function must(id: string): JournalRow {
		const row = find(id);
		if (row === null) throw new Error(`the journal has no row ${id}`);
		return row;
	}

	function chain(row: JournalRow, step: JournalState, detail: string | null): void {
		const last = lastStep.get();
		const previous = last === undefined ? "" : toStep(last).hash;
		const at = options.now();
		const hash = stepHash(previous, { rowId: row.id, step, at, detail }, bound(row));
		addStep.run(row.id, step, at, detail, hash);
	}

	function holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null {
		const raw = byNonce.get(chainRef, signer.toLowerCase(), nonce.toString());
		return raw === undefined ? null : toRow(raw);
	}

	function ofCommit(scope: string, commitId: string): JournalRow | null {
		const raw = byCommit.get(scope, commitId);
		return raw === undefined ? null : toRow(raw);
	}

	return {
		approve(intent) {
			const known = ofCommit(intent.scope, intent.commitId);
			if (known !== null && (known.live || known.signedBytes !== null))
				return { ok: false, held: "intent", by: known };
			const other = holder(intent.chainRef, intent.signer, intent.nonce);
			if (other !== null) return { ok: false, held: "nonce", by: other };
			const id = randomUUID();
			return durably("approved", () => {
				insert.run(
					id,
					intent.scope,
					intent.entryId,
					intent.sessionId,
					intent.commitId,
					intent.headline,
					intent.chainRef,
					intent.signer.toLowerCase(),
					intent.nonce.toString(),
					intent.broadcaster,
					intent.fingerprint,
					intent.digest,
					intent.revision,
					intent.frozen,
					intent.predicted,
					randomUUID(),
					randomUUID(),
					options.now(),
				);
				const row = must(id);
				chain(row, "approved", null);
				return { ok: true, row };
			});
		},
		step(id, from, to, facts = {}) {
			return durably(to, () => {
				const row = must(id);
				if (!from.includes(row.state))
					throw new Error(`the journal's row ${id} is ${row.state}, so it can't become ${to}`);
				if (
					facts.signedBytes !== undefined &&
					row.signedBytes !== null &&
					row.signedBytes !== facts.signedBytes
				)
					throw new Error(`the journal's row ${id} holds another signature already`);
				update.run(
					to,
					(facts.live ?? row.live) ? 1 : 0,
					facts.signedBytes ?? row.signedBytes,
					facts.transactionId ?? row.transactionId,
					facts.outcome ?? row.outcome,
					facts.words === undefined ? null : facts.words,
					facts.receipt ?? row.receipt,
					id,
				);
				const moved = must(id);
				chain(moved, to, facts.detail ?? null);
				return moved;
			});
		},
		note(id, words) {
			if (must(id).words !== words) setWords.run(words, id);
			return must(id);
		},
		release(id) {
			unlive.run(id);
		},
		row: find,
		ofCommit,
		rows: (scope, limit) => recent.all(scope, limit).map(toRow),
		unsettled: () => open.all().map(toRow),
		holder,
		steps: (rowId) => stepsOf.all(rowId).map(toStep),
		verify() {
			let previous = "";
			let count = 0;
			const lastOf = new Map<string, JournalState>();
			for (const raw of allSteps.iterate()) {
				const step = toStep(raw);
				const row = must(step.rowId);
				// What a step bound of its row: before the signature there were no bytes yet.
				const unsigned = { ...row, signedBytes: null, transactionId: null };
				const fits = [row, unsigned].some((form) => stepHash(previous, step, bound(form)) === step.hash);
				if (!fits)
					return { ok: false, steps: count, fault: `step ${step.seq} (${step.step}) of ${step.rowId}` };
				previous = step.hash;
				count += 1;
				lastOf.set(row.id, step.step);
			}
			for (const raw of everyRow.iterate()) {
				const row = toRow(raw);
				// The chain alone can't tell that its end was cut off; the rows can.
				if (lastOf.get(row.id) !== row.state)
					return { ok: false, steps: count, fault: `the last step of ${row.id} is missing` };
			}
			return { ok: true, steps: count, fault: null };
		},
		inbox: {
			firstSeen(scope, entryId) {
				const key = JSON.stringify([scope, entryId]);
				const cached = firstSeen.get(key);
				if (cached !== undefined) return cached;
				try {
					relaxed(() => see.run(scope, entryId, options.now()));
				} catch {
					// A disk that takes nothing more hides no entry: it is remembered once there is room.
					return options.now();
				}
				const at = inboxColumns.parse(seen.get(scope, entryId)).first_seen;
				firstSeen.set(key, at);
				return at;
			},
			notifyOnce(scope, entryId, what) {
				const known = seen.get(scope, entryId);
				if (known !== undefined && inboxColumns.parse(known).notified_for === what) return false;
				relaxed(() => {
					see.run(scope, entryId, options.now());
					notified.run(what, scope, entryId);
				});
				return true;
			},
		},
	};
}
