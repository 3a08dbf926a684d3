import type { StepFacts } from "../../core/journal/journal-step-facts.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { type Message, sameText } from "../../core/message.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { Clock } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { sameNonceRows } from "../storage/same-nonce.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import type { Sequencing } from "./chain/nonce-lane.ts";
import { lineOf } from "./outcomes.ts";
import type { ActionService, CommitService } from "./ports.ts";
import { AGAIN, END, type Next } from "./runs.ts";

/** What every stage of a row's way has at hand: the parts it works with, and the moves that they share. */

/** Between two looks at what is not over yet, in ms. */
export const FOLLOW_MS = 1_000;
/** The same where little can come of it: what is held, or goes on elsewhere as the service says. */
export const HELD_MS = 15_000;

export interface RunnerParts {
	readonly journal: Journal;
	readonly commits: CommitService;
	readonly signer: Signer;
	readonly actions: ActionService;
	/** null for what goes to no chain. */
	readonly lane: (row: JournalRow, frozen: Frozen) => Sequencing | null;
	readonly clock: Clock;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** The user allows blind signatures, as it is set now. */
	readonly blindAllowed: () => boolean;
	/** The scope that is signed in: rows of another are left alone. */
	readonly scope: () => string;
	readonly onChange: (row: JournalRow) => void;
	/** The journal can't be written (words for a user), or can again (null). */
	readonly onStorage: (text: Message | null) => void;
	readonly log: (line: string) => void;
}

/** What is known of a row within this run. */
export interface Run {
	/** Failures in a row, for the backoff. */
	failures: number;
	/** The bytes were signed or handed in within this run: no crash lies between, no re-read is needed. */
	fresh: boolean;
	read: ReadCommit | null;
	/** Looks in a row at which the nonce was used and the transaction in no block; since when, Unix ms. */
	gone: { readonly looks: number; readonly since: number } | null;
	/** Looks in a row at which the chain did not show what it had shown in a block. */
	missing: number;
	/** Since when the RPC does not know what was sent, Unix ms. */
	unknownSince: number | null;
	/** How often the service refused, by its own state (409), what it still asks for by a re-read. */
	refusals: number;
}

/** So often the same is told again to a service that refuses it and still asks for it; then the chain's word is enough. */
export const MAX_REFUSALS = 3;

/** Moves that each stage makes. */
export interface RowTransitions {
	/** A step is on disk: tells who listens. */
	readonly changed: (row: JournalRow) => JournalRow;
	/** The row stays where it is; says why. */
	readonly stuck: (row: JournalRow, text: Message) => void;
	/**
	 * Nothing was signed, or it was dropped: the user may approve anew, where it is still asked for.
	 * @param attemptId of the wallet attempt that is left behind
	 */
	readonly refuse: (row: JournalRow, text: Message, attemptId?: string) => Next;
	/** Signed, but never to be sent by us: it stays live until its nonce is used. */
	readonly hold: (row: JournalRow, text: Message) => Next;
	/** It has ended. The next look is the one that waits for its block to be deep. */
	readonly settle: (row: JournalRow, facts: StepFacts) => Next;
}

/** @param kick wakes a row whose next step may now be due. */
export function createRowTransitions(parts: RunnerParts, kick: (rowId: string) => void): RowTransitions {
	const { journal } = parts;

	/** The steps of an action wait for each other, and its answer for all of them; one end of a nonce is all ends. */
	function wakeKin(row: JournalRow): void {
		if (ENDED.has(row.state))
			for (const other of sameNonceRows(journal, row)) if (other.id !== row.id) kick(other.id);
		if (row.parent === null) return;
		kick(row.parent);
		for (const leg of journal.stepRowsOf(row.parent)) if (leg.place === row.place + 1) kick(leg.id);
	}

	/** Its listeners' faults are not the journal's. */
	function changed(row: JournalRow): JournalRow {
		wakeKin(row);
		try {
			parts.onStorage(null);
			parts.onChange(row);
		} catch (cause) {
			parts.log(`signing: a listener failed: ${lineOf(cause)}`);
		}
		return row;
	}

	function stuck(row: JournalRow, text: Message): void {
		if (!sameText(row.text, text)) changed(journal.note(row.id, text));
	}

	function refuse(row: JournalRow, text: Message, attemptId?: string): Next {
		changed(
			journal.step(row.id, ["approved", "claiming", "claimed", "signing"], "refused", {
				outcome: "unsigned",
				live: false,
				text,
				...(attemptId === undefined ? {} : { attemptId }),
			}),
		);
		return END;
	}

	function hold(row: JournalRow, text: Message): Next {
		changed(journal.step(row.id, [row.state], "held", { text }));
		return AGAIN;
	}

	function settle(row: JournalRow, facts: StepFacts): Next {
		changed(journal.step(row.id, [row.state], "settled", facts));
		return AGAIN;
	}

	return { changed, stuck, refuse, hold, settle };
}
