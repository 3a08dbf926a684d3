import { plain } from "../../../core/format/plain.ts";
import { LOCAL_SCOPE } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import type { ApprovalRequest } from "../../../core/review/approval-request.ts";
import {
	type CommitView,
	type CommitWalletAttemptStatus,
	type ReadCommit,
	TERMINAL_COMMIT_STATES,
} from "../../../service-api/commit.ts";
import type { Action } from "../../../service-api/events.ts";

export interface Entry {
	readonly id: string;
	readonly sessionId: string;
	readonly request: ApprovalRequest;
	readonly row: JournalRow | null;
	readonly state: "waiting" | "settling" | "done";
	/** Whether the user can act on the entry. If so, it is counted, and the user is notified. */
	readonly actionable: boolean;
	readonly firstSeen: number;
	/** Unix ms. `null` if the review states none. */
	readonly expiresAt: number | null;
	readonly note: Text | null;
}

export type EntryKey =
	| { readonly kind: "commit"; readonly commitId: string }
	| { readonly kind: "action"; readonly sessionId: string; readonly actionId: string }
	| { readonly kind: "proposal"; readonly id: string }
	| { readonly kind: "pipeline"; readonly digest: string; readonly place: number }
	| { readonly kind: "replacement"; readonly id: string }
	| { readonly kind: "revocation"; readonly id: string }
	| { readonly kind: "transfer"; readonly id: string };

export const entryIdOf = (commitId: string): string => `commit:${commitId}`;
/** Escapes slashes, so two IDs never map to the same string. */
const encodeId = (id: string): string => id.replaceAll("%", "%25").replaceAll("/", "%2F");
function decodeId(encoded: string): string | null {
	const id = encoded.replaceAll("%2F", "/").replaceAll("%25", "%");
	return encodeId(id) === encoded ? id : null;
}

/** Both IDs come from the service and may contain any character. */
export const actionKeyOf = (sessionId: string, actionId: string): string =>
	`${encodeId(sessionId)}/${encodeId(actionId)}`;
export const actionEntryId = (sessionId: string, actionId: string): string =>
	`action:${actionKeyOf(sessionId, actionId)}`;
export const pipelineEntryId = ({
	digest,
	place,
}: {
	readonly digest: string;
	readonly place: number;
}): string => `pipeline:${digest}/${place}`;
export const replacementEntryId = (id: string): string => `replacement:${id}`;
export const revocationEntryId = (id: string): string => `revocation:${id}`;
export const transferEntryId = (id: string): string => `transfer:${id}`;

const ENTRY_ID = /^(?<kind>commit|action|proposal|pipeline|replacement|revocation|transfer):(?<of>.*)$/s;
const ACTION = /^(?<session>[^/]*)\/(?<action>[^/]*)$/s;
/** The index has no leading zeros, so each request has exactly one entry ID. */
const PIPELINE = /^(?<digest>.*)\/(?<place>0|[1-9][0-9]{0,8})$/s;

const READERS: Readonly<Record<EntryKey["kind"], (of: string) => EntryKey | null>> = {
	commit: (commitId) => ({ kind: "commit", commitId }),
	action(of) {
		const { session, action } = ACTION.exec(of)?.groups ?? {};
		if (session === undefined || action === undefined) return null;
		const [sessionId, actionId] = [decodeId(session), decodeId(action)];
		return sessionId === null || actionId === null ? null : { kind: "action", sessionId, actionId };
	},
	pipeline(of) {
		const { digest, place } = PIPELINE.exec(of)?.groups ?? {};
		return digest === undefined ? null : { kind: "pipeline", digest, place: Number(place) };
	},
	proposal: (id) => ({ kind: "proposal", id }),
	replacement: (id) => ({ kind: "replacement", id }),
	revocation: (id) => ({ kind: "revocation", id }),
	transfer: (id) => ({ kind: "transfer", id }),
};

const isKind = (kind: string | undefined): kind is EntryKey["kind"] =>
	kind !== undefined && Object.hasOwn(READERS, kind);

export function entryKeyOf(entryId: string): EntryKey | null {
	const { kind, of } = ENTRY_ID.exec(entryId)?.groups ?? {};
	return isKind(kind) && of !== undefined ? READERS[kind](of) : null;
}

/** Returns whether the request is re-read from the service before it is signed. */
export function needsService(entryId: string): boolean {
	const kind = entryKeyOf(entryId)?.kind;
	return kind === "commit" || kind === "action";
}

/**
 * Returns whether an approval is blocked because the service is unreachable. Otherwise, the approval would be
 * queued and signed later, unattended.
 */
export const isServiceAway = (sessions: { isAway(): boolean }, entryId: string): boolean =>
	needsService(entryId) && sessions.isAway();

/**
 * Returns the scope that stores facts about an entry. For a proposal, this is the computer's scope, because a
 * proposal outlives a sign-in.
 */
export const scopeOfEntry = (entryId: string, current: string): string =>
	entryKeyOf(entryId)?.kind === "proposal" ? LOCAL_SCOPE : current;

export function commitIdOf(entryId: string): string | null {
	const key = entryKeyOf(entryId);
	return key?.kind === "commit" ? key.commitId : null;
}

export type EntryStatus = Pick<Entry, "state" | "actionable" | "note">;

const EXPIRED = message("inbox.note.expired");
const REJECTED = message("inbox.note.rejected");
const FAILED = message("inbox.note.failed");
const ANSWERED_BY_OTHERS = message("inbox.note.answered-elsewhere");

export const REJECTING: EntryStatus = {
	state: "settling",
	actionable: false,
	note: message("inbox.note.rejecting"),
};

const ENDINGS: Readonly<Partial<Record<CommitView["state"], Message>>> = {
	confirmed: message("inbox.note.confirmed"),
	rejected: REJECTED,
	failed: FAILED,
	expired: EXPIRED,
};

function ofRow(row: JournalRow): EntryStatus | null {
	switch (row.state) {
		case "refused":
			// Nothing was signed, so whether the user can try again depends on the request.
			return null;
		case "settled":
			// The signed transaction can never execute, so the request can be approved again if it is still
			// open.
			if (row.dead) return null;
			return { state: "done", actionable: false, note: row.text };
		case "held":
			return { state: row.live ? "settling" : "done", actionable: false, note: row.text };
		default:
			return { state: "settling", actionable: false, note: row.text };
	}
}

/** The failure code comes from the service, so it is displayed as the service's claim. */
const withCode = (
	note: Message,
	{ failure_code: code }: { readonly failure_code: string | null },
): Message => (code === null ? note : message("inbox.note.service-says", { note, code: plain(code, 60) }));

/** Omits a failure code that only repeats the state. */
function endedNote(view: CommitView): Text {
	const ended = ENDINGS[view.state];
	if (ended === undefined) return view.state;
	return view.failure_code === view.state ? ended : withCode(ended, view);
}

function ofAttempt(attempt: CommitWalletAttemptStatus, row: JournalRow | null): EntryStatus {
	const statusWith = (state: EntryStatus["state"], note: Message): EntryStatus => ({
		state,
		actionable: false,
		note: withCode(note, attempt),
	});
	switch (attempt.state) {
		case "awaiting_wallet":
			return row?.attemptId === attempt.attempt_id
				? statusWith("done", message("inbox.note.unsigned"))
				: statusWith("settling", message("inbox.note.other-wallet.handles"));
		case "reported":
			return statusWith("settling", message("inbox.note.other-wallet.sent"));
		case "observing":
			return statusWith("settling", message("inbox.note.other-wallet.on-chain"));
		case "mismatched":
			return statusWith("done", message("inbox.note.other-transaction"));
	}
}

function ofView(
	view: CommitView,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStatus {
	const { wallet_attempt: attempt = null } = view;
	if (TERMINAL_COMMIT_STATES.has(view.state))
		return { state: "done", actionable: false, note: endedNote(view) };
	if (attempt !== null && (attempt.state === "mismatched" || view.action === null))
		return ofAttempt(attempt, row);
	if (view.state !== "needs_signature")
		return { state: "settling", actionable: false, note: ANSWERED_BY_OTHERS };
	if (expiresAt !== null && expiresAt <= now) return { state: "done", actionable: false, note: EXPIRED };
	if (view.action !== null) return { state: "waiting", actionable: true, note: null };
	return { state: "waiting", actionable: false, note: message("inbox.note.waits-for-step") };
}

const ACTION_STATES: Readonly<Record<Exclude<Action["state"], "pending">, EntryStatus>> = {
	// The service may never move the action past `submitted` (docs/service-api/differences.md#live-traces),
	// so the entry counts as done.
	submitted: { state: "done", actionable: false, note: ANSWERED_BY_OTHERS },
	completed: { state: "done", actionable: false, note: message("inbox.note.answered") },
	rejected: { state: "done", actionable: false, note: REJECTED },
	expired: { state: "done", actionable: false, note: EXPIRED },
	failed: { state: "done", actionable: false, note: FAILED },
};

export function rowEntryStatus(row: JournalRow | null): EntryStatus {
	const own = row === null ? null : ofRow(row);
	// Only the user is waiting for this request, so it isn't counted and doesn't cause a notification.
	return own ?? { state: "waiting", actionable: false, note: null };
}

export function actionEntryStatus(
	action: Action,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStatus {
	const own = row === null ? null : ofRow(row);
	if (own !== null) return own;
	if (action.state !== "pending") return ACTION_STATES[action.state];
	if (expiresAt !== null && expiresAt <= now) return { state: "done", actionable: false, note: EXPIRED };
	return { state: "waiting", actionable: true, note: null };
}

const unread = (reason: string): EntryStatus => ({
	state: "waiting",
	actionable: true,
	note: message("inbox.note.unreadable", { reason: plain(reason, 200) }),
});

export function unreadableEntryStatus(
	{ reason, state }: { readonly reason: string; readonly state: Action["state"] | null },
	row: JournalRow | null,
): EntryStatus {
	const own = row === null ? null : ofRow(row);
	if (own !== null) return own;
	if (state !== null && state !== "pending") return ACTION_STATES[state];
	return unread(reason);
}

/**
 * The journal takes precedence over the service. Regardless of the service's state, our signature may be in
 * circulation.
 * @param now Unix ms
 */
export function commitEntryStatus(
	read: ReadCommit,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStatus {
	const own = row === null ? null : ofRow(row);
	if (own !== null) return own;
	if (read.kind === "unreadable") {
		const ended = read.state === undefined ? undefined : ENDINGS[read.state];
		return ended === undefined ? unread(read.reason) : { state: "done", actionable: false, note: ended };
	}
	return ofView(read.view, row, expiresAt, now);
}
