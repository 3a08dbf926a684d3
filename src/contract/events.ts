import { z } from "zod";
import { actionShape } from "./action.ts";
import { open } from "./open.ts";

/** EventMeta and the eleven kinds of ConcreteEvent. */

export const eventMeta = {
	event_id: z.string(),
	sequence: z.number().int().min(1),
	turn_id: z.string().nullable(),
	occurred_at: z.number().int(),
	runtime_sequence: z.number().int().min(0).optional(),
};

const count = z.number().int().min(0);

export const messageSender = z.enum(["user", "agent", "system", "notice"]);

export const messageBody = {
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

export const turnStateChangedEvent = open({
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

/** `result` is required though it may be any JSON value, null included. */
const hasResult = (event: Record<string, unknown>) => Object.hasOwn(event, "result");

export const toolUpdateEvent = open({
	...eventMeta,
	type: z.literal("tool_update"),
	...toolShape,
}).refine(hasResult, { path: ["result"], message: "is required" });
export const toolCompleteEvent = open({
	...eventMeta,
	type: z.literal("tool_complete"),
	...toolShape,
}).refine(hasResult, { path: ["result"], message: "is required" });

export const taskStartedEvent = open({
	...eventMeta,
	type: z.literal("task_started"),
	call_id: z.string(),
	agent_id: z.string(),
	label: z.string().nullable(),
	app: z.string(),
	resumed: z.boolean(),
});

export const taskPhaseEvent = open({
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

export const taskActivityEvent = z.discriminatedUnion("kind", [
	open({
		...activityShape,
		kind: z.literal("tool_call"),
		tool_name: z.string(),
		args: z.unknown(),
		result_preview: z.string(),
	}),
	open({ ...activityShape, kind: z.literal("note"), text: z.string() }),
]);

export const taskCompletedEvent = open({
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

export const titleChangedEvent = open({
	...eventMeta,
	type: z.literal("title_changed"),
	title: z.string(),
});

export const errorEvent = open({ ...eventMeta, type: z.literal("error"), message: z.string() });

export const actionEvent = open({ ...eventMeta, type: z.literal("action"), ...actionShape });
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

/** What every event has, known kind or not: enough to order it, keep it and show it as unknown. */
export const anyEvent = open({ ...eventMeta, type: z.string() });
export type AnyEvent = z.infer<typeof anyEvent>;

export const EVENT_KINDS: ReadonlySet<string> = new Set([
	"message",
	"turn_state_changed",
	"tool_update",
	"tool_complete",
	"task_started",
	"task_phase",
	"task_activity",
	"task_completed",
	"title_changed",
	"error",
	"action",
]);

/** One event as read: understood, of a kind we do not know, or of a known kind with a broken shape. */
export type ReadEvent =
	| { readonly kind: "known"; readonly event: ConcreteEvent }
	| { readonly kind: "unknown"; readonly event: AnyEvent }
	| { readonly kind: "unreadable"; readonly event: AnyEvent; readonly reason: string };

/** SSE `message` frames: a snapshot of live text. Never durable (learnt.md part 5). */
export const liveMessage = open({
	turn_id: z.string(),
	revision: z.number().int().min(0),
	message: open({ ...messageBody, message_key: z.string() }),
});
export type LiveMessage = z.infer<typeof liveMessage>;
