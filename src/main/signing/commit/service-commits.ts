import { plain } from "../../../core/format/plain.ts";
import { message } from "../../../core/message.ts";
import { actionResolution } from "../../../service-api/action-answer.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { CommittedActions } from "../../inbox/requests/committed.ts";
import { ServiceError } from "../../service/errors.ts";
import type { Service } from "../../service/service.ts";
import { type ActionService, CommitFault, type CommitService } from "../ports.ts";

/** Signing's view of a failure of the service: whether the same call may be made again, and in whose words. */
function asCommitFault(cause: unknown): unknown {
	if (!(cause instanceof ServiceError)) return cause;
	return new CommitFault(cause.text, {
		// A token can be renewed; until then the call waits rather than fails.
		again: cause.retryable || cause.kind === "unauthorized" || cause.kind === "forbidden",
		retryAfterMs: cause.retryAfterMs,
		cause,
		conflict: cause.kind === "conflict",
		unclear: cause.kind === "unreadable",
		serviceText: cause.serviceCode === null ? null : plain(cause.serviceCode, 60),
	});
}

/** Failures of the service as signing reads them. */
async function calling<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call();
	} catch (cause) {
		const fault = asCommitFault(cause);
		throw fault instanceof Error
			? fault
			: new CommitFault(message("signing.not-asked"), { again: true, retryAfterMs: null, cause });
	}
}

export interface SigningServicesParts {
	readonly service: Service;
	readonly sessions: Sessions;
	/** Filled with the commits that are being read for signing: what that brings is no news to it. */
	readonly reading: Set<string>;
	/** What stateless commits ask for is kept here. */
	readonly committed: Pick<CommittedActions, "get">;
	readonly log: (line: string) => void;
}

/** The service as signing speaks to it: what it answers is taken up by the sessions, too. */
export function signingServices({ service, sessions, reading, committed, log }: SigningServicesParts): {
	readonly commits: CommitService;
	readonly actions: ActionService;
} {
	const commits: CommitService = {
		async read(commitId) {
			reading.add(commitId);
			try {
				return await calling(() => sessions.refreshCommit(commitId));
			} finally {
				reading.delete(commitId);
			}
		},
		manual: async (commitId, sessionId, body, key) => {
			const read = await calling(() => service.postManual(commitId, sessionId, body, key));
			sessions.acceptCommit(sessionId, read);
			return read;
		},
		startAttempt: async (commitId, sessionId, body) => {
			const read = await calling(() => service.startWalletAttempt(commitId, sessionId, body));
			// The claim says nothing of the commit's new version: its own GET does.
			void commits.read(commitId, sessionId).catch((cause: unknown) => log(`claim: ${String(cause)}`));
			return read;
		},
		reportAttempt: async (commitId, sessionId, attemptId, body) => {
			const read = await calling(() => service.reportWalletAttempt(commitId, sessionId, attemptId, body));
			sessions.acceptCommit(sessionId, read);
			return read;
		},
	};
	const actions: ActionService = {
		read: async (actionId, sessionId) => {
			await calling(() => sessions.refreshSession(sessionId));
			return sessions.action(sessionId, actionId)?.action ?? null;
		},
		committed(build) {
			const kept = committed.get(build);
			return kept?.kind === "action" ? kept.action : null;
		},
		resolve: async (actionId, sessionId, body, key) => {
			const answered = await calling(() =>
				service.resolveAction(sessionId, actionId, actionResolution.parse(body), key),
			);
			// The log says it too; reading it now only spares the wait.
			void sessions.refreshSession(sessionId).catch((cause: unknown) => log(`answer: ${String(cause)}`));
			return answered;
		},
	};
	return { commits, actions };
}
