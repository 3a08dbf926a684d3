import type {
	ApprovalRequest,
	PlannedReplacement,
	PlannedRevocation,
} from "../../../core/review/approval-request.ts";
import type { Action } from "../../../service-api/events.ts";
import { isOpen } from "../../conversations/log/commit-rules.ts";
import type { StoredAction, StoredCommit, StoredUnreadable } from "../../conversations/session-types.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import { actionEntryId, entryIdOf, entryKeyOf, pipelineEntryId } from "../entries/entry.ts";
import { PIPELINE_SESSION } from "../entries/titles.ts";
import type { CommittedAction, CommittedActions } from "./committed.ts";

/** Looks requests up by the id of their entry, in the stores that hold them. */

/** Requests of the user's own that are remembered, by id. */
export interface OwnRequests<Planned> {
	get(id: string): Planned | null;
}

export interface Requests {
	get(entryId: string): ApprovalRequest | null;
	commit(commitId: string): ApprovalRequest | null;
	/** Reads it from the service now. Throws a ServiceError. */
	refresh(entryId: string): Promise<void>;
	/** The service itself has just said so: by the commit's own GET, or by a read of the action's session. */
	confirmed(request: ApprovalRequest): boolean;
	/** It still asks for an answer. */
	asks(entryId: string): boolean;
}

export function commitRequest(stored: StoredCommit): ApprovalRequest {
	const { commitId, sessionId, read, receivedAt } = stored;
	return {
		kind: "commit",
		entryId: entryIdOf(commitId),
		sessionId,
		commitId,
		read,
		isConfirmed: stored.confirmedByGet !== null,
		isUnoffered: stored.isUnoffered === true,
		source: read,
		receivedAt,
	};
}

export function actionRequest({ sessionId, action, receivedAt, firstSeen }: StoredAction): ApprovalRequest {
	return {
		kind: "action",
		entryId: actionEntryId(sessionId, action.id),
		sessionId,
		action,
		source: action,
		receivedAt,
		firstSeen,
	};
}

export function committedRequest(kept: CommittedAction): ApprovalRequest {
	const { origin, action, receivedAt } = kept;
	const common = {
		entryId: pipelineEntryId(origin),
		sessionId: PIPELINE_SESSION,
		source: action,
		receivedAt,
	};
	if (kept.kind === "unreadable") return { kind: "unreadable", action: kept.action, ...common };
	return { kind: "action", action: kept.action, firstSeen: receivedAt, build: origin, ...common };
}

export function unreadableRequest({ sessionId, action, receivedAt }: StoredUnreadable): ApprovalRequest {
	return {
		kind: "unreadable",
		entryId: actionEntryId(sessionId, action.id),
		sessionId,
		action,
		source: action,
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

	function commit(commitId: string): ApprovalRequest | null {
		const stored = sessions().commit(commitId);
		return stored === null ? null : commitRequest(stored);
	}

	function get(entryId: string): ApprovalRequest | null {
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
			return planned === null ? null : { kind, ...common(planned), planned, source: planned };
		}
		const planned = revocations.get(id);
		return planned === null ? null : { kind, ...common(planned), planned, source: planned };
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
			if (request.kind === "commit") return request.isConfirmed;
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
