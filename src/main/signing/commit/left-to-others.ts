import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { failureOf, lifeOf, spentUnknown } from "../outcomes.ts";
import type { CommitStatus } from "../recheck.ts";
import { FOLLOW_MS, type RowTransitions, type RunnerParts } from "../row-work.ts";
import { AGAIN, type Next, wait } from "../runs.ts";
import { idOf, laneFor } from "./sending.ts";

/** Of a `handed_in` row whose signature is with somebody else, as the service says: only the chain can show more. */
export interface LeftToOthers {
	/**
	 * They do nothing about it, as far as the service says: the chain may show that it was sent, or that it can't happen
	 * any more. What it holds meanwhile the user can free (reviewing/own/replacement.ts).
	 */
	waiting(row: JournalRow, frozen: FrozenCommit, text: Message): Promise<Next>;
	/** It was for us to submit, and we did not: only the chain can show that somebody has sent these very bytes. */
	sentByAnother(
		row: JournalRow,
		frozen: FrozenCommit,
		standing: CommitStatus & { kind: "moving" | "over" },
	): Promise<Next>;
}

/** The service ended it, and the signature still exists. */
export function endedText(row: JournalRow, standing: CommitStatus & { kind: "over" }): Message {
	return sentences(
		message("signing.ended", { state: standing.state }),
		...failureOf(standing),
		message("signing.could-be-sent", { life: lifeOf(row) }),
	);
}

export function createLeftToOthers(
	parts: RunnerParts,
	{ changed, hold, stuck }: RowTransitions,
): LeftToOthers {
	const { journal } = parts;

	/** The chain shows it. */
	function sent(row: JournalRow): Next {
		changed(
			journal.step(row.id, ["handed_in"], "submitted", { detail: { kind: "sent_by", whom: "unknown" } }),
		);
		return AGAIN;
	}

	return {
		async waiting(row, frozen, text) {
			const lane = row.transactionId === null ? null : parts.lane(row, frozen);
			if (lane !== null) {
				const spent = await lane.spent();
				const known = await lane.lookup(idOf(row));
				if (known.state !== "unknown") return sent(row);
				if (spent) return hold(row, spentUnknown(row));
			}
			stuck(
				row,
				row.nonce === null
					? text
					: sentences(text, message("signing.holds-nonce", { nonce: row.nonce.toString() })),
			);
			return wait(FOLLOW_MS);
		},
		async sentByAnother(row, frozen, standing) {
			const known = await laneFor(parts, row, frozen).lookup(idOf(row));
			if (known.state !== "unknown") return sent(row);
			if (standing.kind === "over" && standing.state !== "confirmed")
				return hold(row, endedText(row, standing));
			stuck(
				row,
				message("signing.shown-elsewhere", { state: standing.kind === "over" ? "confirmed" : "submitted" }),
			);
			return wait(FOLLOW_MS);
		},
	};
}
