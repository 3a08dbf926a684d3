import { isDeepStrictEqual } from "node:util";
import { type CommitState, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../../service-api/commit.ts";
import { readCommit } from "../../../service-api/event-page.ts";
import type { LogCommit } from "../../storage/log-db.ts";
import type { StoredCommit } from "../session-types.ts";

/**
 * Selection of a commit's current view (docs/service-api/commits.md#view-bookkeeping), and its stored form.
 */

export type CommitSource = "page" | "get";

/** The version of a view; 0 where none can be read. */
function versionOf(read: ReadCommit): number {
	return read.kind === "known" ? read.view.version : 0;
}

export function commitIdOf(read: ReadCommit): string | null {
	return read.kind === "known" ? read.view.commit_id : read.commitId;
}

export function stateOf(read: ReadCommit): CommitState | null {
	return read.kind === "known" ? read.view.state : (read.state ?? null);
}

/** Open: a later view may still come that matters. An unreadable one is, since a GET may read it. */
export function isOpen(read: ReadCommit): boolean {
	const state = stateOf(read);
	return state === null || !TERMINAL_COMMIT_STATES.has(state);
}

/** A commit as the store keeps it. `version` is the highest seen, also where the last view can't be read. */
export interface HeldCommit extends StoredCommit {
	readonly version: number;
	readonly source: CommitSource;
}

/** A page's view of a commit that is of another session says nothing about it. */
export function ofSession(read: ReadCommit, sessionId: string): ReadCommit {
	const threadId = read.kind === "known" ? read.view.thread_id : (read.threadId ?? sessionId);
	if (threadId === sessionId) return read;
	return {
		kind: "unreadable",
		commitId: commitIdOf(read),
		reason: "thread_id: the commit belongs to another session",
	};
}

export interface ReceivedCommit {
	readonly commitId: string;
	readonly sessionId: string;
	readonly read: ReadCommit;
	readonly source: CommitSource;
	/** Unix ms. */
	readonly now: number;
}

/**
 * Returns the view to keep after an arrival; `null` if it is dropped: a lower version, or an equal one from a
 * page.
 */
export function acceptCommit(held: HeldCommit | undefined, arrival: ReceivedCommit): HeldCommit | null {
	const { commitId, sessionId, read, source, now } = arrival;
	const confirmedByGet = source === "get" ? now : null;
	const version = Math.max(versionOf(read), held?.version ?? 0);
	if (held === undefined)
		return { commitId, sessionId, read, version, source, receivedAt: now, confirmedByGet, fault: null };
	// Unreadable views have no version to compare: they only cause a GET before any approval.
	if (read.kind === "unreadable" && source === "page")
		return held.confirmedByGet === null ? null : { ...held, confirmedByGet: null };
	const arrived = read.kind === "known" ? read.view.version : held.version;
	if (arrived < held.version) return null;
	if (arrived === held.version && source === "page") return null;
	const same = isDeepStrictEqual(held.read, read);
	// A view that arrives after the end does not move the end.
	const ended = !isOpen(held.read) && stateOf(held.read) === stateOf(read);
	return {
		...held,
		read: same ? held.read : read,
		version,
		source,
		receivedAt: same || ended ? held.receivedAt : now,
		confirmedByGet,
		fault: null,
		isUnoffered: false,
	};
}

export function toLogCommit(held: HeldCommit): LogCommit {
	const { commitId, sessionId, read, version, source, receivedAt } = held;
	return {
		commitId,
		sessionId,
		version,
		source,
		receivedAt,
		raw: rawOf(read, commitId),
		fault: read.kind === "known" ? read.reviewFault : read.reason,
	};
}

/** Keeps only the readable part of an unreadable view. */
function rawOf(read: ReadCommit, commitId: string): string | null {
	if (read.kind === "known") return JSON.stringify(read.view);
	const { threadId, state } = read;
	if (threadId === undefined && state === undefined) return null;
	return JSON.stringify({ commit_id: commitId, thread_id: threadId, state });
}

/** A stored view, read anew, since this version may understand more than the one that stored it. Not confirmed in this run. */
export function fromLogCommit(stored: LogCommit): HeldCommit {
	const { commitId, sessionId, version, source, receivedAt } = stored;
	const read: ReadCommit =
		stored.raw === null
			? { kind: "unreadable", commitId, reason: stored.fault ?? "not readable" }
			: withFault(readCommit(JSON.parse(stored.raw)), stored.fault);
	return { commitId, sessionId, read, version, source, receivedAt, confirmedByGet: null, fault: null };
}

/** The review that could not be read was not stored, only why. */
function withFault(read: ReadCommit, fault: string | null): ReadCommit {
	if (fault === null) return read;
	return read.kind === "known" ? { ...read, reviewFault: fault } : { ...read, reason: fault };
}
