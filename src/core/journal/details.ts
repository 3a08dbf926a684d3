import { z } from "zod";
import type { Message } from "../localized-text.ts";
import { messageSchema } from "../localized-text-schema.ts";
import type { Frozen } from "../match/frozen.ts";
import type { AnswerBody, Receipt } from "./records.ts";
import type { JournalOutcome, JournalState, JournalStep, StoredSignature } from "./types.ts";

const VERSION = 1;

const known = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("asked"), device: z.string().nullable(), renewed: z.boolean() }),
	z.strictObject({ kind: z.literal("attempt"), id: z.string() }),
	z.strictObject({ kind: z.literal("declined"), how: z.enum(["device", "taken_back"]) }),
	z.strictObject({ kind: z.literal("sent_by"), whom: z.enum(["service", "unknown"]) }),
	z.strictObject({ kind: z.literal("unreported"), why: z.enum(["not_asked", "known", "no_service"]) }),
	z.strictObject({ kind: z.literal("at_revision"), revision: z.number().int().min(0) }),
	z.strictObject({ kind: z.literal("in_block"), block: z.string() }),
	z.strictObject({
		kind: z.literal("allowed_once"),
		rules: z.array(z.strictObject({ id: z.string(), name: z.string() })),
	}),
	/** The user's rules that ended a multi-step approval. They are hidden from the service and the agent. */
	z.strictObject({
		kind: z.literal("stopped_by"),
		rules: z.array(z.strictObject({ id: z.string(), name: z.string() })),
	}),
	z.strictObject({ kind: z.literal("block_taken_back"), whose: z.enum(["own", "step"]) }),
	/** The service rejected the report or answer. `told` is the text shown to the user. */
	z.strictObject({ kind: z.literal("refused"), told: messageSchema }),
	/** The service replied about a different request, so it is unknown whether the answer arrived. */
	z.strictObject({ kind: z.literal("unclear"), told: messageSchema }),
]);

export type StepDetail = z.infer<typeof known>;
export type ReadDetail = StepDetail | { readonly kind: "unread"; readonly text: string };

export function writeDetail(detail: StepDetail): string {
	return JSON.stringify({ version: VERSION, ...detail });
}

export function readDetail({ detail }: Pick<JournalStep, "detail">): ReadDetail | null {
	if (detail === null) return null;
	try {
		const { version, ...rest } = z.looseObject({ version: z.literal(VERSION) }).parse(JSON.parse(detail));
		return known.parse(rest);
	} catch {
		return { kind: "unread", text: detail };
	}
}

export function detailOf(steps: readonly JournalStep[], state: JournalState): ReadDetail | null {
	const step = steps.findLast((each) => each.step === state);
	return step === undefined ? null : readDetail(step);
}

export interface StepFacts {
	readonly signature?: StoredSignature;
	readonly transactionId?: string;
	readonly attemptId?: string;
	readonly outcome?: JournalOutcome | null;
	readonly text?: Message | null;
	readonly receipt?: Receipt | null;
	readonly live?: boolean;
	readonly dead?: boolean;
	readonly answer?: AnswerBody;
	readonly frozen?: Frozen;
	/** Protected by the hash chain. Never contains a secret. */
	readonly detail?: StepDetail;
}
