import { randomUUID } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type StepDetail, type StepFacts, writeDetail } from "../../core/journal/details.ts";
import { bound, stepHash } from "../../core/journal/hash-chain.ts";
import { earlierIntentId, intentIdOf, LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import {
	type ApprovedIntent,
	type JournalLink,
	type JournalRow,
	type JournalState,
	type JournalStep,
	mayFollow,
	signatureText,
} from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Message } from "../../core/localized-text.ts";
import { transaction } from "./database.ts";
import { type CheckedJournal, checkJournal } from "./journal-check.ts";
import {
	answerText,
	frozenText,
	laneOf,
	messageText,
	predictedText,
	receiptText,
	rowOf,
	type StoredRow,
	toLink,
	toRow,
	toStep,
	toStored,
} from "./journal-rows.ts";
import { UNSETTLED_SQL } from "./journal-sql.ts";
import { SeenEntries } from "./seen-entries.ts";

function exportedStep({ frozen: _frozen, ...row }: StoredRow, steps: readonly JournalLink[]) {
	return {
		...row,
		nonce: row.nonce?.toString() ?? null,
		// Anyone who has the bytes of a live row can broadcast them.
		signedBytes: row.live ? null : row.signedBytes,
		steps,
	};
}

function writtenRow(row: StoredRow, steps: readonly JournalLink[], items: readonly ExportedStep[]) {
	const frozen: unknown = JSON.parse(row.frozen);
	return { ...exportedStep(row, steps), frozen, legs: items };
}

type ExportedStep = ReturnType<typeof exportedStep>;
type WrittenRow = ReturnType<typeof writtenRow>;

interface JournalReader {
	row(id: string): JournalRow | null;
	/** Returns an intent's live or signed row. If there is none, returns the intent's latest row. */
	ofIntent(scope: string, intentId: string): JournalRow | null;
	/** Returns an entry's latest row, ignoring the steps of actions. */
	ofEntry(scope: string, entryId: string): JournalRow | null;
	ofSession(scope: string, sessionId: string): readonly JournalRow[];
	stepRowsOf(rowId: string): readonly JournalRow[];
	replacementsOf(rowId: string): readonly JournalRow[];
	/** Returns the newest rows for a scope and for local agents, ignoring steps. */
	rows(scope: string, limit: number): readonly JournalRow[];
	/** Returns the unsettled rows in every scope, not only in the current one. */
	unsettled(): readonly JournalRow[];
	/** Returns rows settled since `at` (Unix ms), whose blocks may still be reorganized. */
	settledSince(at: number): readonly JournalRow[];
	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null;
	steps(rowId: string): readonly JournalStep[];
	/** Returns the rows for an export, newest first, without parsing their texts. */
	written(scope: string): readonly WrittenRow[];
}

const rowOrNull = (raw: Record<string, unknown> | undefined): JournalRow | null =>
	raw === undefined ? null : toRow(raw);

const EVERY = -1;

class JournalDbReader implements JournalReader {
	readonly #byId: StatementSync;
	readonly #byIntent: StatementSync;
	readonly #byParent: StatementSync;
	readonly #byEntry: StatementSync;
	readonly #bySession: StatementSync;
	readonly #byReplaced: StatementSync;
	readonly #recent: StatementSync;
	readonly #open: StatementSync;
	readonly #settled: StatementSync;
	readonly #byNonce: StatementSync;
	readonly #steps: StatementSync;
	readonly #links: StatementSync;

	constructor(db: DatabaseSync) {
		this.#byId = db.prepare("SELECT * FROM journal WHERE id = ?");
		this.#byIntent = db.prepare(`SELECT * FROM journal WHERE scope = ? AND intent_id = ?
			ORDER BY (live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0)) DESC,
			approved_at DESC, rowid DESC LIMIT 1`);
		this.#byParent = db.prepare("SELECT * FROM journal WHERE parent = ? ORDER BY place");
		this.#byEntry = db.prepare(
			"SELECT * FROM journal WHERE scope = ? AND entry_id = ? AND kind <> 'leg' ORDER BY approved_at DESC, rowid DESC LIMIT 1",
		);
		this.#bySession = db.prepare(`SELECT * FROM journal WHERE scope = ? AND session_id = ?
			AND kind IN ('commit', 'action', 'proposal') ORDER BY approved_at, rowid`);
		this.#byReplaced = db.prepare("SELECT * FROM journal WHERE replaces = ? ORDER BY approved_at, rowid");
		this.#recent = db.prepare(
			`SELECT * FROM journal WHERE scope IN (?, '${LOCAL_SCOPE}') AND kind <> 'leg'
				ORDER BY approved_at DESC, rowid DESC LIMIT ?`,
		);
		this.#open = db.prepare(`SELECT * FROM journal WHERE ${UNSETTLED_SQL} ORDER BY approved_at, rowid`);
		this.#settled = db.prepare(`SELECT * FROM journal WHERE state = 'settled'
			AND id IN (SELECT row_id FROM journal_steps WHERE step = 'settled' AND at >= ?) ORDER BY approved_at, rowid`);
		this.#byNonce = db.prepare(
			"SELECT * FROM journal WHERE chain_ref = ? AND signer = ? AND nonce = ? AND live = 1 AND replaces IS NULL",
		);
		this.#steps = db.prepare("SELECT * FROM journal_steps WHERE row_id = ? ORDER BY seq");
		this.#links = db.prepare(`SELECT s.*, COALESCE((SELECT hash FROM journal_steps WHERE seq < s.seq
			ORDER BY seq DESC LIMIT 1), '') AS previous FROM journal_steps AS s WHERE row_id = ? ORDER BY seq`);
	}

	row(id: string): JournalRow | null {
		return rowOrNull(this.#byId.get(id));
	}

	ofIntent(scope: string, intentId: string): JournalRow | null {
		return rowOrNull(this.#byIntent.get(scope, intentId)) ?? this.#ofEarlierName(scope, intentId);
	}

	ofEntry(scope: string, entryId: string): JournalRow | null {
		return rowOrNull(this.#byEntry.get(scope, entryId));
	}

	ofSession(scope: string, sessionId: string): readonly JournalRow[] {
		return this.#bySession.all(scope, sessionId).map(toRow);
	}

	stepRowsOf(rowId: string): readonly JournalRow[] {
		return this.#byParent.all(rowId).map(toRow);
	}

	replacementsOf(rowId: string): readonly JournalRow[] {
		return this.#byReplaced.all(rowId).map(toRow);
	}

	rows(scope: string, limit: number): readonly JournalRow[] {
		return this.#recent.all(scope, limit).map(toRow);
	}

	unsettled(): readonly JournalRow[] {
		return this.#open.all().map(toRow);
	}

	settledSince(at: number): readonly JournalRow[] {
		return this.#settled.all(at).map(toRow);
	}

	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null {
		return rowOrNull(this.#byNonce.get(chainRef, laneOf(signer), nonce.toString()));
	}

	steps(rowId: string): readonly JournalStep[] {
		return this.#steps.all(rowId).map(toStep);
	}

	written(scope: string): readonly WrittenRow[] {
		return this.#recent.all(scope, EVERY).map((raw) => {
			const row = toStored(raw);
			const items = this.#byParent.all(row.id).map(toStored);
			return writtenRow(
				row,
				this.#linksOf(row.id),
				items.map((item) => exportedStep(item, this.#linksOf(item.id))),
			);
		});
	}

	#linksOf(rowId: string): readonly JournalLink[] {
		return this.#links.all(rowId).map(toLink);
	}

	/** The row keeps its earlier ID, because the hashes of its steps include it. */
	#ofEarlierName(scope: string, intentId: string): JournalRow | null {
		const earlier = earlierIntentId(intentId);
		const row = earlier === null ? null : rowOrNull(this.#byIntent.get(scope, earlier));
		if (row === null) return null;
		const frozen = readableOrNull(row.frozen);
		// If a row is unreadable, it could belong to either ID.
		return frozen === null || intentIdOf(frozen) === intentId ? row : null;
	}
}

export type JournalApproval =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly held: "intent" | "nonce"; readonly by: JournalRow | null };

export interface Journal extends JournalReader {
	/** Records an approval durably, unless another row has the same intent or nonce. */
	approve(
		intent: ApprovedIntent,
		items?: readonly ApprovedIntent[],
		detail?: StepDetail | null,
	): JournalApproval;
	/**
	 * Changes a row's state durably. Throws if its current state isn't in `from` or can't be followed by
	 * `to`.
	 */
	step(id: string, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow;
	setNote(id: string, text: Message | null): JournalRow;
	release(id: string): void;
	verify(): CheckedJournal;
	readonly inbox: SeenEntries;
	/**
	 * Whether a journal that was set aside may contain an open approval. Nothing is signed until that is
	 * resolved.
	 */
	readonly hasOlderUnsettled: boolean;
}

export interface JournalOptions {
	readonly now: () => number;
	readonly hasOlderUnsettled?: boolean;
	readonly onStep?: (moment: "before" | "after", step: string) => void;
}

const textOrNothing = (text: Message | null): string | null =>
	text === null ? null : messageText.write(text);

interface RequestedStep {
	readonly from: readonly JournalState[];
	readonly to: JournalState;
	readonly facts: StepFacts;
	readonly answer: string | null;
	readonly signedBytes: string | null;
}

function check(row: StoredRow, { from, to, facts, answer, signedBytes }: RequestedStep): void {
	if (!from.includes(row.state) || !mayFollow(row.state, to))
		throw new Error(`row ${row.id} is ${row.state} and can't become ${to}`);
	if (row.answer !== null && row.answer !== answer)
		throw new Error(`row ${row.id} already has another answer`);
	if (facts.frozen !== undefined && row.signedBytes !== null)
		throw new Error(`row ${row.id} is signed and can't be changed`);
	if (row.signedBytes !== null && row.signedBytes !== signedBytes)
		throw new Error(`row ${row.id} already has another signature`);
	if (facts.attemptId !== undefined && row.attemptId !== null && row.attemptId !== facts.attemptId)
		throw new Error(`row ${row.id} already has another attempt`);
}

export class JournalDb extends JournalDbReader implements Journal {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #onStep: NonNullable<JournalOptions["onStep"]>;
	readonly #insert: StatementSync;
	readonly #byId: StatementSync;
	readonly #update: StatementSync;
	readonly #setText: StatementSync;
	readonly #unlive: StatementSync;
	readonly #addStep: StatementSync;
	readonly #lastStep: StatementSync;
	readonly inbox: SeenEntries;
	readonly hasOlderUnsettled: boolean;

	constructor(db: DatabaseSync, { now, hasOlderUnsettled = false, onStep = () => {} }: JournalOptions) {
		super(db);
		this.#db = db;
		this.#now = now;
		this.#onStep = onStep;
		this.inbox = new SeenEntries(db, now);
		this.hasOlderUnsettled = hasOlderUnsettled;
		this.#insert =
			db.prepare(`INSERT INTO journal (id, scope, entry_id, session_id, intent_id, headline, chain_ref,
			signer, nonce, broadcaster, fingerprint, digest, revision, frozen, predicted, state, live, signed_key,
			report_key, approved_at, kind, parent, place, replaces, transport)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'approved', 1, ?, ?, ?, ?, ?, ?, ?, ?)`);
		this.#byId = db.prepare("SELECT * FROM journal WHERE id = ?");
		this.#update = db.prepare(`UPDATE journal SET state = ?, live = ?, signed_bytes = ?, transaction_id = ?,
			outcome = ?, words = ?, receipt = ?, dead = ?, answer = ?, frozen = ?, attempt_id = ? WHERE id = ?`);
		this.#setText = db.prepare("UPDATE journal SET words = ? WHERE id = ?");
		this.#unlive = db.prepare("UPDATE journal SET live = 0 WHERE id = ?");
		this.#addStep = db.prepare(
			"INSERT INTO journal_steps (row_id, step, at, detail, hash) VALUES (?, ?, ?, ?, ?)",
		);
		this.#lastStep = db.prepare("SELECT * FROM journal_steps ORDER BY seq DESC LIMIT 1");
	}

	approve(
		intent: ApprovedIntent,
		items: readonly ApprovedIntent[] = [],
		detail: StepDetail | null = null,
	): JournalApproval {
		const refusal = [intent, ...items].map((each) => this.#conflict(each)).find((each) => each !== null);
		if (refusal !== undefined) return refusal;
		return this.#durably("approved", () => {
			const row = this.#add(intent, null, 0, detail);
			for (const [index, item] of items.entries()) this.#add(item, row.id, index, null);
			return { ok: true, row };
		});
	}

	step(id: string, from: readonly JournalState[], to: JournalState, facts: StepFacts = {}): JournalRow {
		return this.#durably(to, () => {
			const row = this.#must(id);
			const answer = facts.answer === undefined ? row.answer : answerText.write(facts.answer);
			const { signature } = facts;
			const signedBytes = signature === undefined ? row.signedBytes : signatureText(signature);
			check(row, { from, to, facts, answer, signedBytes });
			this.#update.run(
				to,
				(facts.live ?? row.live) ? 1 : 0,
				signedBytes,
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
			const moved = this.#must(id);
			this.#chain(moved, to, facts.detail === undefined ? null : writeDetail(facts.detail));
			return rowOf(moved);
		});
	}

	setNote(id: string, sentence: Message | null): JournalRow {
		const text = textOrNothing(sentence);
		if (this.#must(id).words !== text) this.#setText.run(text, id);
		return rowOf(this.#must(id));
	}

	release(id: string): void {
		this.#unlive.run(id);
	}

	verify(): CheckedJournal {
		const checking = checkJournal(this.#db);
		for (;;) {
			const { done, value } = checking.next();
			if (done === true) return value;
		}
	}

	#durably<T>(step: string, write: () => T): T {
		this.#onStep("before", step);
		const result = transaction(this.#db, write);
		this.#onStep("after", step);
		return result;
	}

	#must(id: string): StoredRow {
		const raw = this.#byId.get(id);
		if (raw === undefined) throw new Error(`the journal has no row ${id}`);
		return toStored(raw);
	}

	#chain(row: StoredRow, step: JournalState, detail: string | null): void {
		const last = this.#lastStep.get();
		const previous = last === undefined ? "" : toStep(last).hash;
		const at = this.#now();
		const hash = stepHash(previous, { rowId: row.id, step, at, detail }, bound(row));
		this.#addStep.run(row.id, step, at, detail, hash);
	}

	#conflict(intent: ApprovedIntent): Extract<JournalApproval, { ok: false }> | null {
		const known = this.ofIntent(intent.scope, intent.intentId);
		const taken = known !== null && (known.signature !== null || known.answer !== null) && !known.dead;
		if (known !== null && (known.live || taken)) return { ok: false, held: "intent", by: known };
		const other = intent.nonce === null ? null : this.holder(intent.chainRef, intent.signer, intent.nonce);
		// A replacement uses the nonce of the transaction it replaces.
		return (other?.id ?? null) === intent.replaces ? null : { ok: false, held: "nonce", by: other };
	}

	#add(intent: ApprovedIntent, parent: string | null, index: number, detail: StepDetail | null): JournalRow {
		const id = randomUUID();
		this.#insert.run(
			id,
			intent.scope,
			intent.entryId,
			intent.sessionId,
			intent.intentId,
			messageText.write(intent.headline),
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
			this.#now(),
			intent.kind,
			parent,
			index,
			intent.replaces,
			intent.transport ?? "sign_and_broadcast",
		);
		const row = this.#must(id);
		this.#chain(row, "approved", detail === null ? null : writeDetail(detail));
		return rowOf(row);
	}
}
