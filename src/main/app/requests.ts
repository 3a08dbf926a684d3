import type { ReadCommit } from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";
import { actionEntryId, entryIdOf, entryKeyOf } from "../inbox/entry.ts";
import type { Sessions, StoredAction, StoredCommit } from "../sessions/types.ts";
import type { PlannedReplacement, Replacements } from "./replacing.ts";
import type { PlannedRevocation, Revocations } from "./revoking.ts";

/** What stands behind an entry: a stored commit, a stored action, or a replacement or revocation that the person wished. */

interface Common {
	readonly entryId: string;
	readonly sessionId: string;
	/** The very object that was read: another one is another request. */
	readonly of: object;
	/** Unix ms. */
	readonly receivedAt: number;
}

export type Request = Common &
	(
		| {
				readonly kind: "commit";
				readonly commitId: string;
				readonly read: ReadCommit;
				readonly stored: StoredCommit;
		  }
		| { readonly kind: "action"; readonly action: Action }
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

export function actionRequest({ sessionId, action, receivedAt }: StoredAction): Request {
	return {
		kind: "action",
		entryId: actionEntryId(sessionId, action.id),
		sessionId,
		action,
		of: action,
		receivedAt,
	};
}

export function createRequests(
	sessions: () => Sessions,
	replacements: Pick<Replacements, "get">,
	revocations: Pick<Revocations, "get">,
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
			const stored = sessions().action(key.sessionId, key.actionId);
			return stored === null ? null : actionRequest(stored);
		}
		return key === null ? null : wished(entryId, key);
	}

	function wished(entryId: string, { kind, id }: { kind: "replacement" | "revocation"; id: string }) {
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
			return request.kind !== "action" || fresh.has(request.action);
		},
		asks(entryId) {
			const request = get(entryId);
			if (request === null) return false;
			if (request.kind === "action") return request.action.state === "pending";
			if (request.kind !== "commit") return true;
			return request.read.kind === "unreadable" || request.read.view.state === "needs_signature";
		},
	};
}
