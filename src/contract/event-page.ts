import { z } from "zod";
import { commitStub, commitView, type ReadCommit } from "./commit.ts";
import { anyEvent, concreteEvent, EVENT_KINDS, type ReadEvent } from "./events.ts";
import { open } from "./open.ts";
import { userState } from "./user-state.ts";

/** EventPage, how it is read, and the bodies that start and interrupt a turn. */

const envelope = open({
	session_id: z.string(),
	cursor: z.string(),
	events: z.array(z.unknown()),
	has_more: z.boolean(),
	commits: z.array(z.unknown()).optional(),
});

/** The strict form, as the interface writes it: for conformance and tests. The app reads with `readEventPage`. */
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
	/** In the order received, sequence order is the reader's business. */
	readonly events: readonly ReadEvent[];
	readonly commits: readonly ReadCommit[];
	/** Items without even an event id and sequence: they can't be kept, only told. */
	readonly faults: readonly string[];
}

export type Reading<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly reason: string };

/** The first thing wrong, with its path, as one line for a log or a person. */
export function firstIssue(error: z.core.$ZodError): string {
	const issue = error.issues[0];
	if (issue === undefined) return "unreadable";
	const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
	return `${path.join("").replace(/^\./, "") || "value"}: ${issue.message}`;
}

function readEvent(raw: unknown): ReadEvent | string {
	const known = concreteEvent.safeParse(raw);
	if (known.success) return { kind: "known", event: known.data };
	const any = anyEvent.safeParse(raw);
	if (!any.success) return firstIssue(any.error);
	if (!EVENT_KINDS.has(any.data.type)) return { kind: "unknown", event: any.data };
	return { kind: "unreadable", event: any.data, reason: firstIssue(known.error) };
}

/** Reads one commit; a review that breaks the contract becomes none, with the reason kept. */
export function readCommit(raw: unknown): ReadCommit {
	const whole = commitView.safeParse(raw);
	if (whole.success) return { kind: "known", view: whole.data, reviewFault: null };
	const without = commitView.safeParse(
		typeof raw === "object" && raw !== null ? { ...raw, review: null } : raw,
	);
	const reason = firstIssue(whole.error);
	if (without.success) return { kind: "known", view: without.data, reviewFault: reason };
	const stub = commitStub.safeParse(raw);
	return { kind: "unreadable", commitId: stub.success ? stub.data.commit_id : null, reason };
}

/**
 * Reads a page so that one bad item never costs the others: each event and commit is read by itself.
 * Fails only where the envelope itself can't be read.
 */
export function readEventPage(raw: unknown): Reading<ReadPage> {
	const page = envelope.safeParse(raw);
	if (!page.success) return { ok: false, reason: firstIssue(page.error) };
	const events: ReadEvent[] = [];
	const faults: string[] = [];
	for (const [index, item] of page.data.events.entries()) {
		const event = readEvent(item);
		if (typeof event === "string") faults.push(`events[${index}].${event}`);
		else events.push(event);
	}
	return {
		ok: true,
		value: {
			sessionId: page.data.session_id,
			cursor: page.data.cursor,
			hasMore: page.data.has_more,
			events,
			commits: (page.data.commits ?? []).map(readCommit),
			faults,
		},
	};
}

/** Body of POST /v1/agent/chat: closed, since we send it. */
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
/** Long-poll duration in milliseconds. */
export const waitMs = z.number().int().min(0).max(30_000);

/** A session as GET /v1/agent/sessions lists it (learnt.md 1.2). */
export const session = open({
	id: z.string(),
	title: z.string().nullish(),
	updatedAt: z.number().int(),
	archived: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionList = open({ sessions: z.array(session), nextCursor: z.string().nullish() });
