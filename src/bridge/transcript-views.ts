import type { Claim, ConnectionView, InboxEntryView } from "./views.ts";

/** A session's log, drawn for a reader. */

export type TurnStateView =
	| "processing"
	| "awaiting_action"
	| "complete"
	| "interrupted"
	| "failed"
	| "unknown";

/** A value for reading: JSON text, or somebody's text as it is. A very long one is cut. */
export interface ValueText {
	readonly text: Claim;
	/** Characters of the whole. */
	readonly length: number;
}

/** `ended`: its turn is over, and it never said that it was done. */
export type ToolState = "running" | "done" | "ended";

export interface ToolItem {
	readonly kind: "tool";
	readonly key: string;
	readonly name: Claim;
	readonly state: ToolState;
	/** Null where the service did not tell them. */
	readonly args: ValueText | null;
	/** Null before the first result. */
	readonly result: ValueText | null;
	/** The result on one line. */
	readonly preview: Claim;
	/** What was said along with it, where that is not the result itself. */
	readonly note: Claim | null;
	readonly at: number;
}

/** What a task told of itself, by its `child_seq`. */
export type TaskStep =
	| {
			readonly kind: "tool";
			readonly seq: number;
			readonly name: Claim;
			readonly args: ValueText;
			readonly preview: Claim;
	  }
	| { readonly kind: "note"; readonly seq: number; readonly text: Claim };

export type TaskState = "running" | "completed" | "failed" | "stalled" | "cancelled" | "ended";

export interface TaskItem {
	readonly kind: "task";
	readonly key: string;
	readonly label: Claim;
	readonly app: Claim;
	readonly phase: Claim | null;
	readonly state: TaskState;
	/** It was begun before, and goes on. */
	readonly resumed: boolean;
	readonly message: Claim | null;
	/** In the order of `seq`. */
	readonly steps: readonly TaskStep[];
	/** Tool events that name this task's call. */
	readonly tools: readonly ToolItem[];
	/** As told at its end; null before. */
	readonly toldSteps: number | null;
	readonly staged: number | null;
	readonly durationMs: number | null;
	/** How long it had run at a moment of the service's clock (Unix ms), as told last; null before. */
	readonly elapsed: { readonly ms: number; readonly at: number } | null;
	readonly at: number;
}

export type TranscriptItem =
	| {
			readonly kind: "message";
			readonly key: string;
			readonly sender: "user" | "agent" | "system" | "notice";
			readonly text: Claim;
			readonly live: boolean;
			/** Of the person's own message: on its way, or refused by the service. Absent once it arrived. */
			readonly sending?: "sending" | "refused";
			readonly at: number;
	  }
	| ToolItem
	| TaskItem
	| { readonly kind: "entry"; readonly key: string; readonly entry: InboxEntryView; readonly at: number }
	| { readonly kind: "turn"; readonly key: string; readonly state: TurnStateView; readonly at: number }
	| { readonly kind: "title"; readonly key: string; readonly title: Claim; readonly at: number }
	| { readonly kind: "error"; readonly key: string; readonly text: Claim; readonly at: number }
	| {
			readonly kind: "unreadable";
			readonly key: string;
			readonly type: Claim;
			readonly reason: string;
			readonly raw: ValueText;
			readonly at: number;
	  };

export interface TranscriptView {
	readonly sessionId: string;
	readonly title: Claim;
	readonly turnState: TurnStateView;
	readonly turnId: string | null;
	readonly connection: ConnectionView;
	readonly items: readonly TranscriptItem[];
	/** Being sent or stopped right now; null where nothing is. */
	readonly pending: "starting" | "interrupting" | null;
	/** What went wrong with the last start or interrupt, for a person. */
	readonly fault: string | null;
	readonly archived: boolean;
	/** Why this conversation can't be renamed or archived, for a person; null where it can. */
	readonly fixed: string | null;
}
