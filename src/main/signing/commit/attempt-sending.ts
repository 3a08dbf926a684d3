import type { StepFacts } from "../../../core/journal/journal-step-facts.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { lifeOf, sameId, spentUnknown } from "../outcomes.ts";
import { isExpired } from "../recheck.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, type Next } from "../runs.ts";
import { signedBytesOf } from "../signatures.ts";
import { againstSending, readAttemptStanding } from "./attempt-standing.ts";
import { idOf, laneFor } from "./sending.ts";

/** Of a `signed` or `sending` row: the chain is looked at first, and only ever the same bytes are sent. */
export type AttemptSending = (row: JournalRow, frozen: FrozenCommit, run: Run) => Promise<Next>;

export function createAttemptSending(parts: RunnerParts, { changed, hold }: RowTransitions): AttemptSending {
	const { journal, commits, clock } = parts;

	/** Why what was signed must not be sent (any more); null where it may. */
	async function tooLate(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Message | null> {
		const again = row.state === "sending";
		const kept = again
			? message("signing.unknown-to-rpc.not-sent")
			: message("signing.kept-back.transaction");
		const isFresh = run.fresh && !again;
		const stopped = isFresh ? null : againstSending(row, await readAttemptStanding(commits, row, frozen));
		if (stopped !== null)
			return sentences(stopped, kept, message("signing.still-could-be-sent", { life: lifeOf(row) }));
		return isExpired(frozen, clock.now(), parts.clockOffset())
			? sentences(message("signing.expired.before-sent"), kept)
			: null;
	}

	return async (row, frozen, run) => {
		const bytes = signedBytesOf(row);
		const lane = laneFor(parts, row, frozen);
		const spent = await lane.spent();
		const known = await lane.lookup(idOf(row));
		if (known.state === "unknown") {
			if (spent) return hold(row, spentUnknown(row));
			const late = await tooLate(row, frozen, run);
			if (late !== null) return hold(row, late);
			if (row.state === "signed") changed(journal.step(row.id, ["signed"], "sending"));
			run.fresh = false;
			const hash = await lane.send(bytes, idOf(row));
			if (!sameId(hash, row.transactionId))
				return hold(journal.row(row.id) ?? row, message("signing.rpc.other-hash", { hash }));
		}
		const facts: StepFacts =
			known.state === "unknown" ? {} : { detail: { kind: "sent_by", whom: "unknown" } };
		changed(journal.step(row.id, ["signed", "sending"], "submitted", facts));
		return AGAIN;
	};
}
