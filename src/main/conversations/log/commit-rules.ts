import { isDeepStrictEqual } from "node:util";
import { type CommitState, type ReadCommit, TERMINAL_COMMIT_STATES } from "../../../service-api/commit.ts";
import { readCommit } from "../../../service-api/event-page.ts";
import type { LogCommit } from "../../storage/log-db.ts";
import type { StoredCommit } from "../session-types.ts";

/** Chooses which view of a commit is current (docs/service-api/commits.md#view-bookkeeping). */

export type CommitSource = "page" | "get";

function versionOf(read: ReadCommit): number {
	return read.kind === "known" ? read.view.version : 0;
}

export function commitIdOf(read: ReadCommit): string | null {
	return read.kind === "known" ? read.view.commit_id : read.commitId;
}

export function stateOf(read: ReadCommit): CommitState | null {
	return read.kind === "known" ? read.view.state : (read.state ?? null);
}

/** An unreadable commit counts as open, because a GET may be able to read it. */
export function isOpen(read: ReadCommit): boolean {
	const state = stateOf(read);
	return state === null || !TERMINAL_COMMIT_STATES.has(state);
}

/** `version` is the highest version seen, even if the latest view is unreadable. */
export interface LatestCommit extends StoredCommit {
	readonly version: number;
	readonly source: CommitSource;
}

/** Treats a view that names a different session as unreadable. */
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
	readonly now: number;
}

/**
 * Returns the commit after new data arrived. `null` if the data is dropped, because its version is lower, or
 * because it has the same version and comes from a page.
 */
export function acceptCommit(held: LatestCommit | undefined, arrival: ReceivedCommit): LatestCommit | null {
	const { commitId, sessionId, read, source, now } = arrival;
	const confirmedByGet = source === "get" ? now : null;
	const version = Math.max(versionOf(read), held?.version ?? 0);
	if (held === undefined)
		return { commitId, sessionId, read, version, source, receivedAt: now, confirmedByGet, fault: null };
	// An unreadable view in a page has no version to compare. It only means that an approval needs a new GET.
	if (read.kind === "unreadable" && source === "page")
		return held.confirmedByGet === null ? null : { ...held, confirmedByGet: null };
	const arrived = read.kind === "known" ? read.view.version : held.version;
	if (arrived < held.version) return null;
	if (arrived === held.version && source === "page") return null;
	const same = isDeepStrictEqual(held.read, read);
	// A later view doesn't change when the commit ended.
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

export function toLogCommit(held: LatestCommit): LogCommit {
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

/** Returns the JSON to store. If a view is unreadable, stores only the part that could be read. */
function rawOf(read: ReadCommit, commitId: string): string | null {
	if (read.kind === "known") return JSON.stringify(read.view);
	const { threadId, state } = read;
	if (threadId === undefined && state === undefined) return null;
	return JSON.stringify({ commit_id: commitId, thread_id: threadId, state });
}

/**
 * Re-parses the stored JSON, because this version may understand more than the version that stored it. No GET
 * has confirmed the commit since the app started.
 */
export function fromLogCommit(stored: LogCommit): LatestCommit {
	const { commitId, sessionId, version, source, receivedAt } = stored;
	const read: ReadCommit =
		stored.raw === null
			? { kind: "unreadable", commitId, reason: stored.fault ?? "not readable" }
			: withFault(readCommit(JSON.parse(stored.raw)), stored.fault);
	return { commitId, sessionId, read, version, source, receivedAt, confirmedByGet: null, fault: null };
}

function withFault(read: ReadCommit, fault: string | null): ReadCommit {
	if (fault === null) return read;
	return read.kind === "known" ? { ...read, reviewFault: fault } : { ...read, reason: fault };
}
