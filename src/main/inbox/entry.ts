import {
	type CommitView,
	type CommitWalletAttemptStatus,
	type ReadCommit,
	TERMINAL_COMMIT_STATES,
} from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";
import { plain } from "../review/plain.ts";
import type { JournalRow } from "../storage/journal-types.ts";

/** What the person is asked: a commit, an action, or a replacement or revocation that they wished for themselves. */
export type Asked =
	| {
			readonly kind: "commit";
			readonly commitId: string;
			readonly read: ReadCommit;
			/** Its GET has succeeded since the app began to follow it. */
			readonly confirmedByGet: boolean;
	  }
	| { readonly kind: "action"; readonly action: Action }
	| { readonly kind: "replacement" }
	| { readonly kind: "revocation" };

/** What awaits the person, or did: one intent, one entry, one answer. */
export interface Entry {
	readonly id: string;
	readonly sessionId: string;
	readonly asked: Asked;
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

/** Which request an entry's id names. */
export type EntryKey =
	| { readonly kind: "commit"; readonly commitId: string }
	| { readonly kind: "action"; readonly sessionId: string; readonly actionId: string }
	| { readonly kind: "replacement"; readonly id: string }
	| { readonly kind: "revocation"; readonly id: string };

export const entryIdOf = (commitId: string): string => `commit:${commitId}`;
export const actionEntryId = (sessionId: string, actionId: string): string =>
	`action:${sessionId}/${actionId}`;
export const replacementEntryId = (id: string): string => `replacement:${id}`;
export const revocationEntryId = (id: string): string => `revocation:${id}`;

/** null for what is no entry's id. */
export function entryKeyOf(entryId: string): EntryKey | null {
	const at = entryId.indexOf(":");
	if (at < 0) return null;
	const [kind, rest] = [entryId.slice(0, at), entryId.slice(at + 1)];
	if (kind === "commit") return { kind, commitId: rest };
	if (kind === "replacement" || kind === "revocation") return { kind, id: rest };
	// A session's id may hold anything; an action's does not (learnt.md 1.1).
	const slash = rest.lastIndexOf("/");
	if (kind !== "action" || slash < 0) return null;
	return { kind, sessionId: rest.slice(0, slash), actionId: rest.slice(slash + 1) };
}

export function commitIdOf(entryId: string): string | null {
	const key = entryKeyOf(entryId);
	return key?.kind === "commit" ? key.commitId : null;
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
			// Nothing was signed: the request itself says whether it can be tried again.
			return null;
		case "settled":
			// It can never happen: where the service still asks, it may be approved anew.
			if (row.dead) return null;
			return { state: "done", actionable: false, note: row.words };
		case "held":
			return { state: row.live ? "settling" : "done", actionable: false, note: row.words };
		default:
			return { state: "settling", actionable: false, note: row.words };
	}
}

/** The service's own word for what went wrong, as its claim. */
const codeOf = ({ failure_code: code }: { readonly failure_code: string | null }): string =>
	code === null ? "" : ` (the service says: ${plain(code, 60)})`;

/** How it ended, with the service's own word where that says more than the state. */
function endedNote(view: CommitView): string {
	const code = view.failure_code === view.state ? "" : codeOf(view);
	return `${ENDINGS[view.state] ?? view.state}${code}`;
}

/** A commit whose action went away with a wallet attempt. @param row ours, which ended without a signature, or none */
function ofAttempt(attempt: CommitWalletAttemptStatus, row: JournalRow | null): Standing {
	const own = row?.attemptId === attempt.attempt_id;
	const code = codeOf(attempt);
	switch (attempt.state) {
		case "awaiting_wallet":
			return own
				? { state: "done", actionable: false, note: `Not signed; the service waits in vain${code}` }
				: { state: "settling", actionable: false, note: `Another wallet is handling it${code}` };
		case "reported":
			return { state: "settling", actionable: false, note: `Another wallet has sent it${code}` };
		case "observing":
			return {
				state: "settling",
				actionable: false,
				note: `Another wallet has sent it; on the chain${code}`,
			};
		case "mismatched":
			return {
				state: "done",
				actionable: false,
				note: `The chain holds another transaction than the reviewed one${code}`,
			};
	}
}

function ofView(view: CommitView, row: JournalRow | null, expiresAt: number | null, now: number): Standing {
	const { wallet_attempt: attempt } = view;
	if (TERMINAL_COMMIT_STATES.has(view.state))
		return { state: "done", actionable: false, note: endedNote(view) };
	if (attempt !== null && (attempt.state === "mismatched" || view.action === null))
		return ofAttempt(attempt, row);
	if (view.state !== "needs_signature")
		return { state: "settling", actionable: false, note: "Answered on another device" };
	if (expiresAt !== null && expiresAt <= now) return { state: "done", actionable: false, note: "Expired" };
	if (view.action !== null) return { state: "waiting", actionable: true, note: null };
	return { state: "waiting", actionable: false, note: "Waits for the step before it" };
}

const ACTION_STATES: Readonly<Record<Exclude<Action["state"], "pending">, Standing>> = {
	submitted: { state: "settling", actionable: false, note: "Answered on another device" },
	completed: { state: "done", actionable: false, note: "Answered" },
	rejected: { state: "done", actionable: false, note: "Rejected" },
	expired: { state: "done", actionable: false, note: "Expired" },
	failed: { state: "done", actionable: false, note: "Failed" },
};

/** The same for what only the journal knows: a wish of the person's own. */
export function rowStanding(row: JournalRow | null): Standing {
	const own = row === null ? null : ofRow(row);
	// Until it is approved it is on screen, and nowhere else: nobody but the person asks for it.
	return own ?? { state: "waiting", actionable: false, note: null };
}

/** The same for an action. @param now Unix ms. */
export function actionStanding(
	action: Action,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): Standing {
	const own = row === null ? null : ofRow(row);
	if (own !== null) return own;
	if (action.state !== "pending") return ACTION_STATES[action.state];
	if (expiresAt !== null && expiresAt <= now) return { state: "done", actionable: false, note: "Expired" };
	return { state: "waiting", actionable: true, note: null };
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
	return ofView(read.view, row, expiresAt, now);
}
