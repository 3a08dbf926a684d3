import type { JournalRow, JournalStep } from "../../core/journal/types.ts";
import type { Text } from "../../core/message.ts";
import type { ActivityRow } from "../../ipc/activity.ts";
import { type LegSteps, outcomeOf, progressSteps } from "../inbox/progress-view.ts";
import { addressView, type Labels } from "../views/addresses.ts";

/** A row of the journal, as the list of the desk shows it. */
export function activityRow(
	row: JournalRow,
	steps: readonly JournalStep[],
	around: {
		readonly session: Text;
		readonly chain: Text;
		readonly labels: Labels;
		readonly legs: readonly LegSteps[];
	},
): ActivityRow {
	return {
		id: row.id,
		at: row.approvedAt,
		headline: row.headline,
		session: around.session,
		sessionId: row.sessionId,
		entryId: row.entryId,
		chain: around.chain,
		signer: addressView(row.signer, around.labels),
		state: row.state,
		outcome: outcomeOf(row),
		transactionId: row.transactionId ?? around.legs.at(-1)?.row.transactionId ?? null,
		fingerprint: row.fingerprint,
		digest: row.digest,
		steps: progressSteps(row, steps, around.legs),
	};
}
