import { intentIndexOf } from "../../../core/match/freeze-action.ts";
import type { CommitView, ReadCommit } from "../../../service-api/commit.ts";
import type { Action, UnreadableAction } from "../../../service-api/events.ts";
import { isOpen } from "../../conversations/log/commit-rules.ts";
import type { Sessions, StoredAction, StoredCommit, StoredUnreadable } from "../../conversations/types.ts";
import type { BuildOrigin } from "../../storage/committed-requests.ts";
import { actionEntryId, entryIdOf, entryKeyOf, pipelineEntryId } from "../entries/entry.ts";
import { PIPELINE_SESSION } from "../entries/titles.ts";
import type { CommittedAction, CommittedActions } from "./committed.ts";
import type { OwnRequests, PlannedReplacement, PlannedRevocation } from "./own-requests.ts";

/**
 * What stands behind an entry: a stored commit, a stored action, what the stateless commit of a Build asks for, or a
 * replacement or revocation that the user asked for.
 */

interface RequestCommon {
	readonly entryId: string;
	readonly sessionId: string;
	/** The very object that was read: another one is another request. */
	readonly of: object;
	/** Unix ms. */
	readonly receivedAt: number;
}

export type Request = RequestCommon &
	(
		| {
				readonly kind: "commit";
				readonly commitId: string;
				readonly read: ReadCommit;
				readonly stored: StoredCommit;
		  }
		| {
				readonly kind: "action";
				readonly action: Action;
				/** When the first of its revisions came, Unix ms. */
				readonly firstSeen: number;
				/** Of a stateless commit: no service asks for it any more, and none is answered. */
				readonly build?: BuildOrigin;
		  }
		| { readonly kind: "unreadable"; readonly action: UnreadableAction }
		| { readonly kind: "replacement"; readonly planned: PlannedReplacement }
		| { readonly kind: "revocation"; readonly planned: PlannedRevocation }
	);

export interface Requests {
	get(entryId: string): Request | null;
	commit(commitId: string): Request | null;
	/** Reads it from the service now. Throws a ServiceError. */
	refresh(entryId: string): Promise<void>;
	/** The service itself has just said so: by the commit's own GET, or by a read of the action's session. */
	confirmed(request: Request): boolean;
	/** It still asks for an answer. */
	asks(entryId: string): boolean;
}

/** The commit's view; null of everything else, and of one that can't be read. */
export function viewOfRequest(request: Request): CommitView | null {
	return request.kind === "commit" && request.read.kind === "known" ? request.read.view : null;
}

/** Who would sign, as the request states it; empty where it states nobody. */
export const statedSigner = (request: Request): string =>
	request.kind === "action"
		? intentIndexOf(request.action.request).signer
		: (viewOfRequest(request)?.signer ?? "");

export function commitRequest(stored: StoredCommit): Request {
	const { commitId, sessionId, read, receivedAt } = stored;
	return {
		kind: "commit",
		entryId: entryIdOf(commitId),
		sessionId,
		commitId,
		read,
		stored,
		of: read,
		receivedAt,
	};
}

export function actionRequest({ sessionId, action, receivedAt, firstSeen }: StoredAction): Request {
	return {
		kind: "action",
		entryId: actionEntryId(sessionId, action.id),
		sessionId,
		action,
		of: action,
		receivedAt,
		firstSeen,
	};
}

export function committedRequest(kept: CommittedAction): Request {
	const { origin, action, receivedAt } = kept;
	const common = {
		entryId: pipelineEntryId(origin),
		sessionId: PIPELINE_SESSION,
		of: action,
		receivedAt,
	};
	if (kept.kind === "unreadable") return { kind: "unreadable", action: kept.action, ...common };
	return { kind: "action", action: kept.action, firstSeen: receivedAt, build: origin, ...common };
}

export function unreadableRequest({ sessionId, action, receivedAt }: StoredUnreadable): Request {
	return {
		kind: "unreadable",
		entryId: actionEntryId(sessionId, action.id),
		sessionId,
		action,
		of: action,
		receivedAt,
	};
}

export function createRequests(
	sessions: () => Pick<
		Sessions,
		"commit" | "action" | "unreadableAction" | "refreshCommit" | "refreshSession"
	>,
	replacements: OwnRequests<PlannedReplacement>,
	revocations: OwnRequests<PlannedRevocation>,
	committed: () => Pick<CommittedActions, "get"> = () => ({ get: () => null }),
): Requests {
	/** Actions as a read of their session, begun for them, has shown them. */
	const fresh = new WeakSet<Action>();

	function commit(commitId: string): Request | null {
		const stored = sessions().commit(commitId);
		return stored === null ? null : commitRequest(stored);
	}

	function get(entryId: string): Request | null {
		const key = entryKeyOf(entryId);
		if (key?.kind === "commit") return commit(key.commitId);
		if (key?.kind === "action") {
			const { sessionId, actionId } = key;
			const stored = sessions().action(sessionId, actionId);
			if (stored !== null) return actionRequest(stored);
			const unreadable = sessions().unreadableAction(sessionId, actionId);
			return unreadable === null ? null : unreadableRequest(unreadable);
		}
		if (key?.kind === "pipeline") {
			const kept = committed().get(key);
			return kept === null ? null : committedRequest(kept);
		}
		return key === null ? null : ownRequest(entryId, key);
	}

	function ownRequest(entryId: string, { kind, id }: { kind: "replacement" | "revocation"; id: string }) {
		const common = ({ sessionId, plannedAt }: { sessionId: string; plannedAt: number }) => ({
			entryId,
			sessionId,
			receivedAt: plannedAt,
		});
		if (kind === "replacement") {
			const planned = replacements.get(id);
			return planned === null ? null : { kind, ...common(planned), planned, of: planned };
		}
		const planned = revocations.get(id);
		return planned === null ? null : { kind, ...common(planned), planned, of: planned };
	}

	return {
		get,
		commit,
		async refresh(entryId) {
			const key = entryKeyOf(entryId);
			if (key?.kind === "commit") await sessions().refreshCommit(key.commitId);
			if (key?.kind !== "action") return;
			await sessions().refreshSession(key.sessionId);
			const stored = sessions().action(key.sessionId, key.actionId);
			if (stored !== null) fresh.add(stored.action);
		},
		confirmed(request) {
			if (request.kind === "commit") return request.stored.confirmedByGet !== null;
			// What we keep ourselves is as it was given: nobody could say it afresh.
			if (request.kind !== "action" || request.build !== undefined) return true;
			return fresh.has(request.action);
		},
		asks(entryId) {
			const request = get(entryId);
			if (request === null) return false;
			if (request.kind === "action") return request.action.state === "pending";
			if (request.kind === "unreadable") return (request.action.state ?? "pending") === "pending";
			if (request.kind !== "commit") return true;
			const { read } = request;
			return read.kind === "unreadable" ? isOpen(read) : read.view.state === "needs_signature";
		},
	};
}
