import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { refusedReport } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import { commitStatusOf } from "../recheck.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, type Next, wait } from "../runs.ts";
import { idOf } from "./sending.ts";

/** Tells the service which transaction was sent. Of a `submitted` or `reporting` row. */
export type TransactionReport = (row: JournalRow, frozen: FrozenCommit, run: Run) => Promise<Next>;

export function createReport(parts: RunnerParts, { changed }: RowTransitions): TransactionReport {
	const { journal, commits } = parts;

	return async (row, frozen, run) => {
		if (row.broadcaster === "hosted") {
			changed(
				journal.step(row.id, ["submitted"], "reported", { detail: { kind: "unreported", why: "not_asked" } }),
			);
			return AGAIN;
		}
		// A venue may have sent it by itself: then nobody waits for a report.
		if (row.state === "reporting" || row.broadcaster === "venue") {
			const standing = commitStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
			const known = standing.kind === "moving" || standing.kind === "over" || standing.kind === "waits";
			if (known) {
				changed(
					journal.step(row.id, [row.state], "reported", { detail: { kind: "unreported", why: "known" } }),
				);
				return AGAIN;
			}
		}
		if (row.state === "submitted") changed(journal.step(row.id, ["submitted"], "reporting"));
		try {
			const body = { kind: "broadcast" as const, transaction_id: idOf(row) };
			await commits.manual(row.intentId, row.sessionId, body, row.reportKey);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			if (cause.conflict && run.refusals < MAX_REFUSALS) {
				run.refusals += 1;
				const standing = commitStatusOf(await commits.read(row.intentId, row.sessionId), frozen);
				if (standing.kind === "broadcast") return wait(FOLLOW_MS);
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
