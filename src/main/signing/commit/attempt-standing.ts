import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message } from "../../../core/message.ts";
import { sameId } from "../outcomes.ts";
import type { CommitService } from "../ports.ts";
import { type AttemptStatus, attemptStatusOf } from "../recheck.ts";

/** How a wallet attempt stands with the service, and what follows of it for what is signed. */

/** As the service says now. Throws a CommitFault where it gives no answer. */
export async function readAttemptStanding(
	commits: Pick<CommitService, "read">,
	row: JournalRow,
	frozen: FrozenCommit,
): Promise<AttemptStatus> {
	return attemptStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
}

/** The attempt that was claimed for this row. */
export function attemptOf(row: JournalRow): string {
	if (row.attemptId === null) throw new Error("a claimed row without its attempt");
	return row.attemptId;
}

/** Why what was signed must not be sent (any more); null where it may. */
export function againstSending(row: JournalRow, standing: AttemptStatus): Message | null {
	switch (standing.kind) {
		case "asked":
			return standing.attemptId === row.attemptId ? null : message("signing.another-wallet");
		case "mismatched":
			return message("signing.mismatched");
		case "moving":
			if (sameId(standing.transactionId, row.transactionId)) return null;
			return standing.transactionId === null
				? message("signing.follows-other.none")
				: message("signing.follows-other", { id: standing.transactionId });
		case "over":
			return message("signing.ended", { state: standing.state });
		case "stopped":
			return standing.text;
	}
}

/** The same of what is not signed yet: what is on its way already was not sent by us. */
export function againstSigning(row: JournalRow, standing: AttemptStatus): Message | null {
	return standing.kind === "moving" ? message("signing.moving") : againstSending(row, standing);
}
