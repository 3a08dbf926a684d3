import { deepFreeze } from "../../../core/match/freeze.ts";
import { firstIssue } from "../../../service-api/event-page.ts";
import { type Action, actionEvent, type UnreadableAction } from "../../../service-api/events.ts";
import { parseStrictJson } from "../../service/strict-json.ts";

/** An action outside the service's sessions: a request from a Build, or a local agent's proposal. */
interface StoredRequest {
	readonly id: string;
	/** JSON text of the ActionRequest. */
	readonly request: string;
	/** Unix ms. */
	readonly receivedAt: number;
	/** Unix seconds. `null` if it doesn't expire. */
	readonly expiresAt: number | null;
	/** The user or the agent ended the request without a signature. */
	readonly isEnded: boolean;
}

type StoredRead =
	| { readonly kind: "action"; readonly action: Action }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction };

/** Parses the JSON strictly, but keeps unknown fields so the match can report them. */
export function readStoredAction({ id, request, receivedAt, expiresAt, isEnded }: StoredRequest): StoredRead {
	const seconds = Math.floor(receivedAt / 1000);
	const state = isEnded ? ("rejected" as const) : ("pending" as const);
	const meta = { type: "action", event_id: id, sequence: 1, turn_id: null, occurred_at: seconds };
	const unreadable = (reason: string): StoredRead => ({
		kind: "unreadable",
		action: { id, revision: 0, state, reason, raw: { ...meta, request } },
	});
	let value: unknown;
	try {
		value = parseStrictJson(request);
	} catch (cause) {
		return unreadable(cause instanceof Error ? cause.message : "not readable");
	}
	const read = actionEvent.safeParse({
		...meta,
		id,
		revision: 0,
		state,
		request: value,
		created_at: seconds,
		expires_at: expiresAt,
	});
	if (!read.success) return unreadable(firstIssue(read.error));
	return { kind: "action", action: deepFreeze(read.data) };
}
