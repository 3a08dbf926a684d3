import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { writeDetail } from "../../core/journal/details.ts";
import { bound, stepHash } from "../../core/journal/hash-chain.ts";
import { mayFollow } from "../../core/journal/transitions.ts";
import type {
	ApprovedIntent,
	JournalLink,
	JournalRow,
	JournalState,
	JournalStep,
	StepFacts,
} from "../../core/journal/types.ts";
import type { Message } from "../../core/message.ts";
import { transaction } from "./database.ts";
import { type Checked, checkJournal } from "./journal-check.ts";
import { answerText, frozenText, predictedText, receiptText } from "./journal-codec.ts";
import { exportedStep, type WrittenRow, writtenRow } from "./journal-export.ts";
import { laneOf, rowOf, type StoredRow, toLink, toRow, toStep, toStored } from "./journal-rows.ts";
import { writeText } from "./stored-text.ts";

export type JournalApproval =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly held: "intent" | "nonce"; readonly by: JournalRow | null };

export interface Journal {
	/**
	 * Records an approval durably, with its idempotency keys, and the legs of an action with it: all or nothing.
	 * Refused where an intent or a nonce is held by another.
	 */
	approve(intent: ApprovedIntent, legs?: readonly ApprovedIntent[]): JournalApproval;
	/**
	 * Moves a row: one durable transaction. Throws where the row isn't in one of `from`, or where `to` may not follow
	 * its state (journal-transitions.ts).
	 */
	step(id: string, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow;
	/** Writes words for a user without a step. */
	note(id: string, text: Message | null): JournalRow;
	/** Lets go of intent and lane once the nonce is used. */
	release(id: string): void;
	row(id: string): JournalRow | null;
	/** The row that stands for this intent: the live or signed one, else the latest. */
	ofIntent(scope: string, intentId: string): JournalRow | null;
	/** The latest row that was approved in this entry, legs apart. */
	ofEntry(scope: string, entryId: string): JournalRow | null;
	/** Commits and actions that were approved in this conversation, oldest first. */
	ofSession(scope: string, sessionId: string): readonly JournalRow[];
	/** Of an action's row, in order; empty for every other. */
	stepRowsOf(rowId: string): readonly JournalRow[];
	/** The rows that were to replace this one's transaction, oldest first. */
	replacementsOf(rowId: string): readonly JournalRow[];
	/** Newest first. */
	rows(scope: string, limit: number): readonly JournalRow[];
	/** Every row that still wants attention, whatever scope is signed in. */
	unsettled(): readonly JournalRow[];
	/** Rows that settled since then, Unix ms: their blocks may not be deep yet. */
	settledSince(at: number): readonly JournalRow[];
	/** The live row that holds this nonce, if any. */
	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null;
	steps(rowId: string): readonly JournalStep[];
	/** All of this scope as an export carries it, newest first: the texts as they are stored, and every step's hash. */
	written(scope: string): readonly WrittenRow[];
	/** Recomputes the chain of steps. */
	verify(): Checked;
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

const textOrNothing = (text: Message | null): string | null => (text === null ? null : writeText(text));

/** No limit, in SQLite's words. */
const EVERY = -1;

/** The journal over an open database (synchronous FULL). */
export function createJournal(db: DatabaseSync, options: JournalOptions): Journal {
	const watch = options.onStep ?? (() => {});
	const insert =
		db.prepare(`INSERT INTO journal (id, scope, entry_id, session_id, intent_id, headline, chain_ref,
		signer, nonce, broadcaster, fingerprint, digest, revision, frozen, predicted, state, live, signed_key,
		report_key, approved_at, kind, parent, place, replaces, transport)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'approved', 1, ?, ?, ?, ?, ?, ?, ?, ?)`);
	const byId = db.prepare("SELECT * FROM journal WHERE id = ?");
	const update = db.prepare(`UPDATE journal SET state = ?, live = ?, signed_bytes = ?, transaction_id = ?,
		outcome = ?, words = ?, receipt = ?, dead = ?, answer = ?, frozen = ?, attempt_id = ? WHERE id = ?`);
	const setWords = db.prepare("UPDATE journal SET words = ? WHERE id = ?");
	const unlive = db.prepare("UPDATE journal SET live = 0 WHERE id = ?");
	const byIntent = db.prepare(`SELECT * FROM journal WHERE scope = ? AND intent_id = ?
		ORDER BY (live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0)) DESC,
		approved_at DESC, rowid DESC LIMIT 1`);
	const byParent = db.prepare("SELECT * FROM journal WHERE parent = ? ORDER BY place");
	const byEntry = db.prepare(
		"SELECT * FROM journal WHERE scope = ? AND entry_id = ? AND kind <> 'leg' ORDER BY approved_at DESC, rowid DESC LIMIT 1",
	);
	const bySession = db.prepare(`SELECT * FROM journal WHERE scope = ? AND session_id = ?
		AND kind IN ('commit', 'action') ORDER BY approved_at, rowid`);
	const byReplaced = db.prepare("SELECT * FROM journal WHERE replaces = ? ORDER BY approved_at, rowid");
	// A leg is told of with its action.
	const recent = db.prepare(
		"SELECT * FROM journal WHERE scope = ? AND kind <> 'leg' ORDER BY approved_at DESC, rowid DESC LIMIT ?",
	);
	const open = db.prepare(
		"SELECT * FROM journal WHERE live = 1 OR state NOT IN ('settled', 'refused') ORDER BY approved_at, rowid",
	);
	const settled = db.prepare(`SELECT * FROM journal WHERE state = 'settled'
		AND id IN (SELECT row_id FROM journal_steps WHERE step = 'settled' AND at >= ?) ORDER BY approved_at, rowid`);
	const byNonce = db.prepare(
		"SELECT * FROM journal WHERE chain_ref = ? AND signer = ? AND nonce = ? AND live = 1 AND replaces IS NULL",
	);
	const addStep = db.prepare(
		"INSERT INTO journal_steps (row_id, step, at, detail, hash) VALUES (?, ?, ?, ?, ?)",
	);
	const lastStep = db.prepare("SELECT * FROM journal_steps ORDER BY seq DESC LIMIT 1");
	const stepsOf = db.prepare("SELECT * FROM journal_steps WHERE row_id = ? ORDER BY seq");
	const linksOf = db.prepare(`SELECT s.*, COALESCE((SELECT hash FROM journal_steps WHERE seq < s.seq
		ORDER BY seq DESC LIMIT 1), '') AS previous FROM journal_steps AS s WHERE row_id = ? ORDER BY seq`);
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

	function must(id: string): StoredRow {
		const raw = byId.get(id);
		if (raw === undefined) throw new Error(`the journal has no row ${id}`);
		return toStored(raw);
	}

	function chain(row: StoredRow, step: JournalState, detail: string | null): void {
		const last = lastStep.get();
		const previous = last === undefined ? "" : toStep(last).hash;
		const at = options.now();
		const hash = stepHash(previous, { rowId: row.id, step, at, detail }, bound(row));
		addStep.run(row.id, step, at, detail, hash);
	}

	const links = (rowId: string): readonly JournalLink[] => linksOf.all(rowId).map(toLink);

	function holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null {
		const raw = byNonce.get(chainRef, laneOf(signer), nonce.toString());
		return raw === undefined ? null : toRow(raw);
	}

	function ofIntent(scope: string, intentId: string): JournalRow | null {
		const raw = byIntent.get(scope, intentId);
		return raw === undefined ? null : toRow(raw);
	}

	/** Who holds what this intent asks for; null where it is free. */
	function held(intent: ApprovedIntent): Extract<JournalApproval, { ok: false }> | null {
		const known = ofIntent(intent.scope, intent.intentId);
		const taken = known !== null && (known.signedBytes !== null || known.answer !== null) && !known.dead;
		if (known !== null && (known.live || taken)) return { ok: false, held: "intent", by: known };
		const other = intent.nonce === null ? null : holder(intent.chainRef, intent.signer, intent.nonce);
		// A replacement shares the nonce with what it replaces, and with nothing else.
		return (other?.id ?? null) === intent.replaces ? null : { ok: false, held: "nonce", by: other };
	}

	function add(intent: ApprovedIntent, parent: string | null, place: number): JournalRow {
		const id = randomUUID();
		insert.run(
			id,
			intent.scope,
			intent.entryId,
			intent.sessionId,
			intent.intentId,
			writeText(intent.headline),
			intent.chainRef,
			laneOf(intent.signer),
			intent.nonce?.toString() ?? "",
			intent.broadcaster,
			intent.fingerprint,
			intent.digest,
			intent.revision,
			frozenText.write(intent.frozen),
			predictedText.write(intent.predicted),
			randomUUID(),
			randomUUID(),
			options.now(),
			intent.kind,
			parent,
			place,
			intent.replaces,
			intent.transport ?? "sign_and_broadcast",
		);
		const row = must(id);
		chain(row, "approved", null);
		return rowOf(row);
	}

	return {
		approve(intent, legs = []) {
			const refusal = [intent, ...legs].map(held).find((each) => each !== null);
			if (refusal !== undefined) return refusal;
			return durably("approved", () => {
				const row = add(intent, null, 0);
				for (const [place, leg] of legs.entries()) add(leg, row.id, place);
				return { ok: true, row };
			});
		},
		step(id, from, to, facts = {}) {
			return durably(to, () => {
				const row = must(id);
				const answer = facts.answer === undefined ? row.answer : answerText.write(facts.answer);
				if (!from.includes(row.state) || !mayFollow(row.state, to))
					throw new Error(`the journal's row ${id} is ${row.state}, so it can't become ${to}`);
				if (row.answer !== null && row.answer !== answer)
					throw new Error(`the journal's row ${id} holds another answer already`);
				if (facts.frozen !== undefined && row.signedBytes !== null)
					throw new Error(`the journal's row ${id} is signed, so that nothing of it is renewed`);
				if (
					facts.signedBytes !== undefined &&
					row.signedBytes !== null &&
					row.signedBytes !== facts.signedBytes
				)
					throw new Error(`the journal's row ${id} holds another signature already`);
				if (facts.attemptId !== undefined && row.attemptId !== null && row.attemptId !== facts.attemptId)
					throw new Error(`the journal's row ${id} holds another attempt already`);
				update.run(
					to,
					(facts.live ?? row.live) ? 1 : 0,
					facts.signedBytes ?? row.signedBytes,
					facts.transactionId ?? row.transactionId,
					facts.outcome === undefined ? row.outcome : facts.outcome,
					textOrNothing(facts.text ?? null),
					facts.receipt === undefined ? row.receipt : facts.receipt && receiptText.write(facts.receipt),
					(facts.dead ?? row.dead) ? 1 : 0,
					answer,
					facts.frozen === undefined ? row.frozen : frozenText.write(facts.frozen),
					facts.attemptId ?? row.attemptId,
					id,
				);
				const moved = must(id);
				chain(moved, to, facts.detail === undefined ? null : writeDetail(facts.detail));
				return rowOf(moved);
			});
		},
		note(id, sentence) {
			const text = textOrNothing(sentence);
			if (must(id).words !== text) setWords.run(text, id);
			return rowOf(must(id));
		},
		release(id) {
			unlive.run(id);
		},
		row(id) {
			const raw = byId.get(id);
			return raw === undefined ? null : toRow(raw);
		},
		ofIntent,
		ofEntry(scope, entryId) {
			const raw = byEntry.get(scope, entryId);
			return raw === undefined ? null : toRow(raw);
		},
		ofSession: (scope, sessionId) => bySession.all(scope, sessionId).map(toRow),
		stepRowsOf: (rowId) => byParent.all(rowId).map(toRow),
		replacementsOf: (rowId) => byReplaced.all(rowId).map(toRow),
		rows: (scope, limit) => recent.all(scope, limit).map(toRow),
		unsettled: () => open.all().map(toRow),
		settledSince: (at) => settled.all(at).map(toRow),
		holder,
		steps: (rowId) => stepsOf.all(rowId).map(toStep),
		written: (scope) =>
			recent.all(scope, EVERY).map((raw) => {
				const row = toStored(raw);
				const legs = byParent.all(row.id).map(toStored);
				return writtenRow(
					row,
					links(row.id),
					legs.map((leg) => exportedStep(leg, links(leg.id))),
				);
			}),
		verify() {
			const checking = checkJournal(db);
			for (;;) {
				const { done, value } = checking.next();
				if (done === true) return value;
			}
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
