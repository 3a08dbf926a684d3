import type { JournalRow } from "../../../core/journal/types.ts";
import { refusedReport, sameId } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import type { AttemptStatus } from "../recheck.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type RunnerParts } from "../row-work.ts";
import { AGAIN, wait } from "../runs.ts";
import { attemptOf, readAttemptStanding } from "./attempt-standing.ts";
import { idOf } from "./sending.ts";
import type { TransactionReport } from "./transaction-report.ts";

/** The service has this report, or can have no use for it any more. */
function isKnown(row: JournalRow, now: AttemptStatus): boolean {
	if (now.kind === "over" || now.kind === "mismatched") return true;
	return now.kind === "moving" && sameId(now.transactionId, row.transactionId);
}

/** Of a wallet attempt that was sent: the hash is on disk, and every try tells the same. */
export function createAttemptReport(
	{ journal, commits }: Pick<RunnerParts, "journal" | "commits">,
	{ changed }: RowTransitions,
): TransactionReport {
	return async (row, frozen, run) => {
		if (row.state === "submitted") changed(journal.step(row.id, ["submitted"], "reporting"));
		else if (isKnown(row, await readAttemptStanding(commits, row, frozen))) {
			changed(
				journal.step(row.id, ["reporting"], "reported", { detail: { kind: "unreported", why: "known" } }),
			);
			return AGAIN;
		}
		try {
			const body = { kind: "transaction" as const, transaction_id: idOf(row) };
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), body);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			if (cause.conflict && run.refusals < MAX_REFUSALS) {
				run.refusals += 1;
				const now = await readAttemptStanding(commits, row, frozen);
				if (now.kind === "asked" && now.attemptId === row.attemptId) return wait(FOLLOW_MS);
			}
			const text = refusedReport(cause);
			const detail = { kind: "refused", told: text } as const;
			changed(journal.step(row.id, ["reporting"], "reported", { text, detail }));
			return AGAIN;
		}
		changed(journal.step(row.id, ["reporting"], "reported"));
		return AGAIN;
	};
}
