import {
	type CommitManual,
	type CommitWalletAttemptOutcome,
	type CommitWalletAttemptRequest,
	type CommitWalletAttemptView,
	commitManual,
	commitWalletAttemptOutcome,
	commitWalletAttemptRequest,
	commitWalletAttemptView,
	type ReadAttempt,
	type ReadCommit,
} from "../../service-api/commit.ts";
import { firstIssue, readCommit } from "../../service-api/event-page.ts";
import { unknownMembers } from "../../service-api/open.ts";
import { pathSegment, type ServiceCall } from "./address.ts";
import { ServiceError } from "./errors.ts";
import type { Http } from "./http.ts";
import { parseStrictJson } from "./strict-json.ts";

export interface CommitsService {
	getCommit(commitId: string, threadId: string, signal?: AbortSignal): Promise<ReadCommit>;
	/** A retry must use the same key and body. */
	postManual(
		commitId: string,
		threadId: string,
		body: CommitManual,
		idempotencyKey: string,
		signal?: AbortSignal,
	): Promise<ReadCommit>;
	/** A retry must use the same `client_request_id`. */
	startWalletAttempt(
		commitId: string,
		threadId: string,
		body: CommitWalletAttemptRequest,
		signal?: AbortSignal,
	): Promise<ReadAttempt>;
	/** A retry must use the same body. */
	reportWalletAttempt(
		commitId: string,
		threadId: string,
		attemptId: string,
		body: CommitWalletAttemptOutcome,
		signal?: AbortSignal,
	): Promise<ReadCommit>;
}

function strictly(text: string): { readonly value: unknown } | { readonly reason: string } {
	try {
		return { value: parseStrictJson(text) };
	} catch (error) {
		if (error instanceof SyntaxError)
			throw new ServiceError("unreadable", { detail: "not JSON", cause: error });
		return { reason: error instanceof Error ? error.message : "not readable" };
	}
}

export function readCommitAnswer(text: string, commitId: string, threadId: string): ReadCommit {
	const raw = strictly(text);
	if ("reason" in raw) return { kind: "unreadable", commitId, reason: raw.reason };
	const read = readCommit(raw.value);
	const isKnown = read.kind === "known";
	const [namedId, namedThread] = isKnown
		? [read.view.commit_id, read.view.thread_id]
		: [read.commitId ?? commitId, read.threadId ?? threadId];
	if (namedId !== commitId)
		return { kind: "unreadable", commitId, reason: "commit_id: the service answered with another commit" };
	if (namedThread !== threadId)
		return { kind: "unreadable", commitId, reason: "thread_id: the commit belongs to another session" };
	return isKnown ? read : { ...read, commitId };
}

/** See docs/service-api/limits.md */
const MAX_ID_LENGTH = 160;

/** The ID becomes part of a path, and dots alone would change the path. */
function isId(id: string): boolean {
	return id.length <= MAX_ID_LENGTH && /^[\x21-\x7e]+$/.test(id) && !/^\.+$/.test(id);
}

function faultOfAttempt(
	view: CommitWalletAttemptView,
	commitId: string,
	asked: Pick<CommitWalletAttemptRequest, "transport">,
): string | null {
	if (view.commit_id !== commitId) return "commit_id: the service answered for another commit";
	if (view.transport !== asked.transport) return "transport: the service answered for another route";
	if (!isId(view.attempt_id)) return "attempt_id: not an id";
	const [unknown] = unknownMembers(commitWalletAttemptView, view);
	return unknown === undefined ? null : `${unknown}: needs a newer Countersign`;
}

export function readAttemptAnswer(
	text: string,
	commitId: string,
	asked: Pick<CommitWalletAttemptRequest, "transport">,
): ReadAttempt {
	const raw = strictly(text);
	if ("reason" in raw) return { kind: "unreadable", reason: raw.reason };
	const parsed = commitWalletAttemptView.safeParse(raw.value);
	if (!parsed.success) return { kind: "unreadable", reason: firstIssue(parsed.error) };
	const view = parsed.data;
	const reason = faultOfAttempt(view, commitId, asked);
	if (reason === null) return { kind: "known", view };
	const named = view.commit_id === commitId && isId(view.attempt_id);
	return { kind: "unreadable", reason, ...(named ? { attemptId: view.attempt_id } : {}) };
}

/** @param ofPipeline returns `true` for a Build's commit, which has its own endpoint */
export function createCommits(
	http: Http,
	ofPipeline: (commitId: string) => boolean = () => false,
): CommitsService {
	async function ask(commitId: string, threadId: string, call: ServiceCall): Promise<ReadCommit> {
		return readCommitAnswer(await http.text(call), commitId, threadId);
	}
	const pathOf = (commitId: string) =>
		`${ofPipeline(commitId) ? "/v1/pipeline/evm/commits" : "/api/commits"}/${pathSegment(commitId)}`;
	return {
		getCommit: async (commitId, threadId, signal) =>
			await ask(commitId, threadId, {
				method: "GET",
				path: pathOf(commitId),
				sessionId: threadId,
				...(signal === undefined ? {} : { signal }),
			}),
		postManual: async (commitId, threadId, body, idempotencyKey, signal) =>
			await ask(commitId, threadId, {
				method: "POST",
				path: `${pathOf(commitId)}/manual`,
				sessionId: threadId,
				body: commitManual.parse(body),
				idempotencyKey,
				...(signal === undefined ? {} : { signal }),
			}),
		startWalletAttempt: async (commitId, threadId, body, signal) => {
			// Sent without an Idempotency-Key, because the body has a request ID
			// (docs/service-api/endpoints.md#commits-of-a-chat-session).
			const text = await http.text({
				method: "POST",
				path: `${pathOf(commitId)}/wallet-attempts`,
				sessionId: threadId,
				body: commitWalletAttemptRequest.parse(body),
				...(signal === undefined ? {} : { signal }),
			});
			return readAttemptAnswer(text, commitId, body);
		},
		reportWalletAttempt: async (commitId, threadId, attemptId, body, signal) =>
			await ask(commitId, threadId, {
				method: "POST",
				path: `${pathOf(commitId)}/wallet-attempts/${pathSegment(attemptId)}/report`,
				sessionId: threadId,
				body: commitWalletAttemptOutcome.parse(body),
				...(signal === undefined ? {} : { signal }),
			}),
	};
}
