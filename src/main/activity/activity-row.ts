import type { JournalRow, JournalStep } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/message.ts";
import type { ActivityRow } from "../../ipc/activity.ts";
import { stepProgressOf } from "../inbox/entries.ts";
import { outcomeOf, progressSteps, type StepProgress } from "../inbox/progress-view.ts";
import { titled } from "../inbox/titles.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView, type Labels } from "../views/addresses.ts";

/** So many are listed, the newest first. */
const MAX_ACTIVITY = 200;

export interface ActivityRowsDeps {
	readonly journal: Pick<Journal, "rows" | "steps" | "stepRowsOf">;
	/** Whoever is signed in. */
	account(): { readonly scope: string } & Parameters<typeof titled>[0];
	/** The user's own names for addresses. */
	labels(): Labels;
	/** The user's own name for a network, else the known one. */
	chainNameOf(chainRef: string): string;
}

/** A row of the journal, as the list of the desk shows it. */
function activityRow(
	row: JournalRow,
	steps: readonly JournalStep[],
	around: {
		readonly session: Text;
		readonly chain: Text;
		readonly labels: Labels;
		readonly legs: readonly StepProgress[];
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
		outcome: outcomeOf(row, steps, around.legs),
		transactionId: row.transactionId ?? around.legs.at(-1)?.row.transactionId ?? null,
		fingerprint: row.fingerprint,
		digest: row.digest,
		steps: progressSteps(row, steps, around.legs),
	};
}

/** What was approved, the newest first. */
export function activityRows(deps: ActivityRowsDeps): readonly ActivityRow[] {
	const labels = deps.labels();
	return deps.journal.rows(deps.account().scope, MAX_ACTIVITY).map((row) =>
		activityRow(row, deps.journal.steps(row.id), {
			session: titled(deps.account(), row.sessionId),
			chain: row.chainRef === "" ? message("progress.no-chain") : deps.chainNameOf(row.chainRef),
			labels,
			legs: stepProgressOf(deps.journal, row),
		}),
	);
}
