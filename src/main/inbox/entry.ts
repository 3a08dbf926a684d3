import { type CommitView, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../contract/commit.ts";
import type { JournalRow } from "../storage/journal-types.ts";

/** What awaits the person, or did: one intent, one entry, one answer. */
export interface Entry {
	readonly id: string;
	readonly commitId: string;
	readonly sessionId: string;
	readonly read: ReadCommit;
	/** Its GET has succeeded since the app began to follow it. */
	readonly confirmedByGet: boolean;
	readonly row: JournalRow | null;
	readonly state: "waiting" | "settling" | "done";
	/** The person can do something about it: it counts, and is notified. */
	readonly actionable: boolean;
	/** Unix ms. */
	readonly firstSeen: number;
	/** Unix ms; null where the review states none. */
	readonly expiresAt: number | null;
	/** Why it stands as it does, where a word is needed. */
	readonly note: string | null;
}

export const entryIdOf = (commitId: string): string => `commit:${commitId}`;

export function commitIdOf(entryId: string): string | null {
	return entryId.startsWith("commit:") ? entryId.slice("commit:".length) : null;
}

type Standing = Pick<Entry, "state" | "actionable" | "note">;

const ENDINGS: Readonly<Partial<Record<CommitView["state"], string>>> = {
	confirmed: "Confirmed",
	rejected: "Rejected",
	failed: "Failed",
	expired: "Expired",
};

function ofRow(row: JournalRow): Standing | null {
	switch (row.state) {
		case "refused":
			// Nothing was signed: the commit itself says whether it can be tried again.
			return null;
		case "settled":
			return { state: "done", actionable: false, note: row.words };
		case "held":
			return { state: row.live ? "settling" : "done", actionable: false, note: row.words };
		default:
			return { state: "settling", actionable: false, note: row.words };
	}
}

function ofView(view: CommitView, expiresAt: number | null, now: number): Standing {
	if (TERMINAL_COMMIT_STATES.has(view.state))
		return { state: "done", actionable: false, note: ENDINGS[view.state] ?? null };
	if (view.state !== "needs_signature")
		return { state: "settling", actionable: false, note: "Answered on another device" };
	if (expiresAt !== null && expiresAt <= now) return { state: "done", actionable: false, note: "Expired" };
	if (view.action !== null) return { state: "waiting", actionable: true, note: null };
	if (view.wallet_attempt?.state === "mismatched")
		return { state: "done", actionable: false, note: "Another wallet sent something else" };
	if (view.wallet_attempt !== null)
		return { state: "settling", actionable: false, note: "Another wallet is sending it" };
	return { state: "waiting", actionable: false, note: "Waits for the step before it" };
}

/**
 * How a commit stands for the person: the journal's word comes before the service's, since a signature of ours
 * may be at large whatever the service says.
 * @param now Unix ms.
 */
export function standingOf(
	read: ReadCommit,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): Standing {
	const own = row === null ? null : ofRow(row);
	if (own !== null) return own;
	if (read.kind === "unreadable")
		return { state: "waiting", actionable: true, note: `Can't be read: ${read.reason}` };
	return ofView(read.view, expiresAt, now);
}
