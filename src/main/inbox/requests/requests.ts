import { agentSession } from "../../../core/identities/agents.ts";
import {
	type ApprovalRequest,
	isActionLikeRequest,
	type PlannedReplacement,
	type PlannedRevocation,
	type PlannedTransfer,
	type RequestEdit,
} from "../../../core/review/approval-request.ts";
import type { Action } from "../../../service-api/events.ts";
import { type AgentProposal, type Proposals, proposalEntryId } from "../../agents/proposals.ts";
import { isOpen } from "../../conversations/log/commit-rules.ts";
import type { StoredAction, StoredCommit, StoredUnreadable } from "../../conversations/session-types.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import { actionEntryId, entryIdOf, entryKeyOf, pipelineEntryId } from "../entries/entry.ts";
import { PIPELINE_SESSION } from "../entries/titles.ts";
import type { CommittedAction, CommittedActions } from "./committed.ts";

export interface LocalRequests<Planned> {
	get(id: string): Planned | null;
}

interface StoredEdits {
	/** Returns the user's changes to a request, as the same object until the next change. */
	get(entryId: string, of: object): RequestEdit | null;
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

export function proposalRequest({ stored, ...read }: AgentProposal): ApprovalRequest {
	const common = {
		entryId: proposalEntryId(stored.id),
		sessionId: agentSession(stored.agent),
		source: read.action,
		receivedAt: stored.receivedAt,
	};
	if (read.kind === "unreadable") return { ...read, ...common };
	const { agent: agentId, reason, asked: requestCount, payment, caller, receivedAt: firstSeen } = stored;
	return { ...read, ...common, firstSeen, agentId, reason, requestCount, payment, caller };
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

export class Requests {
	readonly #sessions: () => Pick<
		Sessions,
		"commit" | "action" | "unreadableAction" | "refreshCommit" | "refreshSession"
	>;
	readonly #replacements: LocalRequests<PlannedReplacement>;
	readonly #revocations: LocalRequests<PlannedRevocation>;
	readonly #committed: () => Pick<CommittedActions, "get">;
	readonly #proposals: Pick<Proposals, "get">;
	readonly #transfers: LocalRequests<PlannedTransfer>;
	readonly #edits: StoredEdits;
	readonly #fresh = new WeakSet<Action>();

	constructor(
		sessions: () => Pick<
			Sessions,
			"commit" | "action" | "unreadableAction" | "refreshCommit" | "refreshSession"
		>,
		replacements: LocalRequests<PlannedReplacement>,
		revocations: LocalRequests<PlannedRevocation>,
		committed: () => Pick<CommittedActions, "get"> = () => ({ get: () => null }),
		proposals: Pick<Proposals, "get"> = { get: () => null },
		transfers: LocalRequests<PlannedTransfer> = { get: () => null },
		edits: StoredEdits = { get: () => null },
	) {
		this.#sessions = sessions;
		this.#replacements = replacements;
		this.#revocations = revocations;
		this.#committed = committed;
		this.#proposals = proposals;
		this.#transfers = transfers;
		this.#edits = edits;
	}

	commit(commitId: string): ApprovalRequest | null {
		const stored = this.#sessions().commit(commitId);
		return stored === null ? null : commitRequest(stored);
	}

	/** Includes the user's changes, which make it a different request. */
	get(entryId: string): ApprovalRequest | null {
		const request = this.#stated(entryId);
		if (request === null || !isActionLikeRequest(request)) return request;
		const edit = this.#edits.get(entryId, request.source);
		return edit === null ? request : { ...request, edit, source: edit };
	}

	#stated(entryId: string): ApprovalRequest | null {
		const key = entryKeyOf(entryId);
		if (key?.kind === "commit") return this.commit(key.commitId);
		if (key?.kind === "action") {
			const { sessionId, actionId } = key;
			const stored = this.#sessions().action(sessionId, actionId);
			if (stored !== null) return actionRequest(stored);
			const unreadable = this.#sessions().unreadableAction(sessionId, actionId);
			return unreadable === null ? null : unreadableRequest(unreadable);
		}
		if (key?.kind === "pipeline") {
			const kept = this.#committed().get(key);
			return kept === null ? null : committedRequest(kept);
		}
		if (key?.kind === "proposal") {
			const proposal = this.#proposals.get(key.id);
			return proposal === null ? null : proposalRequest(proposal);
		}
		return key === null ? null : this.#localRequest(entryId, key);
	}

	async refresh(entryId: string): Promise<void> {
		const key = entryKeyOf(entryId);
		if (key?.kind === "commit") await this.#sessions().refreshCommit(key.commitId);
		if (key?.kind !== "action") return;
		await this.#sessions().refreshSession(key.sessionId);
		const stored = this.#sessions().action(key.sessionId, key.actionId);
		if (stored !== null) this.#fresh.add(stored.action);
	}

	/**
	 * Returns whether the current request comes from the latest read of the service, either by the commit's
	 * own GET or by a refresh of the session.
	 */
	confirmed(request: ApprovalRequest): boolean {
		if (request.kind === "commit") return request.isConfirmed;
		// These requests are stored on this computer, so the service can't confirm them.
		if (request.kind !== "action" || request.build !== undefined) return true;
		return this.#fresh.has(request.action);
	}

	asks(entryId: string): boolean {
		const request = this.get(entryId);
		if (request === null) return false;
		if (isActionLikeRequest(request)) return request.action.state === "pending";
		if (request.kind === "unreadable") return (request.action.state ?? "pending") === "pending";
		if (request.kind !== "commit") return true;
		const { read } = request;
		return read.kind === "unreadable" ? isOpen(read) : read.view.state === "needs_signature";
	}

	#localRequest(
		entryId: string,
		{ kind, id }: { kind: "replacement" | "revocation" | "transfer"; id: string },
	): ApprovalRequest | null {
		const common = ({ sessionId, plannedAt }: { sessionId: string; plannedAt: number }) => ({
			entryId,
			sessionId,
			receivedAt: plannedAt,
		});
		if (kind === "replacement") {
			const planned = this.#replacements.get(id);
			return planned === null ? null : { kind, ...common(planned), planned, source: planned };
		}
		if (kind === "transfer") {
			const planned = this.#transfers.get(id);
			return planned === null ? null : { kind, ...common(planned), planned, source: planned };
		}
		const planned = this.#revocations.get(id);
		return planned === null ? null : { kind, ...common(planned), planned, source: planned };
	}
}
