import { actionIntentId, isOfRevision } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { ApprovalRequest } from "../../../core/review/approval-request.ts";
import type { Journal } from "../../storage/journal-db.ts";

import { actionStanding, type EntryStanding, rowStanding, standingOf, unreadableStanding } from "./entry.ts";

/** From a request and the journal to what is asked, which row answers it, and how it stands. */

type Rows = Pick<Journal, "ofIntent" | "ofEntry">;

/** The journal's row that stands for this request; an answer to another revision is no answer to this one. */
export function rowFor(journal: Rows, request: ApprovalRequest, scope: string): JournalRow | null {
	if (request.kind === "commit") return journal.ofIntent(scope, request.commitId);
	if (request.kind === "unreadable") return rowOfUnreadable(journal, request, scope);
	if (request.kind !== "action" || request.build !== undefined)
		return journal.ofIntent(scope, request.entryId);
	const { action } = request;
	if (action.state !== "pending") return journal.ofEntry(scope, request.entryId);
	const { id: action_id, revision: action_revision } = action;
	const row = journal.ofIntent(
		scope,
		actionIntentId({ action_id, action_revision, request: action.request }),
	);
	// An action's id is its session's own: one of another conversation neither hides nor answers this one.
	return row?.sessionId === request.sessionId ? row : null;
}

/** What was approved of it before it came in this form: its transactions, or a signature of this very revision. */
function rowOfUnreadable(
	journal: Rows,
	request: ApprovalRequest & { kind: "unreadable" },
	scope: string,
): JournalRow | null {
	const row = journal.ofEntry(scope, request.entryId);
	if (row === null || row.live || (request.action.state ?? "pending") !== "pending") return row;
	const { id: action_id, revision } = request.action;
	return isOfRevision(row.intentId, action_id, revision) ? row : null;
}

/**
 * How it stands by the journal and the service alone, whatever the user did with its line.
 * @param expiresAt Unix ms; null where the review states none
 * @param now Unix ms
 */
export function standingByRequest(
	request: ApprovalRequest,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStanding {
	if (request.kind === "commit") return standingOf(request.read, row, expiresAt, now);
	if (request.kind === "action") return actionStanding(request.action, row, expiresAt, now);
	if (request.kind === "unreadable") return unreadableStanding(request.action, row);
	return rowStanding(row);
}
