import { z } from "zod";
import { ruleFacts, spends } from "../journal/records.ts";
import { messageSchema } from "../localized-text-schema.ts";

/**
 * Requests that were never signed because they were rejected, expired, refused by a rule, or found to contain
 * a lie. Each is recorded once, separately from the journal of approvals.
 */

const text = z.union([messageSchema, z.string().max(10_000)]);
const short = z.string().max(400);
const id = z.string().max(4_000);

export const ruledFacts = z.strictObject({
	account: short,
	/** Empty if the request doesn't name a chain. */
	chainRef: short,
	/** Lower case. `null` if an item doesn't name its app. */
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
	signer: short,
	facts: ruledFacts.optional(),
};

/**
 * `telling`: recorded, but the service hasn't been notified yet. `arrived`: the service has been notified.
 * Any other value is the reason why the service wasn't notified.
 */
const arrival = z.enum(["telling", "arrived", "changed", "failed"]);
export type DeliveryState = z.infer<typeof arrival>;

const lieKind = z.enum([
	"payload",
	/** Two different reviews or digests have the same revision. */
	"review",
	/** The request differs from what the user typed in the session. */
	"typed",
	"effect",
]);
export type LieKind = z.infer<typeof lieKind>;

export const activityRecord = z.discriminatedUnion("kind", [
	z.strictObject({
		...common,
		kind: z.literal("rejected"),
		/** `elsewhere`: the service reported the rejection, but it wasn't made in this app. */
		by: z.enum(["user", "elsewhere"]),
		reason: z.string().max(10_000),
		arrival,
		why: text.nullable(),
	}),
	z.strictObject({ ...common, kind: z.literal("expired") }),
	z.strictObject({
		...common,
		kind: z.literal("rule"),
		ruleId: z.string().max(64),
		rule: z.string().max(80),
		told: messageSchema,
	}),
	z.strictObject({
		...common,
		kind: z.literal("lie"),
		lie: lieKind,
		/** Fields from the match or the typed intent, or finding IDs. */
		fields: z.array(z.string().max(200)).min(1).max(20),
		/** Values of the first field, in the review and in the payload. */
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
