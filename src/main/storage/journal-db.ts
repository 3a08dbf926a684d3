import { randomUUID } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { StepFacts } from "../../core/journal/details.ts";
import { type StepDetail, writeDetail } from "../../core/journal/details.ts";
import { bound, stepHash } from "../../core/journal/hash-chain.ts";
import { signatureText } from "../../core/journal/stored-signature.ts";
import { mayFollow } from "../../core/journal/transitions.ts";
import type { ApprovedIntent, JournalRow, JournalState } from "../../core/journal/types.ts";
import type { Message } from "../../core/localized-text.ts";
import { transaction } from "./database.ts";
import { type CheckedJournal, checkJournal } from "./journal-check.ts";
import { answerText, frozenText, messageText, predictedText, receiptText } from "./journal-codec.ts";
import { JournalDbReader, type JournalReader } from "./journal-reader.ts";
import { laneOf, rowOf, type StoredRow, toStep, toStored } from "./journal-rows.ts";
import { SeenEntries } from "./seen-entries.ts";

export type JournalApproval =
	| { readonly ok: true; readonly row: JournalRow }
	| { readonly ok: false; readonly held: "intent" | "nonce"; readonly by: JournalRow | null };

export interface Journal extends JournalReader {
	/** Records an approval durably, unless another row has its intent or nonce. */
	approve(
		intent: ApprovedIntent,
		items?: readonly ApprovedIntent[],
		detail?: StepDetail | null,
	): JournalApproval;
	/** Moves a row durably. Throws if its state is not in `from` or doesn't allow `to`. */
	step(id: string, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow;
	setNote(id: string, text: Message | null): JournalRow;
	release(id: string): void;
	verify(): CheckedJournal;
	readonly inbox: SeenEntries;
	/** True if a set-aside journal may have an open approval. Nothing is signed until it is resolved. */
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
		throw new Error(`the journal's row ${row.id} is ${row.state}, so it can't become ${to}`);
	if (row.answer !== null && row.answer !== answer)
		throw new Error(`the journal's row ${row.id} holds another answer already`);
	if (facts.frozen !== undefined && row.signedBytes !== null)
		throw new Error(`the journal's row ${row.id} is signed, so that nothing of it is renewed`);
	if (row.signedBytes !== null && row.signedBytes !== signedBytes)
		throw new Error(`the journal's row ${row.id} holds another signature already`);
	if (facts.attemptId !== undefined && row.attemptId !== null && row.attemptId !== facts.attemptId)
		throw new Error(`the journal's row ${row.id} holds another attempt already`);
}

export class JournalDb extends JournalDbReader implements Journal {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #onStep: NonNullable<JournalOptions["onStep"]>;
	readonly #insert: StatementSync;
	readonly #byId: StatementSync;
	readonly #update: StatementSync;
	readonly #setWords: StatementSync;
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
		this.#setWords = db.prepare("UPDATE journal SET words = ? WHERE id = ?");
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
			for (const [place, item] of items.entries()) this.#add(item, row.id, place, null);
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
		if (this.#must(id).words !== text) this.#setWords.run(text, id);
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
		// A replacement uses the nonce of the transaction that it replaces.
		return (other?.id ?? null) === intent.replaces ? null : { ok: false, held: "nonce", by: other };
	}

	#add(intent: ApprovedIntent, parent: string | null, place: number, detail: StepDetail | null): JournalRow {
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
			place,
			intent.replaces,
			intent.transport ?? "sign_and_broadcast",
		);
		const row = this.#must(id);
		this.#chain(row, "approved", detail === null ? null : writeDetail(detail));
		return rowOf(row);
	}
}
