import type {
	TaskItem,
	TaskStep,
	ToolItem,
	ToolState,
	TranscriptItem,
	ValueText,
} from "../../../ipc/conversations.ts";

/** Longer values are truncated, because transcripts are sent again and again. */
const MAX_LENGTH = 40_000;
const PREVIEW = 160;

export function valueText(value: unknown): ValueText {
	const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
	return { text: text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text, length: text.length };
}

function previewOf({ text }: ValueText): string {
	return text
		.slice(0, PREVIEW * 4)
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, PREVIEW);
}

export interface ToolUpdate {
	readonly name: string;
	/** Missing if the event has no value, which differs from JSON's `null`. */
	readonly args?: unknown;
	readonly result?: unknown;
	readonly note?: string;
	readonly state: ToolState;
}

export interface DraftPosition {
	readonly turnId: string | null;
	readonly at: number;
}

export const UNKNOWN = "unknown";

const RUNS: ReadonlySet<string> = new Set(["running"] satisfies ToolState[]);

function blankTask(callId: string, at: number): TaskItem {
	return {
		kind: "task",
		key: `task:${callId}`,
		label: "",
		app: "",
		phase: null,
		state: "running",
		resumed: false,
		message: null,
		steps: [],
		tools: [],
		reportedSteps: null,
		omitted: 0,
		staged: null,
		durationMs: null,
		elapsed: null,
		at,
	};
}

function mergedTool(held: ToolItem | undefined, key: string, news: ToolUpdate, at: number): ToolItem {
	const late = held?.state === "done" && news.state !== "done";
	const result = news.result === undefined || late ? (held?.result ?? null) : valueText(news.result);
	return {
		kind: "tool",
		key,
		name: news.name === "" ? (held?.name ?? "") : news.name,
		state: late ? "done" : news.state,
		args: news.args === undefined ? (held?.args ?? null) : valueText(news.args),
		result,
		preview: result === null ? "" : previewOf(result),
		note: news.note ?? held?.note ?? null,
		at: held?.at ?? at,
	};
}

export function withStep(steps: readonly TaskStep[], step: TaskStep): readonly TaskStep[] {
	const after = steps.findIndex((held) => held.seq >= step.seq);
	if (after === -1) return [...steps, step];
	const replaces = steps[after]?.seq === step.seq ? 1 : 0;
	return steps.toSpliced(after, replaces, step);
}

export class TranscriptDraft {
	readonly #items = new Map<string, TranscriptItem>();
	readonly #tasks: ReadonlySet<string>;
	readonly #open = new Map<string, Set<string>>();

	constructor(tasks: ReadonlySet<string>) {
		this.#tasks = tasks;
	}

	put(item: TranscriptItem, turnId: string | null = null): void {
		this.#items.set(item.key, item);
		this.#recordOpen(item.key, turnId);
	}

	#recordOpen(key: string, turnId: string | null): void {
		if (turnId === null) return;
		const open = this.#open.get(turnId) ?? new Set();
		this.#open.set(turnId, open.add(key));
	}

	/** Changes a task, and creates it first if the event that started it is missing. */
	task(callId: string, { at, turnId }: DraftPosition, change: (task: TaskItem) => TaskItem): void {
		const held = this.#items.get(`task:${callId}`);
		this.put(change(held?.kind === "task" ? held : blankTask(callId, at)), turnId);
	}

	tool(
		ids: { readonly callId: string | null; readonly id: string },
		news: ToolUpdate,
		position: DraftPosition,
	): void {
		const { callId, id } = ids;
		if (callId === null || !this.#tasks.has(callId)) {
			const key = `tool:${callId ?? id}`;
			const held = this.#items.get(key);
			this.put(mergedTool(held?.kind === "tool" ? held : undefined, key, news, position.at), position.turnId);
			return;
		}
		this.task(callId, position, (task) => {
			const key = `tool:${id}`;
			const at = task.tools.findIndex((tool) => tool.key === key);
			const tool = mergedTool(task.tools[at], key, news, position.at);
			return { ...task, tools: at === -1 ? [...task.tools, tool] : task.tools.with(at, tool) };
		});
	}

	/** Collects all events of unknown kinds in one item, at the position of the first. */
	unknown(raw: ValueText, at: number): void {
		const held = this.#items.get(UNKNOWN);
		this.put({ kind: "unknown", key: UNKNOWN, types: [], raw, at: held?.at ?? at });
	}

	endTurn(turnId: string | null): void {
		for (const key of (turnId === null ? undefined : this.#open.get(turnId)) ?? []) {
			const item = this.#items.get(key);
			if (item?.kind === "message" && item.live) this.put({ ...item, live: false });
			if (item?.kind === "tool" && RUNS.has(item.state)) this.put({ ...item, state: "ended" });
			if (item?.kind === "task") {
				const tools = item.tools.map((tool) =>
					RUNS.has(tool.state) ? { ...tool, state: "ended" as const } : tool,
				);
				this.put({ ...item, tools, state: RUNS.has(item.state) ? "ended" : item.state });
			}
		}
	}

	first(): TranscriptItem | null {
		return this.#items.values().next().value ?? null;
	}
}
