import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import type { InboxEntryView } from "./inbox.ts";
import { type Claim, type CommandOutcome, desk, id, nothing } from "./primitives.ts";

export interface SessionRow {
	readonly id: string;
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly updatedAt: number;
	readonly waiting: number;
	readonly muted: boolean;
	readonly archived: boolean;
	readonly connection: ConnectionView;
}

export interface ConnectionView {
	/** `unauthorized`: the user must sign in again. */
	readonly state: "live" | "watching" | "polling" | "connecting" | "offline" | "unauthorized";
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

export interface ValueText {
	readonly text: Claim;
	readonly length: number;
}

/** `ended`: the turn ended, but the tool never reported completion. */
export type ToolState = "running" | "done" | "ended";

export interface ToolItem {
	readonly kind: "tool";
	readonly key: string;
	readonly name: Claim;
	readonly state: ToolState;
	readonly args: ValueText | null;
	readonly result: ValueText | null;
	readonly preview: Claim;
	readonly note: Claim | null;
	readonly at: number;
}

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
	readonly resumed: boolean;
	readonly message: Claim | null;
	readonly steps: readonly TaskStep[];
	readonly tools: readonly ToolItem[];
	readonly reportedSteps: number | null;
	/** Number of events omitted from the middle of a very long task. */
	readonly omitted: number;
	readonly staged: number | null;
	readonly durationMs: number | null;
	/** Running time as last reported by the service, and the time of that report by the service's clock. */
	readonly elapsed: { readonly ms: number; readonly at: number } | null;
	readonly at: number;
}

export type TranscriptItem =
	| {
			readonly kind: "message";
			readonly key: string;
			/**
			 * `unknown`: a sender that this version doesn't know. `from` contains the service's name for it.
			 */
			readonly sender: "user" | "agent" | "system" | "notice" | "unknown";
			readonly from?: Claim;
			readonly text: Claim;
			readonly live: boolean;
			/** Set only for the user's own message, until the service has delivered it. */
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
			readonly kind: "unknown";
			readonly key: string;
			readonly types: readonly { readonly type: Claim; readonly count: number }[];
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
	readonly title: Text;
	readonly turnState: TurnStateView;
	readonly turnId: string | null;
	readonly connection: ConnectionView;
	/** The visible part of the `total` items, starting at index `from`. */
	readonly items: readonly TranscriptItem[];
	readonly from: number;
	readonly total: number;
	readonly pending: "starting" | "interrupting" | null;
	readonly fault: Text | null;
	readonly archived: boolean;
	readonly fixed: Text | null;
	/** Incremented on every change. Each patch names the revision that it applies to. */
	readonly revision: number;
}

/** The end of a transcript, or the items around an index or around a request's card. */
const transcriptPosition = z.union([
	z.strictObject({ kind: z.literal("end") }),
	z.strictObject({ kind: z.literal("index"), index: z.number().int().min(0) }),
	z.strictObject({ kind: z.literal("entry"), entryId: id }),
]);
export type TranscriptPosition = z.infer<typeof transcriptPosition>;

export interface TranscriptFinding {
	readonly matches: readonly { readonly index: number; readonly key: string }[];
	readonly more: boolean;
}

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
	openLink: desk.command(z.strictObject({ url: z.string().min(1).max(4096) })),
	/**
	 * Sets the accounts that the agent can see in this environment. `null` shares no account of that family.
	 */
	connectAccounts: desk.command(
		z.strictObject({ evm: z.string().max(64).nullable(), svm: z.string().max(64).nullable() }),
		{ needsInput: false },
	),
};

export const transcriptProcedures = {
	/** Starts watching part of a transcript. Changes to it are pushed until another part is watched. */
	watchTranscript: desk.returns<TranscriptView | null>()(
		z.strictObject({ sessionId: id.nullable(), at: transcriptPosition.optional() }),
		{ needsInput: false },
	),
	findInTranscript: desk.returns<TranscriptFinding>()(
		z.strictObject({ sessionId: id, text: z.string().max(200) }),
		{ needsInput: false },
	),
};
