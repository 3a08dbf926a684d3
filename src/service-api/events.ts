import { z } from "zod";
import { type ActionState, actionShape, actionState } from "./action.ts";
import { open, record } from "./open.ts";

export const eventMeta = {
	event_id: z.string(),
	sequence: z.number().int().min(1),
	turn_id: z.string().nullable(),
	occurred_at: z.number().int(),
	runtime_sequence: z.number().int().min(0).optional(),
};

const count = z.number().int().min(0);

const messageSender = z.enum(["user", "agent", "system", "notice"]);

const messageBody = {
	sender: messageSender,
	content: z.string(),
	message_key: z.string().nullish(),
	tool_call_id: z.string().nullish(),
	tool_result: z.tuple([z.string(), z.string()]).nullish(),
	tool_name: z.string().nullish(),
	tool_arguments: z.unknown().optional(),
	is_streaming: z.boolean().optional(),
};

export const messageEvent = open({ ...eventMeta, type: z.literal("message"), ...messageBody });
export type MessageEvent = z.infer<typeof messageEvent>;

export const turnState = z.enum(["processing", "awaiting_action", "complete", "interrupted", "failed"]);
export type TurnState = z.infer<typeof turnState>;

const turnStateChangedEvent = open({
	...eventMeta,
	type: z.literal("turn_state_changed"),
	state: turnState,
});

const toolShape = {
	id: z.string(),
	call_id: z.string().nullish(),
	tool_name: z.string(),
	result: z.unknown(),
};

/** `result` must be present, but may be `null`. */
const hasResult = (event: Record<string, unknown>) => Object.hasOwn(event, "result");

const toolUpdateEvent = open({
	...eventMeta,
	type: z.literal("tool_update"),
	...toolShape,
}).refine(hasResult, { path: ["result"], message: "is required" });
const toolCompleteEvent = open({
	...eventMeta,
	type: z.literal("tool_complete"),
	...toolShape,
}).refine(hasResult, { path: ["result"], message: "is required" });

const taskStartedEvent = open({
	...eventMeta,
	type: z.literal("task_started"),
	call_id: z.string(),
	agent_id: z.string(),
	label: z.string().nullable(),
	app: z.string(),
	resumed: z.boolean(),
});

const taskPhaseEvent = open({
	...eventMeta,
	type: z.literal("task_phase"),
	call_id: z.string(),
	agent_id: z.string(),
	app: z.string(),
	phase: z.string(),
	elapsed_ms: count,
	observed_at_ms: z.number().int(),
});

const activityShape = {
	...eventMeta,
	type: z.literal("task_activity"),
	call_id: z.string(),
	agent_id: z.string(),
	child_seq: count,
};

const taskActivityEvent = z.discriminatedUnion("kind", [
	open({
		...activityShape,
		kind: z.literal("tool_call"),
		tool_name: z.string(),
		args: z.unknown(),
		result_preview: z.string(),
	}),
	open({ ...activityShape, kind: z.literal("note"), text: z.string() }),
]);

const taskCompletedEvent = open({
	...eventMeta,
	type: z.literal("task_completed"),
	call_id: z.string(),
	agent_id: z.string(),
	status: z.enum(["completed", "failed", "stalled", "cancelled"]),
	message: z.string(),
	staged_count: count,
	steps: count,
	duration_ms: count,
});

const titleChangedEvent = open({
	...eventMeta,
	type: z.literal("title_changed"),
	title: z.string(),
});

const errorEvent = open({ ...eventMeta, type: z.literal("error"), message: z.string() });

export const actionEvent = record("Action", { ...eventMeta, type: z.literal("action"), ...actionShape });
export type Action = z.infer<typeof actionEvent>;

export const concreteEvent = z.discriminatedUnion("type", [
	messageEvent,
	turnStateChangedEvent,
	toolUpdateEvent,
	toolCompleteEvent,
	taskStartedEvent,
	taskPhaseEvent,
	taskActivityEvent,
	taskCompletedEvent,
	titleChangedEvent,
	errorEvent,
	actionEvent,
]);
export type ConcreteEvent = z.infer<typeof concreteEvent>;

export const EVENT_KINDS: ReadonlySet<string> = new Set(
	concreteEvent.options.flatMap((option) =>
		"options" in option ? option.options.map(({ shape }) => shape.type.value) : option.shape.type.value,
	),
);

/** The minimum needed to sort, store and display an event of an unknown kind. */
export const anyEvent = open({ ...eventMeta, type: z.string() });
export type AnyEvent = z.infer<typeof anyEvent>;

export type ReadEvent =
	| { readonly kind: "known"; readonly event: ConcreteEvent }
	| { readonly kind: "unknown"; readonly event: AnyEvent }
	| { readonly kind: "unreadable"; readonly event: AnyEvent; readonly reason: string };

/**
 * Fields that may gain new values in the future. Each has a known value, used to parse an event that has
 * a new value.
 */
const GROWING = {
	message: { member: "sender", listed: "system" },
	task_completed: { member: "status", listed: "completed" },
	turn_state_changed: { member: "state", listed: "processing" },
} as const;

export interface UnlistedEvent {
	/** Contains a known value in place of the unknown one, so don't read that field from it. */
	readonly event: Extract<ConcreteEvent, { type: keyof typeof GROWING }>;
	readonly unlisted: string;
}

export function unlistedIn(read: ReadEvent): UnlistedEvent | null {
	if (read.kind !== "unreadable" || !Object.hasOwn(GROWING, read.event.type)) return null;
	const { member, listed } = GROWING[read.event.type as keyof typeof GROWING];
	const unlisted = read.event[member];
	if (typeof unlisted !== "string") return null;
	const found = concreteEvent.safeParse({ ...read.event, [member]: listed });
	if (!found.success) return null;
	const event = found.data;
	return event.type === "message" || event.type === "task_completed" || event.type === "turn_state_changed"
		? { event, unlisted }
		: null;
}

/** Fields that are still readable in an invalid action, used to display and refuse it. */
const actionStub = open({
	id: z.string().min(1),
	revision: actionShape.revision.nullable().catch(null),
	state: actionState.nullable().catch(null),
});

/** The app can display and refuse this action, but not approve it. */
export interface UnreadableAction {
	readonly id: string;
	readonly revision: number | null;
	readonly state: ActionState | null;
	readonly reason: string;
	readonly raw: AnyEvent;
}

export function unreadableActionOf(read: ReadEvent): UnreadableAction | null {
	if (read.kind !== "unreadable" || read.event.type !== "action") return null;
	const stub = actionStub.safeParse(read.event);
	if (!stub.success) return null;
	const { id, revision, state } = stub.data;
	return { id, revision, state, reason: read.reason, raw: read.event };
}

/** Snapshot of live text. It is never stored in the log (docs/service-api/events.md#live-text). */
export const liveMessage = open({
	turn_id: z.string(),
	revision: z.number().int().min(0),
	message: open({ ...messageBody, message_key: z.string() }),
});
export type LiveMessage = z.infer<typeof liveMessage>;
