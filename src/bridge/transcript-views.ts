import type { Claim, ConnectionView, InboxEntryView } from "./views.ts";

/** A session's log, drawn for a reader. */

export type TurnStateView =
	| "processing"
	| "awaiting_action"
	| "complete"
	| "interrupted"
	| "failed"
	| "unknown";

export type TranscriptItem =
	| {
			readonly kind: "message";
			readonly key: string;
			readonly sender: "user" | "agent" | "system" | "notice";
			readonly text: Claim;
			readonly live: boolean;
			readonly at: number;
	  }
	| {
			readonly kind: "tool";
			readonly key: string;
			readonly name: Claim;
			readonly state: "running" | "done";
			/** JSON text. */
			readonly result: Claim;
			readonly at: number;
	  }
	| {
			readonly kind: "task";
			readonly key: string;
			readonly label: Claim;
			readonly app: Claim;
			readonly phase: Claim | null;
			readonly state: "running" | "completed" | "failed" | "stalled" | "cancelled";
			readonly message: Claim | null;
			readonly steps: readonly { readonly title: Claim; readonly detail: Claim }[];
			readonly durationMs: number | null;
			readonly at: number;
	  }
	| { readonly kind: "entry"; readonly key: string; readonly entry: InboxEntryView; readonly at: number }
	| { readonly kind: "turn"; readonly key: string; readonly state: TurnStateView; readonly at: number }
	| { readonly kind: "error"; readonly key: string; readonly text: Claim; readonly at: number }
	| {
			readonly kind: "unreadable";
			readonly key: string;
			readonly type: Claim;
			readonly reason: string;
			readonly raw: Claim;
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
}
