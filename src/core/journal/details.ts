import { z } from "zod";
import { messageSchema } from "../message-schema.ts";
import type { JournalState, JournalStep } from "./types.ts";

/**
 * What a step of the journal says besides its state, as JSON with the version of this encoding. The chain of hashes
 * covers the text as it is stored.
 */

const VERSION = 1;

const known = z.discriminatedUnion("kind", [
	/** `device`: the Ledger that is asked; `renewed`: the frozen review has another blockhash now. */
	z.strictObject({ kind: z.literal("asked"), device: z.string().nullable(), renewed: z.boolean() }),
	/** The service's name of a wallet attempt. */
	z.strictObject({ kind: z.literal("attempt"), id: z.string() }),
	/** The user's "no" after the approval: on their device, or the approval taken back. */
	z.strictObject({ kind: z.literal("declined"), how: z.enum(["device", "taken_back"]) }),
	/** Who sent it, where that was not we. */
	z.strictObject({ kind: z.literal("sent_by"), whom: z.enum(["service", "unknown"]) }),
	/** Why no report was made. */
	z.strictObject({ kind: z.literal("unreported"), why: z.enum(["not_asked", "known", "no_service"]) }),
	/** The answer goes to this newer revision of the action. */
	z.strictObject({ kind: z.literal("at_revision"), revision: z.number().int().min(0) }),
	/** Decimal. */
	z.strictObject({ kind: z.literal("in_block"), block: z.string() }),
	/** Rules of the user's that refused it, and that they set aside for this one approval. */
	z.strictObject({
		kind: z.literal("allowed_once"),
		rules: z.array(z.strictObject({ id: z.string(), name: z.string() })),
	}),
	/** `own`: the chain took back the row's block; `step`: that of one of an action's steps. */
	z.strictObject({ kind: z.literal("block_taken_back"), whose: z.enum(["own", "step"]) }),
	/** The service did not take the row's report or answer. `told`: what the user is told of it. */
	z.strictObject({ kind: z.literal("refused"), told: messageSchema }),
	/** The service answered about something else, so that whether it has the row's answer is not known. */
	z.strictObject({ kind: z.literal("unclear"), told: messageSchema }),
]);

export type StepDetail = z.infer<typeof known>;
/** `unread`: damaged or of a newer version, and nothing is concluded from it. */
export type ReadDetail = StepDetail | { readonly kind: "unread"; readonly text: string };

export function writeDetail(detail: StepDetail): string {
	return JSON.stringify({ version: VERSION, ...detail });
}

/** Reads the detail of a step. Never throws: what can't be read is `unread`. */
export function readDetail({ detail }: Pick<JournalStep, "detail">): ReadDetail | null {
	if (detail === null) return null;
	try {
		const { version, ...rest } = z.looseObject({ version: z.literal(VERSION) }).parse(JSON.parse(detail));
		return known.parse(rest);
	} catch {
		return { kind: "unread", text: detail };
	}
}

/** What the latest step into this state says; null where there is none, or it says nothing. */
export function detailOf(steps: readonly JournalStep[], state: JournalState): ReadDetail | null {
	const step = steps.findLast((each) => each.step === state);
	return step === undefined ? null : readDetail(step);
}
