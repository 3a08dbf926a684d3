import { z } from "zod";
import { verbatim } from "../message.ts";
import { messageSchema } from "../message-schema.ts";
import type { JournalState, JournalStep } from "./types.ts";

/**
 * What a step of the journal says besides its state. Written as JSON with the version of this encoding. Details of
 * version 2 told a refusal by a sentence, and those of before were texts altogether: both are read here and nowhere
 * else, their sentences as they stand. The chain of hashes covers the text as it is stored.
 */

const VERSION = 3;

const facts = [
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
] as const;

/** The service did not take the row's report or answer. `told`: what the user is told of it. */
const refused = z.strictObject({ kind: z.literal("refused"), told: messageSchema });
const known = z.discriminatedUnion("kind", [...facts, refused]);

/** Version 2 named a report and an answer apart, which the row itself does. */
const refusedBefore = z
	.strictObject({ kind: z.enum(["report_refused", "answer_refused"]), message: z.string() })
	.transform(({ message }): StepDetail => ({ kind: "refused", told: verbatim(message) }));
const knownBefore = z.union([z.discriminatedUnion("kind", facts), refusedBefore]);

export type StepDetail = z.infer<typeof known>;
/** `unread`: written by another version, and nothing is concluded from it. */
export type ReadDetail = StepDetail | { readonly kind: "unread"; readonly text: string };

export function writeDetail(detail: StepDetail): string {
	return JSON.stringify({ version: VERSION, ...detail });
}

/** Details of the first encoding that were one text and no other. */
const TEXTS: Readonly<Record<string, StepDetail>> = {
	"rejected on the device": { kind: "declined", how: "device" },
	"taken back": { kind: "declined", how: "taken_back" },
	"by the service": { kind: "sent_by", whom: "service" },
	"found on the chain": { kind: "sent_by", whom: "unknown" },
	"nothing to report": { kind: "unreported", why: "not_asked" },
	"already known": { kind: "unreported", why: "known" },
	"no service waits for an answer": { kind: "unreported", why: "no_service" },
	"block taken back": { kind: "block_taken_back", whose: "own" },
	"block of a step taken back": { kind: "block_taken_back", whose: "step" },
};

/** Those that held a value, by the state that they were written with. */
function fromText(state: JournalState, text: string): ReadDetail {
	const fixed = Object.hasOwn(TEXTS, text) ? TEXTS[text] : undefined;
	if (fixed !== undefined) return fixed;
	switch (state) {
		case "signing": {
			const parts = text.split("; ");
			const device = parts.find((each) => each.startsWith("asked on "))?.slice("asked on ".length) ?? null;
			return { kind: "asked", device, renewed: parts.includes("blockhash renewed") };
		}
		case "claimed":
			return { kind: "attempt", id: text.replace(/^attempt /, "") };
		case "reporting": {
			const revision = /^at revision (\d{1,15})$/.exec(text)?.[1];
			return revision === undefined
				? { kind: "unread", text }
				: { kind: "at_revision", revision: Number(revision) };
		}
		case "reported":
			return { kind: "refused", told: verbatim(text) };
		case "settled": {
			const block = /^block (\d+)$/.exec(text)?.[1];
			return block === undefined ? { kind: "unread", text } : { kind: "in_block", block };
		}
		default:
			return { kind: "unread", text };
	}
}

/** What each version that was written as JSON can hold. */
const SCHEMAS: Readonly<Record<number, z.ZodType<StepDetail>>> = { 2: knownBefore, [VERSION]: known };

/** Reads the detail of a step in any encoding. Never throws: what can't be read is `unread`. */
export function readDetail({ step, detail }: Pick<JournalStep, "step" | "detail">): ReadDetail | null {
	if (detail === null) return null;
	if (!detail.startsWith("{")) return fromText(step, detail);
	try {
		const { version, ...rest } = z.looseObject({ version: z.number() }).parse(JSON.parse(detail));
		return SCHEMAS[version]?.safeParse(rest).data ?? { kind: "unread", text: detail };
	} catch {
		return { kind: "unread", text: detail };
	}
}

/** What the latest step into this state says; null where there is none, or it says nothing. */
export function detailOf(steps: readonly JournalStep[], state: JournalState): ReadDetail | null {
	const step = steps.findLast((each) => each.step === state);
	return step === undefined ? null : readDetail(step);
}
