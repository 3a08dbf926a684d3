import { type Message, message } from "../../../core/localized-text.ts";
import type { TaskStep, TranscriptItem, TurnStateView } from "../../../ipc/conversations.ts";
import { readEventPage } from "../../../service-api/event-page.ts";
import {
	type AnyEvent,
	type ConcreteEvent,
	type ReadEvent,
	type UnlistedEvent,
	unlistedIn,
	unreadableActionOf,
} from "../../../service-api/events.ts";
import type { EventFold, LogEvent } from "../../storage/log-items.ts";
import {
	type DraftPosition,
	type ToolUpdate,
	TranscriptDraft,
	UNKNOWN,
	valueText,
	withStep,
} from "./transcript-draft.ts";

/** Smaller values are in seconds (docs/service-api/records.md#times). */
const FIRST_MS = 100_000_000_000;

function toMs(stated: number): number {
	return stated >= FIRST_MS ? stated : stated * 1000;
}

/** Re-parses the stored JSON, because this version may understand more than the version that stored it. */
export function readStored(rows: readonly LogEvent[]): readonly ReadEvent[] {
	const events: unknown[] = rows.map((row) => JSON.parse(row.raw));
	const page = readEventPage({ session_id: "", cursor: "", events, has_more: false });
	return page.ok ? page.value.events : [];
}

type Handler<T extends ConcreteEvent["type"]> = (
	draft: TranscriptDraft,
	event: Extract<ConcreteEvent, { type: T }>,
	position: DraftPosition,
) => void;

type MessageEvent = Extract<ConcreteEvent, { type: "message" }>;

function toolUpdateOf(event: MessageEvent): ToolUpdate | null {
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
	message(draft, event, position) {
		const key = event.message_key ?? event.event_id;
		const news = toolUpdateOf(event);
		if (news !== null) {
			const callId = event.tool_call_id ?? null;
			draft.tool({ callId, id: callId ?? key }, news, position);
			return;
		}
		const live = event.is_streaming === true;
		const { sender, content: text } = event;
		draft.put(
			{ kind: "message", key: `message:${key}`, sender, text, live, at: position.at },
			position.turnId,
		);
	},
	turn_state_changed(draft, event, { at, turnId }) {
		if (ENDS.has(event.state)) draft.endTurn(turnId);
		draft.put({ kind: "turn", key: `turn:${event.event_id}`, state: event.state, at });
	},
	tool_update(draft, event, position) {
		const news = { name: event.tool_name, state: "running", result: event.result } as const;
		draft.tool({ callId: event.call_id ?? null, id: event.id }, news, position);
	},
	tool_complete(draft, event, position) {
		const news = { name: event.tool_name, state: "done", result: event.result } as const;
		draft.tool({ callId: event.call_id ?? null, id: event.id }, news, position);
	},
	task_started(draft, event, position) {
		const { call_id: callId, label, app, resumed } = event;
		// A restarted task keeps its steps.
		draft.task(callId, position, (task) => ({
			...task,
			label: label === null || label === "" ? app : label,
			app,
			resumed: task.resumed || resumed,
			...(task.label === "" ? {} : { state: "running", phase: null, message: null, durationMs: null }),
		}));
	},
	task_phase(draft, event, position) {
		draft.task(event.call_id, position, (task) => ({
			...task,
			app: task.app === "" ? event.app : task.app,
			phase: event.phase,
			elapsed: { ms: event.elapsed_ms, at: event.observed_at_ms },
		}));
	},
	task_activity(draft, event, position) {
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
		draft.task(event.call_id, position, (task) => ({ ...task, steps: withStep(task.steps, step) }));
	},
	task_completed(draft, event, position) {
		draft.task(event.call_id, position, (task) => ({
			...task,
			state: event.status,
			message: event.message,
			reportedSteps: event.steps,
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
	action() {},
};

function putKnown<T extends ConcreteEvent["type"]>(
	draft: TranscriptDraft,
	event: Extract<ConcreteEvent, { type: T }>,
	position: DraftPosition,
): void {
	const handler: Handler<T> = handlers[event.type as T];
	handler(draft, event, position);
}

function putStrange(draft: TranscriptDraft, event: AnyEvent, reason: Message, at: number): void {
	const raw = valueText(event);
	draft.put({ kind: "unreadable", key: `event:${event.event_id}`, type: event.type, reason, raw, at });
}

/** Displays the known parts of an event that has one unknown value. */
function putUnlisted(
	draft: TranscriptDraft,
	{ event, unlisted }: UnlistedEvent,
	raw: AnyEvent,
	position: DraftPosition,
): void {
	if (event.type === "turn_state_changed") {
		draft.unknown(valueText(raw), position.at);
		return;
	}
	if (event.type === "task_completed") {
		draft.task(event.call_id, position, (task) => ({
			...task,
			state: "ended",
			message: `${unlisted}: ${event.message}`,
			reportedSteps: event.steps,
			staged: event.staged_count,
			durationMs: event.duration_ms,
		}));
		return;
	}
	const key = `message:${event.message_key ?? event.event_id}`;
	const live = event.is_streaming === true;
	const { content: text } = event;
	draft.put(
		{ kind: "message", key, sender: "unknown", from: unlisted, text, live, at: position.at },
		position.turnId,
	);
}

function putEvent(draft: TranscriptDraft, read: ReadEvent): void {
	const at = toMs(read.event.occurred_at);
	const unlisted = unlistedIn(read);
	if (unlisted !== null) putUnlisted(draft, unlisted, read.event, { at, turnId: read.event.turn_id });
	else if (read.kind === "known") putKnown(draft, read.event, { at, turnId: read.event.turn_id });
	// An unreadable action has an entry in the inbox, which explains the problem.
	else if (unreadableActionOf(read) !== null) return;
	else if (read.kind === "unreadable")
		putStrange(draft, read.event, message("transcript.breaks-contract", { reason: read.reason }), at);
	else draft.unknown(valueText(read.event), at);
}

type TaskEvent = Extract<ConcreteEvent, { readonly type: `task_${string}` }>;

function isOfTask(event: ConcreteEvent): event is TaskEvent {
	return event.type.startsWith("task_");
}

const toolKey = (callId: string | null, id: string) => (callId === null ? `tool:${id}` : `call:${callId}`);

function keyOf(event: ConcreteEvent): string | null {
	if (isOfTask(event)) return toolKey(event.call_id, "");
	if (event.type === "tool_update" || event.type === "tool_complete")
		return toolKey(event.call_id ?? null, event.id);
	if (event.type !== "message") return null;
	const callId = event.tool_call_id ?? null;
	if (toolUpdateOf(event) !== null) return toolKey(callId, event.message_key ?? event.event_id);
	const key = event.message_key ?? null;
	return key === null ? null : messageKey(key);
}

export const messageKey = (key: string) => `message:${key}`;

type ItemFold = NonNullable<EventFold["item"]>;

function itemOf(read: ReadEvent, at: number): ItemFold | null {
	const alone: ItemFold = { key: null, at, task: false, unknown: null };
	const unknown = (type: string): ItemFold => ({ ...alone, key: UNKNOWN, unknown: type });
	const unlisted = unlistedIn(read);
	if (unlisted?.event.type === "turn_state_changed")
		return unknown(`${unlisted.event.type}: ${unlisted.unlisted}`);
	if (unlisted?.event.type === "task_completed") return { ...alone, key: keyOf(unlisted.event), task: true };
	if (unlisted !== null) {
		const key = unlisted.event.message_key ?? null;
		return { ...alone, key: key === null ? null : messageKey(key) };
	}
	if (read.kind === "known")
		return read.event.type === "action"
			? null
			: { ...alone, key: keyOf(read.event), task: isOfTask(read.event) };
	if (unreadableActionOf(read) !== null) return null;
	return read.kind === "unreadable" ? alone : unknown(read.event.type);
}

export function foldOf(read: ReadEvent): EventFold {
	const { event } = read;
	const ends =
		read.kind === "known" && read.event.type === "turn_state_changed" && ENDS.has(read.event.state);
	return { item: itemOf(read, toMs(event.occurred_at)), ends: ends ? event.turn_id : null };
}

export interface ItemEvents {
	readonly task: boolean;
	readonly reads: readonly ReadEvent[];
	readonly omitted: number;
	readonly endOf: (turnId: string) => number | null;
	readonly unknownKinds: () => readonly { readonly type: string; readonly count: number }[];
}

export function foldItem({ task, reads, omitted, endOf, unknownKinds }: ItemEvents): TranscriptItem | null {
	const calls = reads.flatMap(({ event }) =>
		["call_id", "tool_call_id"].flatMap((name) => {
			const id: unknown = Reflect.get(event, name);
			return typeof id === "string" ? [id] : [];
		}),
	);
	const draft = new TranscriptDraft(new Set(task ? calls : []));
	const turns = new Set(reads.flatMap(({ event: { turn_id } }) => (turn_id === null ? [] : [turn_id])));
	const ends = [...turns].flatMap((turnId) => {
		const at = endOf(turnId);
		return at === null ? [] : [{ turnId, at }];
	});
	let open = ends.toSorted((a, b) => a.at - b.at);
	const endUntil = (sequence: number) => {
		for (const { turnId, at } of open) if (at < sequence) draft.endTurn(turnId);
		open = open.filter(({ at }) => at >= sequence);
	};
	for (const read of reads) {
		endUntil(read.event.sequence);
		putEvent(draft, read);
	}
	endUntil(Number.POSITIVE_INFINITY);
	const item = draft.first();
	if (item?.kind === "unknown") return { ...item, types: unknownKinds() };
	return item?.kind === "task" ? { ...item, omitted } : item;
}

export function mergeByTime(
	items: readonly TranscriptItem[],
	cards: readonly TranscriptItem[],
): TranscriptItem[] {
	const waiting = [...cards];
	const merged: TranscriptItem[] = [];
	for (const item of items) {
		while (waiting[0] !== undefined && precedes(waiting[0], item)) merged.push(...waiting.splice(0, 1));
		merged.push(item);
	}
	return [...merged, ...waiting];
}

/**
 * The service's timestamps are in whole seconds, so an event counts as earlier than a card from the same
 * second.
 */
export const WITHIN_SECOND_MS = 999;

const precedes = (card: TranscriptItem, item: TranscriptItem) => card.at + WITHIN_SECOND_MS < item.at;

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
