import { z } from "zod";
import { ruleFacts, spends } from "../journal/records.ts";
import { messageSchema } from "../message-schema.ts";

/**
 * What Activity keeps of requests that were never signed: rejected, run out, refused by a rule of the user's, or caught
 * in a lie. Each is written down once, beside the journal, which holds what was approved.
 */

const text = z.union([messageSchema, z.string().max(10_000)]);
const short = z.string().max(400);
/** The service chooses them, and nothing bounds them. */
const id = z.string().max(4_000);

/** What the user's rules looked at, to try another rule on it later: one leg for each thing that was to be signed. */
export const ruledFacts = z.strictObject({
	account: short,
	/** Empty for what names no chain. */
	chainRef: short,
	/** In lower case; null where not every part of it says of which app it is. */
	apps: z.array(short).max(100).nullable(),
	legs: z
		.array(ruleFacts.extend({ spends, known: z.boolean() }))
		.min(1)
		.max(100),
});
export type RuledFacts = z.infer<typeof ruledFacts>;

/** What each of them tells of its request. */
const common = {
	entryId: id,
	sessionId: id,
	/** As the request names it. */
	app: short.nullable(),
	headline: text,
	/** A decimal chain id, or a cluster; empty where none is named. */
	chainRef: short,
	/** Empty where it is not known. */
	signer: short,
	/** As they were known when this was written down; left out for a request that could not be read. */
	facts: ruledFacts.optional(),
};

/** `telling`: written down, and the service is still being told. `arrived`: it knows. The others say why it does not. */
const arrival = z.enum(["telling", "arrived", "changed", "failed"]);
export type DeliveryState = z.infer<typeof arrival>;

/** Which of its promises the service broke. */
const lieKind = z.enum([
	/** What was to be signed is not what its review tells. */
	"payload",
	/** Two reviews, or digests, under one revision. */
	"review",
	/** What the user typed in the conversation says otherwise. */
	"typed",
	/** It claims another effect than a simulation by the user's own RPC shows. */
	"effect",
]);
export type LieKind = z.infer<typeof lieKind>;

export const activityRecord = z.discriminatedUnion("kind", [
	z.strictObject({
		...common,
		kind: z.literal("rejected"),
		/** `elsewhere`: the service says so, and nobody said it here. */
		by: z.enum(["user", "elsewhere"]),
		/** The user's own words; empty where they gave none. */
		reason: z.string().max(10_000),
		arrival,
		/** Why the service was not told; null where it was, or still is being told. */
		why: text.nullable(),
	}),
	z.strictObject({ ...common, kind: z.literal("expired") }),
	z.strictObject({
		...common,
		kind: z.literal("rule"),
		ruleId: z.string().max(64),
		/** The user's own name of the rule, as it was then. */
		rule: z.string().max(80),
		told: messageSchema,
	}),
	z.strictObject({
		...common,
		kind: z.literal("lie"),
		lie: lieKind,
		/** What differs: fields of the match, what of the typed words, or ids of findings. */
		fields: z.array(z.string().max(200)).min(1).max(20),
		/** Of the first field: as the review tells it, and as the payload has it; null where there is no such value. */
		reviewed: z.string().max(10_000).nullable(),
		payload: z.string().max(10_000).nullable(),
		told: messageSchema,
	}),
]);

export type ActivityRecord = z.infer<typeof activityRecord>;
export type RecordKind = ActivityRecord["kind"];
export type RecordOf<K extends RecordKind> = Extract<ActivityRecord, { kind: K }>;

/** What every record tells of its request. */
export type RequestFacts = Pick<
	ActivityRecord,
	"entryId" | "sessionId" | "app" | "headline" | "chainRef" | "signer" | "facts"
>;
