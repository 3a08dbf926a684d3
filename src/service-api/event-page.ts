import { z } from "zod";
import { commitStub, commitView, type ReadCommit } from "./commit.ts";
import { isTooDeep, TOO_DEEP } from "./depth.ts";
import { anyEvent, concreteEvent, EVENT_KINDS, type ReadEvent } from "./events.ts";
import { open, withNulls } from "./open.ts";
import { userState } from "./user-state.ts";

const envelope = open({
	session_id: z.string(),
	cursor: z.string(),
	events: z.array(z.unknown()),
	has_more: z.boolean(),
	commits: z.array(z.unknown()).nullish(),
});

/** Strict schema for the conformance check and tests. The app parses pages with `readEventPage`. */
export const eventPage = open({
	session_id: z.string(),
	cursor: z.string(),
	events: z.array(concreteEvent),
	has_more: z.boolean(),
	commits: z.array(commitView).optional(),
});
export type EventPage = z.infer<typeof eventPage>;

export interface ReadPage {
	readonly sessionId: string;
	readonly cursor: string;
	readonly hasMore: boolean;
	readonly events: readonly ReadEvent[];
	readonly commits: readonly ReadCommit[];
	readonly faults: readonly string[];
}

export type Reading<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: string };

export function firstIssue(error: z.core.$ZodError): string {
	const issue = error.issues[0];
	if (issue === undefined) return "unreadable";
	const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
	return `${path.join("").replace(/^\./, "") || "value"}: ${issue.message}`;
}

const ofAction = open({ type: z.literal("action") });
const whole = z.number().int();
const positiveInteger = whole.min(1);

/** Replaces an invalid sequence, turn or time, so that the action is still displayed. */
function withValidPosition(raw: unknown): unknown {
	const action = ofAction.safeParse(raw);
	if (!action.success) return raw;
	const { sequence, turn_id, occurred_at } = action.data;
	return {
		...action.data,
		sequence: positiveInteger.safeParse(sequence).success ? sequence : 1,
		turn_id: typeof turn_id === "string" ? turn_id : null,
		occurred_at: whole.safeParse(occurred_at).success ? occurred_at : 0,
	};
}

function shallow(raw: unknown): unknown {
	if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
	return Object.fromEntries(Object.entries(raw).filter(([, member]) => !isTooDeep(member)));
}

function readDeepEvent(raw: unknown): ReadEvent | string {
	const any = anyEvent.safeParse(withNulls(anyEvent, withValidPosition(shallow(raw))));
	return any.success ? { kind: "unreadable", event: any.data, reason: TOO_DEEP } : TOO_DEEP;
}

function readEvent(raw: unknown): ReadEvent | string {
	if (isTooDeep(raw)) return readDeepEvent(raw);
	const strict = concreteEvent.safeParse(raw);
	const known = strict.success ? strict : concreteEvent.safeParse(withNulls(concreteEvent, raw));
	if (known.success) return { kind: "known", event: known.data };
	const any = anyEvent.safeParse(withNulls(anyEvent, withValidPosition(raw)));
	if (!any.success) return firstIssue(any.error);
	if (!EVENT_KINDS.has(any.data.type)) return { kind: "unknown", event: any.data };
	return { kind: "unreadable", event: any.data, reason: firstIssue(known.error) };
}

export function readCommit(raw: unknown): ReadCommit {
	if (isTooDeep(raw)) return unreadableCommit(shallow(raw), TOO_DEEP);
	const strict = commitView.safeParse(raw);
	const filled = strict.success ? raw : withNulls(commitView, raw);
	const view = strict.success ? strict : commitView.safeParse(filled);
	if (view.success) return { kind: "known", view: view.data, reviewFault: null };
	const without = commitView.safeParse(
		typeof filled === "object" && filled !== null ? { ...filled, review: null } : filled,
	);
	const reason = firstIssue(view.error);
	if (without.success) return { kind: "known", view: without.data, reviewFault: reason };
	return unreadableCommit(raw, reason);
}

function unreadableCommit(raw: unknown, reason: string): ReadCommit {
	const stub = commitStub.safeParse(raw);
	if (!stub.success) return { kind: "unreadable", commitId: null, reason };
	const { commit_id: commitId, thread_id: threadId, state } = stub.data;
	return {
		kind: "unreadable",
		commitId,
		reason,
		...(threadId === undefined ? {} : { threadId }),
		...(state === undefined ? {} : { state }),
	};
}

const SLICE = 16;

function* readingPage(raw: unknown): Generator<undefined, Reading<ReadPage>> {
	const page = envelope.safeParse(raw);
	if (!page.success) return { ok: false, reason: firstIssue(page.error) };
	const { session_id: sessionId, cursor, has_more: hasMore } = page.data;
	const events: ReadEvent[] = [];
	const commits: ReadCommit[] = [];
	const faults: string[] = [];
	for (const [index, item] of page.data.events.entries()) {
		const event = readEvent(item);
		if (typeof event === "string") faults.push(`events[${index}].${event}`);
		else events.push(event);
		if (index % SLICE === SLICE - 1) yield;
	}
	for (const [index, item] of (page.data.commits ?? []).entries()) {
		commits.push(readCommit(item));
		if (index % SLICE === SLICE - 1) yield;
	}
	return { ok: true, value: { sessionId, cursor, hasMore, events, commits, faults } };
}

/**
 * Parses each item separately, so a malformed one doesn't affect the others. Fails only if the envelope is
 * unreadable.
 */
export function readEventPage(raw: unknown): Reading<ReadPage> {
	const reading = readingPage(raw);
	for (;;) {
		const { done, value } = reading.next();
		if (done === true) return value;
	}
}

/** @param breathe yields to the event loop after each slice; if it throws, parsing stops */
export async function readEventPageInSlices(
	raw: unknown,
	breathe: () => Promise<void>,
): Promise<Reading<ReadPage>> {
	const reading = readingPage(raw);
	for (;;) {
		const { done, value } = reading.next();
		if (done === true) return value;
		await breathe();
	}
}

/** Body of POST /v1/agent/chat. Strict, because the app sends it. */
export const startTurn = z.strictObject({
	message: z.string().min(1).max(32_000),
	sessionId: z.string().max(160).nullish(),
	applicationId: z.number().int().min(1).nullish(),
	app: z.string().min(1).max(160).nullish(),
	mode: z.enum(["auto", "direct"]).nullish(),
	model: z.string().nullish(),
	userState: userState.nullish(),
	clientId: z.string().nullish(),
	cursor: z.string().nullish(),
});
export type StartTurn = z.infer<typeof startTurn>;

export const interruptTurn = z.strictObject({ turnId: z.string() });

export const sessionId = z.string().min(1).max(160);
export const idempotencyKey = z.string().min(1).max(160);
export const waitMs = z.number().int().min(0).max(30_000);

/** docs/service-api/endpoints.md#sessions */
export const session = open({
	id: z.string(),
	title: z.string().nullish(),
	updatedAt: z.number().int(),
	archived: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionList = open({ sessions: z.array(session), nextCursor: z.string().nullish() });
