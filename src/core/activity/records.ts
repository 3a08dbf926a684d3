import { z } from "zod";
import { ruleFacts, spends } from "../journal/records.ts";
import { messageSchema } from "../message-schema.ts";

/**
 * Requests that were never signed: rejected, expired, refused by a rule, or caught lying. Each is recorded
 * once, next to the journal of approvals.
 */

const text = z.union([messageSchema, z.string().max(10_000)]);
const short = z.string().max(400);
/** The service chooses the length. */
const id = z.string().max(4_000);

/** Facts that rules checked, so another rule can be tried on them later. */
export const ruledFacts = z.strictObject({
	account: short,
	/** Empty if no chain is named. */
	chainRef: short,
	/** Lower case; `null` if an item does not name its app. */
	apps: z.array(short).max(100).nullable(),
	legs: z
		.array(ruleFacts.extend({ spends, known: z.boolean() }))
		.min(1)
		.max(100),
});
export type RuledFacts = z.infer<typeof ruledFacts>;

const common = {
	entryId: id,
	sessionId: id,
	app: short.nullable(),
	headline: text,
	chainRef: short,
	/** Empty if unknown. */
	signer: short,
	/** As known at the time; absent for an unreadable request. */
	facts: ruledFacts.optional(),
};

/**
 * `telling`: recorded, while the service is still being notified. `arrived`: the service knows. Otherwise:
 * why the service doesn't know.
 */
const arrival = z.enum(["telling", "arrived", "changed", "failed"]);
export type DeliveryState = z.infer<typeof arrival>;

const lieKind = z.enum([
	/** The payload differs from its review. */
	"payload",
	/** Two reviews or digests share one revision. */
	"review",
	/** The user typed something else in the session. */
	"typed",
	/** The claimed effects differ from the simulation of the user's own RPC. */
	"effect",
]);
export type LieKind = z.infer<typeof lieKind>;

export const activityRecord = z.discriminatedUnion("kind", [
	z.strictObject({
		...common,
		kind: z.literal("rejected"),
		/** `elsewhere`: reported by the service, not done in this app. */
		by: z.enum(["user", "elsewhere"]),
		/** The user's own words; empty if none. */
		reason: z.string().max(10_000),
		arrival,
		/** Why the service was not notified. */
		why: text.nullable(),
	}),
	z.strictObject({ ...common, kind: z.literal("expired") }),
	z.strictObject({
		...common,
		kind: z.literal("rule"),
		ruleId: z.string().max(64),
		/** The user's name for the rule at the time. */
		rule: z.string().max(80),
		told: messageSchema,
	}),
	z.strictObject({
		...common,
		kind: z.literal("lie"),
		lie: lieKind,
		/** Fields of the match or of the typed words, or ids of findings. */
		fields: z.array(z.string().max(200)).min(1).max(20),
		/** Values of the first field in the review and in the payload. */
		reviewed: z.string().max(10_000).nullable(),
		payload: z.string().max(10_000).nullable(),
		told: messageSchema,
	}),
]);

export type ActivityRecord = z.infer<typeof activityRecord>;
export type RecordKind = ActivityRecord["kind"];
export type RecordOf<K extends RecordKind> = Extract<ActivityRecord, { kind: K }>;

export type RequestFacts = Pick<
	ActivityRecord,
	"entryId" | "sessionId" | "app" | "headline" | "chainRef" | "signer" | "facts"
>;
