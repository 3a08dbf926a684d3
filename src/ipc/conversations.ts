import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { InboxEntryView } from "./inbox.ts";
import { type Claim, type CommandOutcome, desk, id, nothing } from "./primitives.ts";

/** Sessions, and the rendered log of one of them. */

export interface SessionRow {
	readonly id: string;
	/** Service's title as a string, or its replacement. */
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly updatedAt: number;
	readonly waiting: number;
	readonly muted: boolean;
	readonly archived: boolean;
	readonly connection: ConnectionView;
}

export interface ConnectionView {
	/** `unauthorized`: only signing in helps. */
	readonly state: "live" | "watching" | "polling" | "connecting" | "offline" | "unauthorized";
	/** Whole sentence for the user. */
	readonly text: Text;
	readonly nextTryAt: number | null;
}

export type TurnStateView =
	| "processing"
	| "awaiting_action"
	| "complete"
	| "interrupted"
	| "failed"
	| "unknown";

/** Value for reading: JSON text, or foreign text unchanged. Very long values are cut. */
export interface ValueText {
	readonly text: Claim;
	/** Number of characters before cutting. */
	readonly length: number;
}

/** `ended`: its turn ended without a completion event. */
export type ToolState = "running" | "done" | "ended";

export interface ToolItem {
	readonly kind: "tool";
	readonly key: string;
	readonly name: Claim;
	readonly state: ToolState;
	/** `null` if the service did not send them. */
	readonly args: ValueText | null;
	/** `null` before the first result. */
	readonly result: ValueText | null;
	/** Result in one line. */
	readonly preview: Claim;
	/** Accompanying text, if it differs from the result. */
	readonly note: Claim | null;
	readonly at: number;
}

/** Progress that a task reported, by `child_seq`. */
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
	/** The task started earlier and continues. */
	readonly resumed: boolean;
	readonly message: Claim | null;
	/** Sorted by `seq`. */
	readonly steps: readonly TaskStep[];
	/** Tool events of this task's call. */
	readonly tools: readonly ToolItem[];
	/** Final number; `null` before the end. */
	readonly reportedSteps: number | null;
	/** Number of omitted events, from the middle of a very long task. */
	readonly omitted: number;
	readonly staged: number | null;
	readonly durationMs: number | null;
	/** Last reported run time, at a moment of the service's clock (Unix ms); `null` before. */
	readonly elapsed: { readonly ms: number; readonly at: number } | null;
	readonly at: number;
}

export type TranscriptItem =
	| {
			readonly kind: "message";
			readonly key: string;
			/** `unknown`: not known to this version; `from` is the service's name for it. */
			readonly sender: "user" | "agent" | "system" | "notice" | "unknown";
			readonly from?: Claim;
			readonly text: Claim;
			readonly live: boolean;
			/**
			 * State of the user's own message: being sent, or refused by the service. Absent once delivered.
			 */
			readonly sending?: "sending" | "refused";
			readonly at: number;
	  }
	| ToolItem
	| TaskItem
	| { readonly kind: "entry"; readonly key: string; readonly entry: InboxEntryView; readonly at: number }
	| { readonly kind: "turn"; readonly key: string; readonly state: TurnStateView; readonly at: number }
	| { readonly kind: "title"; readonly key: string; readonly title: Claim; readonly at: number }
	| { readonly kind: "error"; readonly key: string; readonly text: Claim; readonly at: number }
	/** All events of unknown kinds or turn states in a session, combined. */
	| {
			readonly kind: "unknown";
			readonly key: string;
			readonly types: readonly { readonly type: Claim; readonly count: number }[];
			/** Latest of them. */
			readonly raw: ValueText;
			readonly at: number;
	  }
	| {
			readonly kind: "unreadable";
			readonly key: string;
			readonly type: Claim;
			readonly reason: Text;
			readonly raw: ValueText;
			readonly at: number;
	  };

export interface TranscriptView {
	readonly sessionId: string;
	/** Service's title as a string, or its replacement. */
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly turnId: string | null;
	readonly connection: ConnectionView;
	/** Watched part of `total` items, starting at `from`. */
	readonly items: readonly TranscriptItem[];
	readonly from: number;
	readonly total: number;
	/** Turn being started or interrupted; `null` if none. */
	readonly pending: "starting" | "interrupting" | null;
	/** Fault of the last start or interrupt. */
	readonly fault: Text | null;
	readonly archived: boolean;
	/** Reason why this session can't be renamed or archived; `null` if it can. */
	readonly fixed: Text | null;
	/** Increases with every change: a patch names the revision that it applies to. */
	readonly revision: number;
}

/** Watched part of a transcript: its end, the surroundings of an index, or of an entry's card. */
const transcriptPosition = z.union([
	z.strictObject({ kind: z.literal("end") }),
	z.strictObject({ kind: z.literal("index"), index: z.number().int().min(0) }),
	z.strictObject({ kind: z.literal("entry"), entryId: id }),
]);
export type TranscriptPosition = z.infer<typeof transcriptPosition>;

export interface TranscriptFinding {
	/** Matching items in order; the last ones if there are very many. */
	readonly matches: readonly { readonly index: number; readonly key: string }[];
	/** Older matches exist. */
	readonly more: boolean;
}

/** Commands for sessions and messages to the agent, desk only. */
export const sessionProcedures = {
	startTurn: desk.returns<CommandOutcome & { readonly sessionId?: string }>()(
		z.strictObject({
			sessionId: z.string().min(1).max(160).nullable(),
			message: z.string().min(1).max(32_000),
			mode: z.enum(["auto", "direct"]).nullable(),
			app: z.string().min(1).max(160).nullable(),
			applicationId: z.number().int().min(1).nullable().optional(),
			model: z.string().trim().min(1).max(200).nullable().optional(),
		}),
		{ needsInput: false },
	),
	interrupt: desk.command(z.strictObject({ sessionId: id }), { needsInput: false }),
	muteSession: desk.command(z.strictObject({ sessionId: id, muted: z.boolean() })),
	reconnect: desk.command(nothing, { needsInput: false }),
	renameSession: desk.command(z.strictObject({ sessionId: id, title: z.string().trim().min(1).max(200) }), {
		needsInput: false,
	}),
	archiveSession: desk.command(z.strictObject({ sessionId: id, archived: z.boolean() }), {
		needsInput: false,
	}),
	/** Main shows the full address in its own dialog, and opens it only after confirmation. */
	openLink: desk.command(z.strictObject({ url: z.string().min(1).max(4096) })),
	/** Accounts that the agent learns in this environment; `null` for none of this family. */
	connectAccounts: desk.command(
		z.strictObject({ evm: z.string().max(64).nullable(), svm: z.string().max(64).nullable() }),
		{ needsInput: false },
	),
};

/** Commands for the visible transcript, desk only. */
export const transcriptProcedures = {
	/** Opens a part of a transcript. Changes are pushed until another part is opened. */
	watchTranscript: desk.returns<TranscriptView | null>()(
		z.strictObject({ sessionId: id.nullable(), at: transcriptPosition.optional() }),
		{ needsInput: false },
	),
	/** Finds a text in a transcript, ignoring case. */
	findInTranscript: desk.returns<TranscriptFinding>()(
		z.strictObject({ sessionId: id, text: z.string().max(200) }),
		{ needsInput: false },
	),
};
