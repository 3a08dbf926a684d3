import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { InboxEntryView } from "./inbox.ts";
import { type Claim, type CommandOutcome, desk, id, nothing } from "./primitives.ts";

/** Conversations, and the log of one of them drawn for a reader. */

export interface SessionRow {
	readonly id: string;
	/** The service's own title as a string, or what stands for one. */
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly updatedAt: number;
	readonly waiting: number;
	readonly muted: boolean;
	readonly archived: boolean;
	readonly connection: ConnectionView;
}

export interface ConnectionView {
	/** `unauthorized`: only signing in mends it. */
	readonly state: "live" | "watching" | "polling" | "connecting" | "offline" | "unauthorized";
	/** A whole sentence, for a user. */
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
	readonly reportedSteps: number | null;
	/** How many of the events that told of it are not read: of a very long task those in the middle. */
	readonly omitted: number;
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
			/** `unknown`: none that this version knows; `from` is what the service calls it. */
			readonly sender: "user" | "agent" | "system" | "notice" | "unknown";
			readonly from?: Claim;
			readonly text: Claim;
			readonly live: boolean;
			/** Of the user's own message: on its way, or refused by the service. Absent once it arrived. */
			readonly sending?: "sending" | "refused";
			readonly at: number;
	  }
	| ToolItem
	| TaskItem
	| { readonly kind: "entry"; readonly key: string; readonly entry: InboxEntryView; readonly at: number }
	| { readonly kind: "turn"; readonly key: string; readonly state: TurnStateView; readonly at: number }
	| { readonly kind: "title"; readonly key: string; readonly title: Claim; readonly at: number }
	| { readonly kind: "error"; readonly key: string; readonly text: Claim; readonly at: number }
	/** Events of kinds, or states of turns, that this version does not know: all of a conversation as one. */
	| {
			readonly kind: "unknown";
			readonly key: string;
			readonly types: readonly { readonly type: Claim; readonly count: number }[];
			/** The one that came last. */
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
	/** The service's own title as a string, or what stands for one. */
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly turnId: string | null;
	readonly connection: ConnectionView;
	/** The part that is watched, of `total` items: these stand from `from` on. */
	readonly items: readonly TranscriptItem[];
	readonly from: number;
	readonly total: number;
	/** Being sent or stopped right now; null where nothing is. */
	readonly pending: "starting" | "interrupting" | null;
	/** What went wrong with the last start or interrupt, for a user. */
	readonly fault: Text | null;
	readonly archived: boolean;
	/** Why this conversation can't be renamed or archived, for a user; null where it can. */
	readonly fixed: Text | null;
	/** Counts up with whatever is told of it: a patch names the one that it goes on from. */
	readonly revision: number;
}

/** Which part of a transcript is watched: its end, what stands around a place, or around an entry's card. */
const transcriptPlace = z.union([
	z.strictObject({ kind: z.literal("end") }),
	z.strictObject({ kind: z.literal("index"), index: z.number().int().min(0) }),
	z.strictObject({ kind: z.literal("entry"), entryId: id }),
]);
export type TranscriptPlace = z.infer<typeof transcriptPlace>;

export interface TranscriptFinding {
	/** The items that have it, in their order. Of very many the last ones. */
	readonly matches: readonly { readonly index: number; readonly key: string }[];
	/** There are more. */
	readonly more: boolean;
}

/** Sessions and what the agent is told: for the desk. */
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
	/** Main shows the whole address in a dialog of its own, and opens it only on a yes. */
	openLink: desk.command(z.strictObject({ url: z.string().min(1).max(4096) })),
	/** Which of the user's accounts the agent is told of in this environment; null: none of this family. */
	connectAccounts: desk.command(
		z.strictObject({ evm: z.string().max(64).nullable(), svm: z.string().max(64).nullable() }),
		{ needsInput: false },
	),
};

/** The transcript on screen: for the desk. */
export const transcriptProcedures = {
	/** Opens a part of a transcript; its changes are pushed from then on, until another is opened. */
	watchTranscript: desk.returns<TranscriptView | null>()(
		z.strictObject({ sessionId: id.nullable(), at: transcriptPlace.optional() }),
		{ needsInput: false },
	),
	/** Where a text occurs in a transcript, whatever its case. */
	findInTranscript: desk.returns<TranscriptFinding>()(
		z.strictObject({ sessionId: id, text: z.string().max(200) }),
		{ needsInput: false },
	),
};
