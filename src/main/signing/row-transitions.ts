import type { StepDetail, StepFacts } from "../../core/journal/details.ts";
import { ENDED, type JournalRow, type JournalState } from "../../core/journal/types.ts";
import { type Message, sameText } from "../../core/localized-text.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { sameNonceRows } from "../storage/same-nonce.ts";
import { lineOf } from "./outcomes.ts";
import { AGAIN, END, type Next } from "./row-scheduler.ts";

export const FOLLOW_MS = 1_000;
export const NONCE_WAIT_MS = 15_000;

/** Clock and journal for the work on a row. */
export interface RowContext {
	readonly ports: Pick<Ports, "clock">;
	readonly stores: { readonly journal: Journal };
}

export interface TransitionContext {
	readonly ports: Pick<Ports, "log">;
	readonly events: { emit(name: "journal-changed", payload: { readonly row: JournalRow }): void };
	readonly stores: { readonly journal: Journal };
	readonly alerts: { storage(text: Message | null): void };
}

export class RowTransitions {
	readonly #app;
	readonly #wake: (rowId: string) => void;

	constructor(app: TransitionContext, wake: (rowId: string) => void) {
		this.#app = app;
		this.#wake = wake;
	}

	/** Stores a step durably before any listener runs. Throws if the row's state isn't in `from`. */
	step(row: JournalRow, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow {
		return this.#changed(this.#app.stores.journal.step(row.id, from, to, facts));
	}

	setNote(row: JournalRow, text: Message): JournalRow {
		return this.#changed(this.#app.stores.journal.setNote(row.id, text));
	}

	explain(row: JournalRow, text: Message): void {
		if (!sameText(row.text, text)) this.setNote(row, text);
	}

	refuse(row: JournalRow, text: Message, attemptId?: string, detail?: StepDetail): Next {
		this.step(row, ["approved", "claiming", "claimed", "signing"], "refused", {
			outcome: "unsigned",
			live: false,
			text,
			...(attemptId === undefined ? {} : { attemptId }),
			...(detail === undefined ? {} : { detail }),
		});
		return END;
	}

	/**
	 * Holds back a signed row. This app never broadcasts the row, which stays live until its nonce is used.
	 */
	hold(row: JournalRow, text: Message): Next {
		this.step(row, [row.state], "held", { text });
		return AGAIN;
	}

	settle(row: JournalRow, facts: StepFacts): Next {
		this.step(row, [row.state], "settled", facts);
		return AGAIN;
	}

	#changed(row: JournalRow): JournalRow {
		const { alerts, events, ports } = this.#app;
		this.#wakeKin(row);
		try {
			// A listener that throws must not make the step fail.
			alerts.storage(null);
			events.emit("journal-changed", { row });
		} catch (cause) {
			ports.log(`signing: a listener failed: ${lineOf(cause)}`);
		}
		return row;
	}

	#wakeKin(row: JournalRow): void {
		const { journal } = this.#app.stores;
		if (ENDED.has(row.state))
			for (const other of sameNonceRows(journal, row)) if (other.id !== row.id) this.#wake(other.id);
		if (row.parent === null) return;
		this.#wake(row.parent);
		for (const item of journal.stepRowsOf(row.parent)) if (item.place === row.place + 1) this.#wake(item.id);
	}
}
