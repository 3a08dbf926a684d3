import { randomUUID } from "node:crypto";
import { z } from "zod";
import { commitManual } from "../../src/service-api/commit.ts";
import {
	firstIssue,
	interruptTurn,
	type Session,
	type StartTurn,
	sessionId as sessionIdWord,
	startTurn,
	waitMs,
} from "../../src/service-api/event-page.ts";
import { accountRoutes } from "./account-routes.ts";
import { actionAnswer } from "./actions.ts";
import type { TurnInput } from "./agent.ts";
import type { Answer, Exchange, Route } from "./http.ts";
import { intentHash, requireKey } from "./idempotency.ts";
import type { Page } from "./pages.ts";
import { cohortSubject, isCohortThread } from "./pipeline-life.ts";
import { pipelineRoutes } from "./pipeline-routes.ts";
import { Problem } from "./problem.ts";
import { preciseNow } from "./records.ts";
import type { RouteParts } from "./route-parts.ts";
import { streamSession } from "./stream.ts";
import { walletAttemptRoutes } from "./wallet-attempts.ts";

/** Serves the endpoints of the interface that the mock service offers. */

function parse<T>(schema: z.ZodType<T>, value: unknown, status = 422): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const code = status === 400 ? "invalid_request" : "unprocessable";
	throw new Problem(status, code, firstIssue(result.error));
}

const json = (value: unknown, status = 200): Answer => ({ status, text: JSON.stringify(value) });

function pathId(ids: readonly string[], index = 0): string {
	return parse(sessionIdWord, ids[index], 400);
}

function sendPage(parts: RouteParts, sessionId: string, page: Page): Answer {
	if (page.commitIds.length > 0) {
		parts.book.pages.push({ at: preciseNow(), sessionId, via: "page", commitIds: [...page.commitIds] });
	}
	return { status: 200, text: page.text };
}

/** Opens a turn for a message and returns the turn's id. */
export function openTurn(parts: RouteParts, sessionId: string, input: TurnInput): string {
	parts.turns.requireIdle(sessionId);
	const turnId = `trn_${randomUUID()}`;
	const message = {
		type: "message",
		sender: "user",
		content: input.message,
		message_key: `${turnId}:request`,
	};
	parts.turns.start(sessionId, turnId, [message], parts.agent.scriptFor(input));
	return turnId;
}

/** Returns true if the mode is Auto. An omitted mode is Auto unless an app is named, which selects Direct. */
function isAuto({ mode, app, applicationId }: StartTurn): boolean {
	return (
		mode === "auto" || ((mode ?? null) === null && (app ?? null) === null && (applicationId ?? null) === null)
	);
}

function startRoute(parts: RouteParts) {
	return (exchange: Exchange): Answer => {
		const key = requireKey(exchange.headers["idempotency-key"]?.toString());
		const body = parse(startTurn, exchange.body);
		const hash = intentHash(exchange.method, exchange.url.pathname, exchange.body);
		const earlier = parts.idempotency.earlier(key, hash);
		const sessionId = earlier ?? (body.sessionId || `ses_${randomUUID()}`);
		const cursor = body.cursor ?? null;
		const known = parts.log.session(sessionId);
		if (known === null && cursor !== null) {
			throw new Problem(400, "invalid_cursor", "That cursor does not belong to this session.");
		}
		const position = known === null ? 0 : startPosition(parts, sessionId, cursor);
		if (earlier === null) {
			const { evm, svm } = body.userState ?? {};
			if (isAuto(body) && [evm?.broadcaster, svm?.broadcaster].includes("wallet")) {
				throw new Problem(422, "broadcaster_incompatible", "Auto can't be submitted by the wallet.");
			}
			parts.turns.requireIdle(sessionId);
			parts.pipeline.setAccounts({ evm: evm?.address ?? null, svm: svm?.address ?? null });
			parts.db.transaction(() => {
				parts.log.ensureSession(sessionId, exchange.subject);
				parts.idempotency.store(key, hash, sessionId);
				openTurn(parts, sessionId, {
					message: body.message,
					userState: body.userState ?? null,
					mode: body.mode ?? null,
				});
			});
		}
		return sendPage(parts, sessionId, parts.pages.after(parts.pages.session(sessionId), position));
	};
}

/**
 * Returns the position to read from. An expired cursor means the start, so that it does not fail the accepted
 * turn.
 */
function startPosition(parts: RouteParts, sessionId: string, cursor: string | null): number {
	try {
		return parts.pages.positionOf(parts.pages.session(sessionId), cursor);
	} catch (error) {
		if (error instanceof Problem && error.status === 410) return 0;
		throw error;
	}
}

function interruptRoute(parts: RouteParts) {
	return (exchange: Exchange, ids: readonly string[]): Answer => {
		const key = requireKey(exchange.headers["idempotency-key"]?.toString());
		const { turnId } = parse(interruptTurn, exchange.body);
		const session = parts.pages.session(pathId(ids));
		const hash = intentHash(exchange.method, exchange.url.pathname, exchange.body);
		if (parts.idempotency.earlier(key, hash) === null) {
			parts.turns.interrupt(session.id, turnId);
			parts.idempotency.store(key, hash, session.id);
		}
		return sendPage(parts, session.id, parts.pages.after(parts.pages.session(session.id), 0));
	};
}

function cursorOf(exchange: Exchange): string | null {
	return exchange.url.searchParams.get("cursor");
}

function pollRoute(parts: RouteParts) {
	return async (exchange: Exchange, ids: readonly string[]): Promise<Answer> => {
		const session = parts.pages.session(pathId(ids));
		const text = exchange.url.searchParams.get("wait");
		const wait = text === null ? 0 : parse(waitMs, text === "" ? Number.NaN : Number(text), 400);
		const position = parts.pages.positionOf(session, cursorOf(exchange));
		const read = () => parts.pages.after(parts.pages.session(session.id), position);
		const first = read();
		if (first.count > 0 || wait === 0) return sendPage(parts, session.id, first);
		await waitForLog(parts, session.id, wait, exchange.disconnected);
		if (exchange.disconnected.aborted) return "streaming";
		return sendPage(parts, session.id, read());
	};
}

/** Resolves when the session's log grows, the time is over, or the caller disconnects. */
export async function waitForLog(
	{ hub, stream }: RouteParts,
	sessionId: string,
	ms: number,
	disconnected: AbortSignal,
): Promise<void> {
	await new Promise<void>((resolve) => {
		const wake = () => {
			cancel();
			unsubscribe();
			resolve();
		};
		const cancel = stream.after(ms, wake);
		const unsubscribe = hub.subscribe(sessionId, ({ kind }) => {
			if (kind === "log" || kind === "end") wake();
		});
		disconnected.addEventListener("abort", wake, { once: true });
	});
}

function streamRoute(parts: RouteParts) {
	return (exchange: Exchange, ids: readonly string[]): Answer => {
		const session = parts.pages.session(pathId(ids));
		const position = parts.pages.positionOf(session, cursorOf(exchange));
		return streamSession(parts.stream, exchange, session, position);
	};
}

const shown = ({ id, title, updatedAt, archived }: Session): Session => ({ id, title, updatedAt, archived });

const listQuery = z.object({
	limit: z.coerce.number().int().min(1).max(100).default(20),
	cursor: z
		.string()
		.regex(/^o\d{1,9}$/)
		.transform((cursor) => Number(cursor.slice(1)))
		.default(0),
});

const sessionChange = z.strictObject({ title: z.string().optional(), archived: z.boolean().optional() });

function sessionRoutes(parts: RouteParts): Route[] {
	const list = (exchange: Exchange): Answer => {
		const query = listQuery.safeParse(Object.fromEntries(exchange.url.searchParams));
		if (!query.success) {
			const code = query.error.issues[0]?.path[0] === "cursor" ? "invalid_cursor" : "invalid_request";
			throw new Problem(400, code, firstIssue(query.error));
		}
		const { limit, cursor } = query.data;
		const found = parts.log.sessions(limit + 1, cursor, exchange.subject);
		const nextCursor = found.length > limit ? `o${cursor + limit}` : null;
		return json({ sessions: found.slice(0, limit).map(shown), nextCursor });
	};
	const one = (_exchange: Exchange, ids: readonly string[]) => json(shown(parts.pages.session(pathId(ids))));
	const change = (exchange: Exchange, ids: readonly string[]): Answer => {
		const session = parts.pages.session(pathId(ids));
		parts.log.updateSession(session.id, parse(sessionChange, exchange.body));
		return json(shown(parts.pages.session(session.id)));
	};
	const remove = (_exchange: Exchange, ids: readonly string[]): Answer => {
		parts.log.deleteSession(parts.pages.session(pathId(ids)).id);
		return { status: 204, text: "" };
	};
	const path = /^\/v1\/agent\/sessions\/([^/]+)$/;
	return [
		{ method: "GET", path: /^\/v1\/agent\/sessions$/, scope: "agent:read", handle: list },
		{ method: "GET", path, scope: "agent:read", handle: one },
		{ method: "PATCH", path, scope: "agent:write", handle: change },
		{ method: "DELETE", path, scope: "agent:write", handle: remove },
	];
}

function commitRoutes(parts: RouteParts): Route[] {
	const answer = (commitId: string): Answer => {
		const text = parts.store.shown(commitId, "get");
		if (text === null) throw new Problem(404, "commit_not_found", "There is no such commit.");
		return { status: 200, text };
	};
	return [
		{
			method: "GET",
			path: /^\/api\/commits\/([^/]+)$/,
			scope: "agent:read",
			handle: (_exchange, ids) => answer(pathId(ids)),
		},
		{
			method: "POST",
			path: /^\/api\/commits\/([^/]+)\/manual$/,
			scope: "agent:actions:resolve",
			handle: async (exchange, ids) => {
				const record = await parts.commits.manual(pathId(ids), parse(commitManual, exchange.body));
				return answer(record.view.commit_id);
			},
		},
	];
}

/**
 * Serves commits of conversations under one route, and commits of Builds under the pipeline's
 * (docs/service-api/differences.md#requests-of-a-pipeline-commit).
 */
function allCommitRoutes(parts: RouteParts): Route[] {
	const chat = [...commitRoutes(parts), ...walletAttemptRoutes(parts)];
	const restricted = (route: Route, mayAccess: (threadId: string, exchange: Exchange) => boolean): Route => ({
		...route,
		handle(exchange, ids) {
			const thread = parts.store.get(pathId(ids))?.view.thread_id;
			if (thread !== undefined && !mayAccess(thread, exchange))
				throw new Problem(404, "commit_not_found", "There is no such commit.");
			return route.handle(exchange, ids);
		},
	});
	return [
		...chat.map((route) => restricted(route, (thread) => !isCohortThread(thread))),
		...chat.map((route) => {
			const source = route.path.source.replace(String.raw`\/api\/`, String.raw`\/v1\/pipeline\/evm\/`);
			const moved = { ...route, path: new RegExp(source), scope: "pipeline:execute" };
			return restricted(
				moved,
				(thread, { headers, subject }) =>
					isCohortThread(thread) &&
					headers["x-thread-id"] === thread &&
					parts.log.subjectOf(thread) === cohortSubject(subject),
			);
		}),
	];
}

const actionId = z
	.string()
	.max(160)
	.regex(/^act_[A-Za-z0-9_-]+$/);

function resultRoute(parts: RouteParts) {
	return async (exchange: Exchange, ids: readonly string[]): Promise<Answer> => {
		const key = requireKey(exchange.headers["idempotency-key"]?.toString());
		const id = parse(actionId, ids[1], 400);
		const session = parts.pages.session(pathId(ids));
		const body = parse(actionAnswer, exchange.body);
		const hash = intentHash(exchange.method, exchange.url.pathname, exchange.body);
		return { status: 200, text: await parts.actions.resolve(session.id, id, body, { key, hash }) };
	};
}

export function makeRoutes(parts: RouteParts): Route[] {
	const chat = String.raw`^\/v1\/agent\/chat\/([^/]+)`;
	return [
		{ method: "POST", path: /^\/v1\/agent\/chat$/, scope: "agent:write", handle: startRoute(parts) },
		{
			method: "POST",
			path: new RegExp(String.raw`${chat}\/interrupt$`),
			scope: "agent:write",
			handle: interruptRoute(parts),
		},
		{
			method: "POST",
			path: new RegExp(String.raw`${chat}\/actions\/([^/]+)\/result$`),
			scope: "agent:actions:resolve",
			handle: resultRoute(parts),
		},
		{ method: "GET", path: new RegExp(`${chat}$`), scope: "agent:read", handle: pollRoute(parts) },
		{
			method: "GET",
			path: new RegExp(String.raw`${chat}\/stream$`),
			scope: "agent:read",
			handle: streamRoute(parts),
		},
		...sessionRoutes(parts),
		...allCommitRoutes(parts),
		...pipelineRoutes(parts),
		...accountRoutes(parts),
	];
}
