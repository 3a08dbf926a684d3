import type { StepFacts } from "../../core/journal/details.ts";
import { ENDED, type JournalRow, type JournalState } from "../../core/journal/types.ts";
import { type Message, sameText } from "../../core/message.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { sameNonceRows } from "../storage/same-nonce.ts";
import { lineOf } from "./outcomes.ts";
import { AGAIN, END, type Next } from "./row-scheduler.ts";

/** Interval between looks at a row that is not over yet, in ms. */
export const FOLLOW_MS = 1_000;
/** Interval where little can come of a look: a held row, or one that the service says goes on elsewhere, in ms. */
export const HELD_MS = 15_000;
/** Number of repetitions to a service that refuses what it still asks for; then the chain's word is enough. */
export const MAX_REFUSALS = 3;

/** State of a row within this run. */
export interface Run {
	/** Failures in a row, for the backoff. */
	failures: number;
	/** The bytes were signed or submitted within this run: no crash lies between, so no re-read is needed. */
	fresh: boolean;
	read: ReadCommit | null;
	/** Looks in a row at which the nonce was used and the transaction in no block; `since` in Unix ms. */
	dropped: { readonly looks: number; readonly since: number } | null;
	/** Looks in a row at which the chain did not show what it had shown in a block. */
	missing: number;
	/** Since when the RPC does not know what was sent, Unix ms. */
	unknownSince: number | null;
	/** How often the service refused, by its own state (409), what a re-read shows that it still asks for. */
	refusals: number;
}

export const newRun = (): Run => ({
	failures: 0,
	fresh: false,
	read: null,
	dropped: null,
	missing: 0,
	unknownSince: null,
	refusals: 0,
});

/** Moves rows: each step is on disk before anybody hears of it. */
export class RowTransitions {
	readonly #app;
	readonly #wake: (rowId: string) => void;

	/** @param wake wakes a row whose next step may now be due */
	constructor(
		app: {
			readonly ports: Pick<Ports, "log">;
			readonly events: { emit(name: "journal-changed", payload: { readonly row: JournalRow }): void };
			readonly stores: { readonly journal: Journal };
			readonly alerts: { storage(text: Message | null): void };
		},
		wake: (rowId: string) => void,
	) {
		this.#app = app;
		this.#wake = wake;
	}

	/** Writes a step durably, then notifies. Throws if the row is in none of `from`. */
	step(row: JournalRow, from: readonly JournalState[], to: JournalState, facts?: StepFacts): JournalRow {
		return this.#changed(this.#app.stores.journal.step(row.id, from, to, facts));
	}

	/** Writes a text to the row without a step. */
	note(row: JournalRow, text: Message): JournalRow {
		return this.#changed(this.#app.stores.journal.note(row.id, text));
	}

	/** Says why the row stays where it is, unless it says so already. */
	explain(row: JournalRow, text: Message): void {
		if (!sameText(row.text, text)) this.note(row, text);
	}

	/**
	 * Ends a row of which nothing was signed, or whose signature was thrown away: it may be approved anew.
	 * @param attemptId of the wallet attempt that is left behind
	 */
	refuse(row: JournalRow, text: Message, attemptId?: string): Next {
		this.step(row, ["approved", "claiming", "claimed", "signing"], "refused", {
			outcome: "unsigned",
			live: false,
			text,
			...(attemptId === undefined ? {} : { attemptId }),
		});
		return END;
	}

	/** Keeps a signed row back: it is never sent by us, and live until its nonce is used. */
	hold(row: JournalRow, text: Message): Next {
		this.step(row, [row.state], "held", { text });
		return AGAIN;
	}

	/** Ends a row. Its next look waits for the block to be deep. */
	settle(row: JournalRow, facts: StepFacts): Next {
		this.step(row, [row.state], "settled", facts);
		return AGAIN;
	}

	#changed(row: JournalRow): JournalRow {
		const { alerts, events, ports } = this.#app;
		this.#wakeKin(row);
		// A throwing listener must not fail the step.
		try {
			alerts.storage(null);
			events.emit("journal-changed", { row });
		} catch (cause) {
			ports.log(`signing: a listener failed: ${lineOf(cause)}`);
		}
		return row;
	}

	/** Wakes what waits for this row: the next step of its action, the action's answer, and rows of the same nonce. */
	#wakeKin(row: JournalRow): void {
		const { journal } = this.#app.stores;
		if (ENDED.has(row.state))
			for (const other of sameNonceRows(journal, row)) if (other.id !== row.id) this.#wake(other.id);
		if (row.parent === null) return;
		this.#wake(row.parent);
		for (const item of journal.stepRowsOf(row.parent)) if (item.place === row.place + 1) this.#wake(item.id);
	}
}
