import type { InboxEntryView, TranscriptItem, TurnStateView } from "../../bridge/views.ts";
import type { AnyEvent, ConcreteEvent, ReadEvent } from "../../contract/events.ts";

/** Below this a time is in seconds (learnt.md part 2, gap 1). */
const FIRST_MS = 100_000_000_000;

/** Unix ms of a time whose unit the interface leaves open. */
export function toMs(stated: number): number {
	return stated >= FIRST_MS ? stated : stated * 1000;
}

/** JSON for reading; what can't be written (it came as JSON, so never) stays empty. */
function json(value: unknown): string {
	return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

type Task = Extract<TranscriptItem, { kind: "task" }>;

/** Items in the order in which they first appeared; later events with the same key replace them in place. */
class Draft {
	readonly #items = new Map<string, TranscriptItem>();

	put(item: TranscriptItem): void {
		this.#items.set(item.key, item);
	}

	task(callId: string, change: (task: Task) => Task): void {
		const known = this.#items.get(`task:${callId}`);
		if (known?.kind === "task") this.#items.set(known.key, change(known));
	}

	all(): TranscriptItem[] {
		return [...this.#items.values()];
	}
}

type Handler<T extends ConcreteEvent["type"]> = (
	draft: Draft,
	event: Extract<ConcreteEvent, { type: T }>,
	at: number,
) => void;

const handlers: { readonly [T in ConcreteEvent["type"]]: Handler<T> } = {
	message(draft, event, at) {
		if (event.tool_result !== undefined && event.tool_result !== null) {
			const [name, result] = event.tool_result;
			draft.put({
				kind: "tool",
				key: `tool:${event.tool_call_id ?? event.event_id}`,
				name: event.tool_name ?? name,
				state: "done",
				result,
				at,
			});
			return;
		}
		draft.put({
			kind: "message",
			key: `message:${event.message_key ?? event.event_id}`,
			sender: event.sender,
			text: event.content,
			live: event.is_streaming === true,
			at,
		});
	},
	turn_state_changed(draft, event, at) {
		draft.put({ kind: "turn", key: `turn:${event.event_id}`, state: event.state, at });
	},
	tool_update(draft, event, at) {
		const key = `tool:${event.call_id ?? event.id}`;
		draft.put({ kind: "tool", key, name: event.tool_name, state: "running", result: json(event.result), at });
	},
	tool_complete(draft, event, at) {
		const key = `tool:${event.call_id ?? event.id}`;
		draft.put({ kind: "tool", key, name: event.tool_name, state: "done", result: json(event.result), at });
	},
	task_started(draft, event, at) {
		draft.put({
			kind: "task",
			key: `task:${event.call_id}`,
			label: event.label ?? event.app,
			app: event.app,
			phase: null,
			state: "running",
			message: null,
			steps: [],
			durationMs: null,
			at,
		});
	},
	task_phase(draft, event) {
		draft.task(event.call_id, (task) => ({ ...task, phase: event.phase, durationMs: event.elapsed_ms }));
	},
	task_activity(draft, event) {
		const step =
			event.kind === "note"
				? { title: "note", detail: event.text }
				: { title: event.tool_name, detail: event.result_preview };
		draft.task(event.call_id, (task) => ({ ...task, steps: [...task.steps, step] }));
	},
	task_completed(draft, event) {
		draft.task(event.call_id, (task) => ({
			...task,
			state: event.status,
			message: event.message,
			durationMs: event.duration_ms,
		}));
	},
	title_changed() {},
	error(draft, event, at) {
		draft.put({ kind: "error", key: `error:${event.event_id}`, text: event.message, at });
	},
	// Actions stand in the transcript as the entry that they are folded into.
	action() {},
};

function putKnown<T extends ConcreteEvent["type"]>(
	draft: Draft,
	event: Extract<ConcreteEvent, { type: T }>,
	at: number,
): void {
	const handler: Handler<T> = handlers[event.type as T];
	handler(draft, event, at);
}

function putStrange(draft: Draft, event: AnyEvent, reason: string, at: number): void {
	const raw = json(event);
	draft.put({ kind: "unreadable", key: `event:${event.event_id}`, type: event.type, reason, raw, at });
}

function putEvent(draft: Draft, read: ReadEvent): void {
	const at = toMs(read.event.occurred_at);
	if (read.kind === "known") putKnown(draft, read.event, at);
	else if (read.kind === "unreadable")
		putStrange(draft, read.event, `It breaks the contract: ${read.reason}`, at);
	else putStrange(draft, read.event, "This version does not know this kind of event.", at);
}

export interface LiveTextItem {
	readonly messageKey: string;
	readonly content: string;
	readonly at: number;
}

/** The transcript for a reader: events folded, live text at its place, entries as cards where they arrived. */
export function transcriptItems(
	events: readonly ReadEvent[],
	live: readonly LiveTextItem[],
	entries: readonly InboxEntryView[],
): TranscriptItem[] {
	const draft = new Draft();
	for (const read of events) putEvent(draft, read);
	for (const text of live)
		draft.put({
			kind: "message",
			key: `message:${text.messageKey}`,
			sender: "agent",
			text: text.content,
			live: true,
			at: text.at,
		});
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
