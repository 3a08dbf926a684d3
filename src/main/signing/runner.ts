import type { FrozenCommit } from "../match/frozen.ts";
import { StorageError } from "../storage/database.ts";
import { ENDED, type JournalRow } from "../storage/journal-types.ts";
import { createAnswers } from "./answers.ts";
import { createAttempts } from "./attempts.ts";
import { createDelivery } from "./delivery.ts";
import { createDepthWatch, DEEP_MS } from "./depth.ts";
import { cutOffWords, lineOf, wordsOf } from "./endings.ts";
import { frozenOfRow } from "./kin.ts";
import { createLaps, END, type Next, wait } from "./laps.ts";
import { commitObjection } from "./objection.ts";
import { createOwnSending } from "./own-sending.ts";
import { CommitFault } from "./ports.ts";
import { createMoves, type Lap, type RunnerParts } from "./row-work.ts";
import { createSignStep } from "./sign-step.ts";
import { createWatch } from "./watch.ts";

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface Runner {
	/** Takes up every row that a crash or a quit left. */
	recover(): void;
	/** Something has changed for this row (unlocked, a new view, a wish): look again now. */
	kick(rowId: string): void;
	kickAll(): void;
	/** Ends after the step that is being taken. */
	stop(): Promise<void>;
}

/**
 * Carries approved rows through to the end. It is the only caller of a Signer. Each effect follows a durable
 * step of the journal, so that a crash at any instant neither loses an approval nor signs twice.
 */
export function createRunner(parts: RunnerParts): Runner {
	const { journal, clock } = parts;
	const moves = createMoves(parts, (rowId) => laps.kick(rowId));
	const { stuck, refuse } = moves;
	const delivery = createDelivery(parts, moves);
	const watch = createWatch(parts, moves);
	const signStep = createSignStep(parts, moves, () => laps);
	const own = createOwnSending(parts, moves, signStep, watch);
	const attempts = createAttempts(parts, moves, signStep, watch);
	const answers = createAnswers(parts, moves);
	const depth = createDepthWatch(parts, moves, (rowId) => laps.kick(rowId));

	async function takeCommit(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		if (frozen.route === "browser_send") return await attempts.take(row, frozen, lap);
		switch (row.state) {
			case "approved":
				return await signStep.take(row, frozen, lap, () => commitObjection(parts, row, frozen));
			case "signed":
			case "handing_in":
				return await delivery.handIn(row, frozen, lap);
			case "handed_in":
				return await delivery.handedIn(row, frozen, lap);
			case "sending":
				return await delivery.sending(row, frozen);
			case "submitted":
			case "reporting":
				return await delivery.report(row, frozen);
			case "reported":
				return await watch.follow(row, frozen, lap);
			case "held":
				return await watch.held(row, frozen, lap);
			default:
				return END;
		}
	}

	async function take(row: JournalRow, lap: Lap): Promise<Next> {
		if (row.state === "refused" || (row.state === "settled" && row.kind === "action")) return END;
		if (row.state === "signing")
			return refuse(row, cutOffWords(journal.steps(row.id).at(-1)?.detail ?? null, row.transport));
		const frozen = frozenOfRow(row);
		if (row.state === "settled") return await depth.take(row, frozen, lap);
		if (row.kind === "action") return await answers.take(row, frozen, lap);
		if ("commit_id" in frozen) return await takeCommit(row, frozen, lap);
		return await own.take(row, frozen, lap);
	}

	/** A failed try: say so, and come again later; the row stays where it is. */
	function later(rowId: string, lap: Lap, cause: unknown): Next {
		const again = FIRST_RETRY_MS * 2 ** Math.min(lap.failures, 10);
		const asked = cause instanceof CommitFault ? (cause.retryAfterMs ?? 0) : 0;
		lap.failures += 1;
		lap.fresh = false;
		parts.log(`signing: row ${rowId}: ${lineOf(cause)}`);
		// What we broke off ourselves is no news about the row.
		if (laps.stopped()) return END;
		if (cause instanceof StorageError) parts.onStorage(cause.words);
		try {
			const row = journal.row(rowId);
			// Why it is held, and how it ended, matter more than what its RPC says meanwhile.
			if (row !== null && row.state !== "held" && !ENDED.has(row.state)) stuck(row, wordsOf(cause));
		} catch (fault) {
			// A disk that takes no step takes no words either; the next try comes all the same.
			parts.log(`signing: row ${rowId}: ${lineOf(fault)}`);
		}
		return wait(Math.max(asked, Math.min(again, LONGEST_RETRY_MS)));
	}

	const laps = createLaps(clock, (rowId) => {
		const lap: Lap = { failures: 0, fresh: false, read: null, gone: null, missing: 0, unknownSince: null };
		return async () => {
			try {
				const row = journal.row(rowId);
				if (row === null || row.scope !== parts.scope()) return END;
				const next = await take(row, lap);
				lap.failures = 0;
				return next;
			} catch (cause) {
				return later(rowId, lap, cause);
			}
		};
	});

	return {
		recover() {
			const shallow = journal.settledSince(clock.now() - DEEP_MS);
			for (const row of [...journal.unsettled(), ...shallow])
				if (row.scope === parts.scope()) laps.kick(row.id);
		},
		kick: laps.kick,
		kickAll: laps.kickAll,
		stop: laps.stop,
	};
}
