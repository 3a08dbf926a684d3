import { type CommitManual, commitManual, type ReadCommit } from "../../contract/commit.ts";
import { readCommit } from "../../contract/event-page.ts";
import { ServiceError } from "./errors.ts";
import type { Call, Http } from "./http.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Commits of a chat session: read with authority, answered by hand (learnt.md 7.1). */

export interface CommitsService {
	/** GET. An answer that breaks the contract or is of another commit is `unreadable`; no answer throws a ServiceError. */
	getCommit(commitId: string, threadId: string, signal?: AbortSignal): Promise<ReadCommit>;
	/** POST manual. Safe to repeat with the same key and body only. */
	postManual(
		commitId: string,
		threadId: string,
		body: CommitManual,
		idempotencyKey: string,
		signal?: AbortSignal,
	): Promise<ReadCommit>;
}

/** Reads an answer about one commit as strictly as signing needs it. */
export function readCommitAnswer(text: string, commitId: string, threadId: string): ReadCommit {
	let raw: unknown;
	try {
		raw = parseStrictJson(text);
	} catch (error) {
		if (error instanceof SyntaxError)
			throw new ServiceError("unreadable", { detail: "not JSON", cause: error });
		return { kind: "unreadable", commitId, reason: error instanceof Error ? error.message : "not readable" };
	}
	const read = readCommit(raw);
	if (read.kind === "unreadable") return { ...read, commitId };
	if (read.view.commit_id !== commitId)
		return { kind: "unreadable", commitId, reason: "commit_id: the service answered with another commit" };
	if (read.view.thread_id !== threadId)
		return { kind: "unreadable", commitId, reason: "thread_id: the commit belongs to another session" };
	return read;
}

export function createCommits(http: Http): CommitsService {
	async function ask(commitId: string, threadId: string, call: Call): Promise<ReadCommit> {
		return readCommitAnswer(await http.text(call), commitId, threadId);
	}
	const pathOf = (commitId: string) => `/api/commits/${encodeURIComponent(commitId)}`;
	return {
		getCommit: (commitId, threadId, signal) =>
			ask(commitId, threadId, {
				method: "GET",
				path: pathOf(commitId),
				sessionId: threadId,
				...(signal === undefined ? {} : { signal }),
			}),
		postManual: (commitId, threadId, body, idempotencyKey, signal) =>
			ask(commitId, threadId, {
				method: "POST",
				path: `${pathOf(commitId)}/manual`,
				sessionId: threadId,
				body: commitManual.parse(body),
				idempotencyKey,
				...(signal === undefined ? {} : { signal }),
			}),
	};
}
