import { type Message, message } from "../../core/message.ts";
import type { TaskStep, TranscriptItem, TurnStateView } from "../../ipc/conversations.ts";
import type { InboxEntryView } from "../../ipc/inbox.ts";
import {
	type AnyEvent,
	type ConcreteEvent,
	type ReadEvent,
	type UnlistedEvent,
	unlistedIn,
	unreadableActionOf,
} from "../../service-api/events.ts";
import { type ToolNews, TranscriptDraft, type TranscriptPosition, withStep } from "./transcript-draft.ts";
import { valueText } from "./value-text.ts";

/** Below this a time is in seconds (docs/service-api/records.md#times). */
const FIRST_MS = 100_000_000_000;

/** Unix ms of a time whose unit the interface leaves open. */
function toMs(stated: number): number {
	return stated >= FIRST_MS ? stated : stated * 1000;
}

type Handler<T extends ConcreteEvent["type"]> = (
	draft: TranscriptDraft,
	event: Extract<ConcreteEvent, { type: T }>,
	place: TranscriptPosition,
) => void;

type MessageEvent = Extract<ConcreteEvent, { type: "message" }>;

/** A message that carries a tool's call or its result is drawn with the tool. */
function toolNewsOf(event: MessageEvent): ToolNews | null {
	const { tool_result: result, tool_name: name, tool_arguments: args, content } = event;
	if ((result ?? null) === null && (name ?? null) === null) return null;
	const note = content.trim();
	return {
		name: name ?? result?.[0] ?? "",
		state: result == null ? "running" : "done",
		...(args === undefined ? {} : { args }),
		...(result == null ? {} : { result: result[1] }),
		...(note === "" || note === result?.[1].trim() ? {} : { note: content }),
	};
}

const ENDS: ReadonlySet<string> = new Set(["complete", "interrupted", "failed"] satisfies TurnStateView[]);

const handlers: { readonly [T in ConcreteEvent["type"]]: Handler<T> } = {
	message(draft, event, place) {
		const key = event.message_key ?? event.event_id;
		const news = toolNewsOf(event);
		if (news !== null) {
			const callId = event.tool_call_id ?? null;
			draft.tool({ callId, id: callId ?? key }, news, place);
			return;
		}
		const live = event.is_streaming === true;
		const { sender, content: text } = event;
		draft.put({ kind: "message", key: `message:${key}`, sender, text, live, at: place.at }, place.turnId);
	},
	turn_state_changed(draft, event, { at, turnId }) {
		if (ENDS.has(event.state)) draft.endTurn(turnId);
		draft.put({ kind: "turn", key: `turn:${event.event_id}`, state: event.state, at });
	},
	tool_update(draft, event, place) {
		const news = { name: event.tool_name, state: "running", result: event.result } as const;
		draft.tool({ callId: event.call_id ?? null, id: event.id }, news, place);
	},
	tool_complete(draft, event, place) {
		const news = { name: event.tool_name, state: "done", result: event.result } as const;
		draft.tool({ callId: event.call_id ?? null, id: event.id }, news, place);
	},
	task_started(draft, event, place) {
		const { call_id: callId, label, app, resumed } = event;
		// A beginning that is told again is a task that runs again; its steps stay.
		draft.task(callId, place, (task) => ({
			...task,
			label: label === null || label === "" ? app : label,
			app,
			resumed: task.resumed || resumed,
			...(task.label === "" ? {} : { state: "running", phase: null, message: null, durationMs: null }),
		}));
	},
	task_phase(draft, event, place) {
		draft.task(event.call_id, place, (task) => ({
			...task,
			app: task.app === "" ? event.app : task.app,
			phase: event.phase,
			elapsed: { ms: event.elapsed_ms, at: event.observed_at_ms },
		}));
	},
	task_activity(draft, event, place) {
		const seq = event.child_seq;
		const step: TaskStep =
			event.kind === "note"
				? { kind: "note", seq, text: event.text }
				: {
						kind: "tool",
						seq,
						name: event.tool_name,
						args: valueText(event.args),
						preview: event.result_preview,
					};
		draft.task(event.call_id, place, (task) => ({ ...task, steps: withStep(task.steps, step) }));
	},
	task_completed(draft, event, place) {
		draft.task(event.call_id, place, (task) => ({
			...task,
			state: event.status,
			message: event.message,
			toldSteps: event.steps,
			staged: event.staged_count,
			durationMs: event.duration_ms,
		}));
	},
	title_changed(draft, event, { at }) {
		draft.put({ kind: "title", key: `title:${event.event_id}`, title: event.title, at });
	},
	error(draft, event, { at }) {
		draft.put({ kind: "error", key: `error:${event.event_id}`, text: event.message, at });
	},
	// Actions stand in the transcript as the entry that they are folded into.
	action() {},
};

function putKnown<T extends ConcreteEvent["type"]>(
	draft: TranscriptDraft,
	event: Extract<ConcreteEvent, { type: T }>,
	place: TranscriptPosition,
): void {
	const handler: Handler<T> = handlers[event.type as T];
	handler(draft, event, place);
}

function putStrange(draft: TranscriptDraft, event: AnyEvent, reason: Message, at: number): void {
	const raw = valueText(event);
	draft.put({ kind: "unreadable", key: `event:${event.event_id}`, type: event.type, reason, raw, at });
}

/** Read but for one value, which this version does not know: said as far as it can be. */
function putUnlisted(
	draft: TranscriptDraft,
	{ event, unlisted }: UnlistedEvent,
	raw: AnyEvent,
	place: TranscriptPosition,
): void {
	if (event.type === "turn_state_changed") {
		draft.unknown(`${event.type}: ${unlisted}`, valueText(raw), place.at);
		return;
	}
	if (event.type === "task_completed") {
		draft.task(event.call_id, place, (task) => ({
			...task,
			state: "ended",
			message: `${unlisted}: ${event.message}`,
			toldSteps: event.steps,
			staged: event.staged_count,
			durationMs: event.duration_ms,
		}));
		return;
	}
	const key = `message:${event.message_key ?? event.event_id}`;
	const live = event.is_streaming === true;
	const { content: text } = event;
	draft.put(
		{ kind: "message", key, sender: "unknown", from: unlisted, text, live, at: place.at },
		place.turnId,
	);
}

function putEvent(draft: TranscriptDraft, read: ReadEvent): void {
	const at = toMs(read.event.occurred_at);
	const unlisted = unlistedIn(read);
	if (unlisted !== null) putUnlisted(draft, unlisted, read.event, { at, turnId: read.event.turn_id });
	else if (read.kind === "known") putKnown(draft, read.event, { at, turnId: read.event.turn_id });
	// What awaits an answer has an entry, which says what can't be read.
	else if (unreadableActionOf(read) !== null) return;
	else if (read.kind === "unreadable")
		putStrange(draft, read.event, message("transcript.breaks-contract", { reason: read.reason }), at);
	else draft.unknown(read.event.type, valueText(read.event), at);
}

export interface LiveTextItem {
	readonly messageKey: string;
	readonly content: string;
	readonly at: number;
}

type TaskEvent = Extract<ConcreteEvent, { readonly type: `task_${string}` }>;

function isOfTask(event: ConcreteEvent): event is TaskEvent {
	return event.type.startsWith("task_");
}

/** The calls that tasks tell of. */
function taskCalls(events: readonly ReadEvent[]): ReadonlySet<string> {
	return new Set(
		events.flatMap((read) => (read.kind === "known" && isOfTask(read.event) ? [read.event.call_id] : [])),
	);
}

/** The transcript for a reader: events folded, live text at its place, entries as cards where they arrived. */
export function transcriptItems(
	events: readonly ReadEvent[],
	live: readonly LiveTextItem[],
	entries: readonly InboxEntryView[],
): TranscriptItem[] {
	const draft = new TranscriptDraft(taskCalls(events));
	for (const read of events) putEvent(draft, read);
	for (const text of live) {
		// What was said for good is not taken back by a snapshot from before.
		if (draft.isSaid(`message:${text.messageKey}`)) continue;
		draft.put({
			kind: "message",
			key: `message:${text.messageKey}`,
			sender: "agent",
			text: text.content,
			live: true,
			at: text.at,
		});
	}
	const cards: TranscriptItem[] = entries.map((entry) => ({
		kind: "entry",
		key: `entry:${entry.id}`,
		entry,
		at: entry.arrivedAt,
	}));
	return mergeByTime(draft.all(), cards);
}

/** Puts the cards among the items without disturbing either order. */
function mergeByTime(items: readonly TranscriptItem[], cards: readonly TranscriptItem[]): TranscriptItem[] {
	const waiting = cards.toSorted((a, b) => a.at - b.at);
	const merged: TranscriptItem[] = [];
	for (const item of items) {
		// Whole seconds on the wire: an event of the same second came first.
		while (waiting[0] !== undefined && waiting[0].at + 999 < item.at) merged.push(...waiting.splice(0, 1));
		merged.push(item);
	}
	return [...merged, ...waiting];
}

const TURN_STATES: ReadonlySet<string> = new Set([
	"processing",
	"awaiting_action",
	"complete",
	"interrupted",
	"failed",
] satisfies TurnStateView[]);

export function turnStateView(state: string | null): TurnStateView {
	return state !== null && TURN_STATES.has(state) ? (state as TurnStateView) : "unknown";
}
