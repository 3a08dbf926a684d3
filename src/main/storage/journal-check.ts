import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { bound, stepHash } from "../../core/journal/hash-chain.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import type { Clock } from "../ports.ts";
import { rowParser } from "./database.ts";
import { stepFields } from "./journal-rows.ts";

export interface CheckedJournal {
	readonly ok: boolean;
	readonly steps: number;
	readonly fault: string | null;
}

const text = z.string();
const toStep = rowParser({ ...stepFields, step: text });
const toFields = rowParser({
	intentId: text,
	fingerprint: text,
	signedBytes: text.nullable(),
	transactionId: text.nullable(),
});

const PIECE = 200;

/** Works in chunks, so a long journal doesn't block the app. Throws SQLite errors. */
export function* checkJournal(db: DatabaseSync): Generator<undefined, CheckedJournal> {
	const stepsAfter = db.prepare("SELECT * FROM journal_steps WHERE seq > ? ORDER BY seq LIMIT ?");
	const rowOf = db.prepare(
		"SELECT intent_id, fingerprint, signed_bytes, transaction_id FROM journal WHERE id = ?",
	);
	// A truncated hash chain is still valid, but it leaves rows whose state has no step.
	const unlike = db.prepare(`SELECT id FROM journal AS j WHERE state IS NOT
		(SELECT step FROM journal_steps WHERE row_id = j.id ORDER BY seq DESC LIMIT 1) ORDER BY rowid LIMIT 1`);

	/**
	 * Returns the contents that a step's hash may cover. Steps before the signature were hashed without the
	 * bytes.
	 */
	function formsOf(rowId: string): readonly string[] {
		const raw = rowOf.get(rowId);
		if (raw === undefined) return [];
		const fields = toFields(raw);
		return [bound(fields), bound({ ...fields, signedBytes: null, transactionId: null })];
	}

	let last = { seq: Number.MIN_SAFE_INTEGER, hash: "" };
	let count = 0;
	for (;;) {
		const piece = stepsAfter.all(last.seq, PIECE);
		const forms = new Map<string, readonly string[]>();
		for (const raw of piece) {
			const { seq, rowId, hash, ...facts } = toStep(raw);
			const possible = forms.get(rowId) ?? formsOf(rowId);
			forms.set(rowId, possible);
			const previous = last.hash;
			if (!possible.some((form) => stepHash(previous, { rowId, ...facts }, form) === hash))
				return { ok: false, steps: count, fault: `step ${seq} (${facts.step}) of ${rowId}` };
			last = { seq, hash };
			count += 1;
		}
		if (piece.length < PIECE) break;
		yield;
	}
	const cut = unlike.get();
	return cut === undefined
		? { ok: true, steps: count, fault: null }
		: { ok: false, steps: count, fault: `the last step of ${text.parse(cut["id"])} is missing` };
}

const PAUSE_MS = 20;

const COMPARE = message("app.journal.compare");

const changedOutside = (fault: string | null) =>
	sentences(
		message("app.journal.changed", { place: fault ?? message("app.journal.unknown-place") }),
		COMPARE,
	);
const NOT_CHECKED = sentences(message("app.journal.unchecked"), COMPARE);

/**
 * Checks the journal once after startup and reports any problems.
 * @param check a `checkJournal` generator that hasn't started yet
 */
export class JournalWatch {
	readonly #check: Generator<undefined, CheckedJournal>;
	readonly #clock: Pick<Clock, "after">;
	readonly #onFault: (text: Message) => void;
	readonly #log: (line: string) => void;
	#cancel = () => {};

	constructor(
		check: Generator<undefined, CheckedJournal>,
		clock: Pick<Clock, "after">,
		onFault: (text: Message) => void,
		log: (line: string) => void,
	) {
		this.#check = check;
		this.#clock = clock;
		this.#onFault = onFault;
		this.#log = log;
	}

	start(): void {
		this.#cancel = this.#clock.after(PAUSE_MS, () => this.#checkNext());
	}

	stop(): void {
		this.#cancel();
	}

	#checkNext(): void {
		let piece: IteratorResult<undefined, CheckedJournal>;
		try {
			piece = this.#check.next();
		} catch (cause) {
			this.#report(NOT_CHECKED, String(cause));
			return;
		}
		if (piece.done !== true) this.start();
		else if (!piece.value.ok)
			this.#report(changedOutside(piece.value.fault), piece.value.fault ?? "it does not hang together");
	}

	#report(text: Message, line: string): void {
		this.#log(`journal: ${line}`);
		this.#onFault(text);
	}
}
