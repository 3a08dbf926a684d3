import { z } from "zod";
import { type ActionResolution, actionResolution, resolvedAction } from "../../service-api/action-answer.ts";
import {
	type ReadPage,
	readEventPageInSlices,
	type Session,
	type StartTurn,
	session,
	startTurn,
} from "../../service-api/event-page.ts";
import type { Action } from "../../service-api/events.ts";
import { pathSegment } from "./address.ts";
import { pageText } from "./error-text.ts";
import { ServiceError } from "./errors.ts";
import type { Http } from "./http.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

interface PollCall {
	readonly sessionId: string;
	/** `null` reads the session from the start. */
	readonly cursor: string | null;
	readonly waitMs?: number;
	readonly signal?: AbortSignal;
}

export interface SessionPage {
	readonly sessions: readonly Session[];
	readonly nextCursor: string | null;
	readonly faults: number;
}

export interface AgentService {
	/** A retry must use the same key and body. */
	startTurn(body: StartTurn, key: string, signal?: AbortSignal): Promise<ReadPage>;
	interrupt(sessionId: string, turnId: string, key: string, signal?: AbortSignal): Promise<ReadPage>;
	poll(call: PollCall): Promise<ReadPage>;
	/** See docs/service-api/endpoints.md#in-the-interface-text. A retry must use the same key and body. */
	resolveAction(
		sessionId: string,
		actionId: string,
		body: ActionResolution,
		key: string,
		signal?: AbortSignal,
	): Promise<Action>;
	listSessions(cursor: string | null, signal?: AbortSignal): Promise<SessionPage>;
	/** See docs/service-api/endpoints.md#sessions. Some services don't have this endpoint. */
	changeSession(
		sessionId: string,
		change: SessionChange,
		key: string,
		signal?: AbortSignal,
	): Promise<Session>;
}

export interface SessionChange {
	readonly title?: string;
	readonly archived?: boolean;
}

const POLL_GRACE_MS = 10_000;
const listEnvelope = z.looseObject({ sessions: z.array(z.unknown()), nextCursor: z.string().nullish() });

async function pageOf(raw: unknown, signal: AbortSignal | undefined): Promise<ReadPage> {
	const page = await readEventPageInSlices(raw, () => yieldToEventLoop(signal));
	if (!page.ok) throw new ServiceError("unreadable", { detail: page.reason, text: pageText(page.reason) });
	return page.value;
}

function optional(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
	return signal === undefined ? {} : { signal };
}

export function chatPath(sessionId: string, rest = ""): string {
	return `/v1/agent/chat/${pathSegment(sessionId)}${rest}`;
}

export function createAgent(http: Http, timeoutMs = 20_000): AgentService {
	return {
		async startTurn(body, key, signal) {
			const checked = startTurn.parse(body);
			const id = checked.sessionId ?? null;
			return await pageOf(
				await http.json({
					method: "POST",
					path: "/v1/agent/chat",
					body: checked,
					idempotencyKey: key,
					...(id === null ? {} : { sessionId: id }),
					...optional(signal),
				}),
				signal,
			);
		},
		async interrupt(sessionId, turnId, key, signal) {
			return await pageOf(
				await http.json({
					method: "POST",
					path: chatPath(sessionId, "/interrupt"),
					body: { turnId },
					sessionId,
					idempotencyKey: key,
					...optional(signal),
				}),
				signal,
			);
		},
		async resolveAction(sessionId, actionId, body, key, signal) {
			const raw = await http.json({
				method: "POST",
				path: chatPath(sessionId, `/actions/${pathSegment(actionId)}/result`),
				body: actionResolution.parse(body),
				sessionId,
				idempotencyKey: key,
				...optional(signal),
			});
			const answer = resolvedAction.safeParse(raw);
			if (!answer.success) throw new ServiceError("unreadable", { detail: "action answer" });
			if (answer.data.action.id !== actionId)
				throw new ServiceError("unreadable", { detail: "the answer is of another action" });
			return answer.data.action;
		},
		async poll({ sessionId, cursor, waitMs = 0, signal }) {
			return await pageOf(
				await http.json({
					method: "GET",
					path: chatPath(sessionId),
					query: {
						...(cursor === null ? {} : { cursor }),
						...(waitMs > 0 ? { wait: String(waitMs) } : {}),
					},
					sessionId,
					// A long poll ends after its wait plus a grace period, without the usual timeout on top.
					extraMs: waitMs > 0 ? waitMs + POLL_GRACE_MS - timeoutMs : 0,
					...optional(signal),
				}),
				signal,
			);
		},
		async changeSession(sessionId, change, key, signal) {
			const raw = await http.json({
				method: "PATCH",
				path: `/v1/agent/sessions/${pathSegment(sessionId)}`,
				body: change,
				sessionId,
				idempotencyKey: key,
				...optional(signal),
			});
			const answer = session.safeParse(raw);
			if (!answer.success) throw new ServiceError("unreadable", { detail: "session answer" });
			if (answer.data.id !== sessionId)
				throw new ServiceError("unreadable", { detail: "the answer is of another session" });
			return answer.data;
		},
		async listSessions(cursor, signal) {
			const raw = await http.json({
				method: "GET",
				path: "/v1/agent/sessions",
				query: { limit: "100", ...(cursor === null ? {} : { cursor }) },
				...optional(signal),
			});
			const list = listEnvelope.safeParse(raw);
			if (!list.success) throw new ServiceError("unreadable", { detail: "session list" });
			const read = list.data.sessions.map((item) => session.safeParse(item));
			const sessions = read.flatMap((item) => (item.success ? [item.data] : []));
			return {
				sessions,
				nextCursor: list.data.nextCursor ?? null,
				faults: read.length - sessions.length,
			};
		},
	};
}
