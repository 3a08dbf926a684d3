import { z } from "zod";
import type { Frozen } from "../match/frozen.ts";
import type { Message } from "../message.ts";
import { messageSchema } from "../message-schema.ts";
import type { StoredSignature } from "./kept-signature.ts";
import type { AnswerBody, Receipt } from "./records.ts";
import type { JournalOutcome, JournalState, JournalStep } from "./types.ts";

/**
 * Details of a journal step besides its state, as JSON with a version. The hash chain covers the stored text.
 */

const VERSION = 1;

const known = z.discriminatedUnion("kind", [
	/** `device`: the Ledger that was asked. `renewed`: the frozen review has a new blockhash. */
	z.strictObject({ kind: z.literal("asked"), device: z.string().nullable(), renewed: z.boolean() }),
	/** The service's id of a wallet attempt. */
	z.strictObject({ kind: z.literal("attempt"), id: z.string() }),
	/** Rejection after approval: on the device, or by withdrawing the approval. */
	z.strictObject({ kind: z.literal("declined"), how: z.enum(["device", "taken_back"]) }),
	/** Broadcaster, if other than this app. */
	z.strictObject({ kind: z.literal("sent_by"), whom: z.enum(["service", "unknown"]) }),
	/** Reason for a missing report. */
	z.strictObject({ kind: z.literal("unreported"), why: z.enum(["not_asked", "known", "no_service"]) }),
	/** The answer goes to this later revision of the action. */
	z.strictObject({ kind: z.literal("at_revision"), revision: z.number().int().min(0) }),
	/** Decimal. */
	z.strictObject({ kind: z.literal("in_block"), block: z.string() }),
	/** Rules that refused it and that the user overrode for this approval. */
	z.strictObject({
		kind: z.literal("allowed_once"),
		rules: z.array(z.strictObject({ id: z.string(), name: z.string() })),
	}),
	/** `own`: a reorg removed the row's block. `step`: a reorg removed the block of an action's step. */
	z.strictObject({ kind: z.literal("block_taken_back"), whose: z.enum(["own", "step"]) }),
	/** The service rejected the row's report or answer. `told`: text for the user. */
	z.strictObject({ kind: z.literal("refused"), told: messageSchema }),
	/** The service answered about something else, so it is unknown whether it received the row's answer. */
	z.strictObject({ kind: z.literal("unclear"), told: messageSchema }),
]);

export type StepDetail = z.infer<typeof known>;
/** `unread`: damaged or from a later version; nothing is inferred from it. */
export type ReadDetail = StepDetail | { readonly kind: "unread"; readonly text: string };

export function writeDetail(detail: StepDetail): string {
	return JSON.stringify({ version: VERSION, ...detail });
}

/** Reads a step's detail. Never throws: unreadable details are `unread`. */
export function readDetail({ detail }: Pick<JournalStep, "detail">): ReadDetail | null {
	if (detail === null) return null;
	try {
		const { version, ...rest } = z.looseObject({ version: z.literal(VERSION) }).parse(JSON.parse(detail));
		return known.parse(rest);
	} catch {
		return { kind: "unread", text: detail };
	}
}

/** Returns the detail of the latest step into a state; `null` if there is no such step or detail. */
export function detailOf(steps: readonly JournalStep[], state: JournalState): ReadDetail | null {
	const step = steps.findLast((each) => each.step === state);
	return step === undefined ? null : readDetail(step);
}

/** Values that a step may write besides the state. */
export interface StepFacts {
	readonly signature?: StoredSignature;
	readonly transactionId?: string;
	/** Written once and never replaced. */
	readonly attemptId?: string;
	/** `null` if a reorg removed its end. */
	readonly outcome?: JournalOutcome | null;
	readonly text?: Message | null;
	readonly receipt?: Receipt | null;
	readonly live?: boolean;
	readonly dead?: boolean;
	readonly answer?: AnswerBody;
	/** Frozen review with a renewed blockhash, before signing. */
	readonly frozen?: Frozen;
	/** Stored in the step chain; never a secret. */
	readonly detail?: StepDetail;
}
