import { z } from "zod";
import { actionShape, transactionResult } from "./action.ts";
import { eventMeta } from "./events.ts";
import { open } from "./open.ts";

const sentItem = z.strictObject({
	id: z.string(),
	status: transactionResult.shape.status,
	transactionId: z.string().optional(),
	signedTransactionBase64: z.string().optional(),
	reason: z.string().optional(),
});

const sentOutput = z.strictObject({
	id: z.string(),
	signature: z.string().optional(),
	signedTransactionBase64: z.string().optional(),
});

const sentResult = z.discriminatedUnion("status", [
	z.strictObject({ status: z.literal("submitted"), legs: z.array(sentItem) }),
	z.strictObject({ status: z.literal("signed"), outputs: z.array(sentOutput) }),
	z.strictObject({ status: z.literal("rejected"), reason: z.string().min(1) }),
]);

export const actionResolution = z.strictObject({ revision: z.number().int().min(0), result: sentResult });
export type ActionResolution = z.input<typeof actionResolution>;

/**
 * Fields of log events that may be missing from the response
 * (docs/service-api/endpoints.md#in-the-interface-text).
 */
const { event_id, sequence, turn_id, occurred_at } = eventMeta;
export const resolvedAction = open({
	action: open({
		...actionShape,
		type: z.literal("action").default("action"),
		event_id: event_id.default(""),
		sequence: sequence.default(1),
		turn_id: turn_id.default(null),
		occurred_at: occurred_at.default(0),
	}),
});
