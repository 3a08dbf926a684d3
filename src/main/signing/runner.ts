import { detailOf } from "../../core/journal/details.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import type { FrozenCommit } from "../../core/match/frozen.ts";
import { message } from "../../core/message.ts";
import { notSigned } from "../../core/unsigned.ts";
import { StorageError } from "../storage/database.ts";
import { frozenOfRow } from "../storage/same-nonce.ts";
import { createAnswers } from "./action/answers.ts";
import { createBroadcast } from "./action/broadcast.ts";
import { createConfirmationTracker } from "./chain/confirmation-tracker.ts";
import { createFinalityTracker, DEEP_MS } from "./chain/finality.ts";
import { createAttempts } from "./commit/attempts.ts";
import { takenBackStep } from "./commit/declining.ts";
import { createDelivery } from "./commit/delivery.ts";
import { recheckCommit } from "./commit/recheck-commit.ts";
import { cutOffText, lineOf, userMessage } from "./outcomes.ts";
import { CommitFault } from "./ports.ts";
import { createRowTransitions, type Run, type RunnerParts } from "./row-work.ts";
import { createRuns, END, type Next, wait } from "./runs.ts";
import { createSignStep } from "./sign-step.ts";

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const TAKEN_BACK = notSigned(message("signing.taken-back"));

export interface Runner {
	/** Takes up every row that a crash or a quit left. */
	recover(): void;
	/** Something has changed for this row (unlocked, a new view, a command): look again now. */
	wake(rowId: string): void;
	wakeAll(): void;
	/** The user takes their approval back while no signer is asked yet; false where it is too late, or there is none. */
	withdraw(rowId: string): boolean;
	/** Ends after the step that is being taken. */
	stop(): Promise<void>;
}

/**
 * Carries approved rows through to the end. It is the only caller of a Signer. Each effect follows a durable
 * step of the journal, so that a crash at any instant neither loses an approval nor signs twice.
 */
export function createRunner(parts: RunnerParts): Runner {
	const { journal, clock } = parts;
	const moves = createRowTransitions(parts, (rowId) => runs.kick(rowId));
	const { stuck, refuse } = moves;
	const delivery = createDelivery(parts, moves);
	const watch = createConfirmationTracker(parts, moves);
	const signStep = createSignStep(parts, moves, () => runs);
	const own = createBroadcast(parts, moves, signStep, watch);
	const attempts = createAttempts(parts, moves, signStep, watch);
	const answers = createAnswers(parts, moves);
	const depth = createFinalityTracker(parts, moves, (rowId) => runs.kick(rowId));

	async function takeCommit(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		if (frozen.route === "browser_send") return await attempts.take(row, frozen, run);
		switch (row.state) {
			case "approved":
				return await signStep.take(row, frozen, run, () => recheckCommit(parts, row, frozen));
			case "signed":
			case "handing_in":
				return await delivery.handIn(row, frozen, run);
			case "handed_in":
				return await delivery.handedIn(row, frozen, run);
			case "sending":
				return await delivery.sending(row, frozen);
			case "submitted":
			case "reporting":
				return await delivery.report(row, frozen, run);
			case "reported":
				return await watch.follow(row, frozen, run);
			case "held":
				return await watch.held(row, frozen, run);
			// Of wallet attempts, and what is over or cut off before it comes here: named, so that a new state must be too.
			case "claiming":
			case "claimed":
			case "declining":
			case "signing":
			case "settled":
			case "refused":
				return END;
		}
	}

	/** The device that the row's signature was asked of; null where none was. */
	function deviceAsked(row: JournalRow): string | null {
		const asked = detailOf(journal.steps(row.id), "signing");
		return asked?.kind === "asked" ? asked.device : null;
	}

	async function take(row: JournalRow, run: Run): Promise<Next> {
		if (row.state === "refused" || (row.state === "settled" && row.kind === "action")) return END;
		if (row.state === "signing") return refuse(row, cutOffText(deviceAsked(row), row.transport));
		const frozen = frozenOfRow(row);
		if (row.state === "settled") return await depth.take(row, frozen, run);
		if (row.kind === "action") return await answers.take(row, frozen, run);
		if (frozen.kind === "commit") return await takeCommit(row, frozen, run);
		return await own.take(row, frozen, run);
	}

	/** A failed try: say so, and come again later; the row stays where it is. */
	function later(rowId: string, run: Run, cause: unknown): Next {
		const again = FIRST_RETRY_MS * 2 ** Math.min(run.failures, 10);
		const asked = cause instanceof CommitFault ? (cause.retryAfterMs ?? 0) : 0;
		run.failures += 1;
		run.fresh = false;
		parts.log(`signing: row ${rowId}: ${lineOf(cause)}`);
		// What we broke off ourselves is no news about the row.
		if (runs.stopped()) return END;
		if (cause instanceof StorageError) parts.onStorage(cause.text);
		try {
			const row = journal.row(rowId);
			// Why it is held, and how it ended, matter more than what its RPC says meanwhile.
			if (row !== null && row.state !== "held" && !ENDED.has(row.state)) stuck(row, userMessage(cause));
		} catch (fault) {
			// A disk that takes no step takes no words either; the next try comes all the same.
			parts.log(`signing: row ${rowId}: ${lineOf(fault)}`);
		}
		return wait(Math.max(asked, Math.min(again, MAX_RETRY_MS)));
	}

	const runs = createRuns(clock, (rowId) => {
		const run: Run = {
			failures: 0,
			fresh: false,
			read: null,
			gone: null,
			missing: 0,
			unknownSince: null,
			refusals: 0,
		};
		return async () => {
			try {
				const row = journal.row(rowId);
				if (row === null || row.scope !== parts.scope()) return END;
				const next = await take(row, run);
				run.failures = 0;
				return next;
			} catch (cause) {
				return later(rowId, run, cause);
			}
		};
	});

	return {
		recover() {
			const shallow = journal.settledSince(clock.now() - DEEP_MS);
			for (const row of [...journal.unsettled(), ...shallow])
				if (row.scope === parts.scope()) runs.kick(row.id);
		},
		wake: runs.kick,
		withdraw(rowId) {
			const row = journal.row(rowId);
			if (row?.state === "claimed")
				moves.changed(journal.step(row.id, ["claimed"], "declining", takenBackStep()));
			else if (row?.state === "approved")
				moves.changed(
					journal.step(row.id, ["approved"], "refused", {
						outcome: "unsigned",
						live: false,
						text: TAKEN_BACK,
						detail: { kind: "declined", how: "taken_back" },
					}),
				);
			else return false;
			runs.kick(row.id);
			return true;
		},
		wakeAll: runs.kickAll,
		stop: runs.stop,
	};
}
