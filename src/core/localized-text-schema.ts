import { z } from "zod";
import type { Message, Param } from "./localized-text.ts";

/** Separate from `localized-text.ts`, so that the windows don't load zod. */

const amountSchema = z.strictObject({
	amount: z.strictObject({
		raw: z.string().regex(/^-?\d{1,100}$/),
		decimals: z.number().int().min(0).max(255).nullable(),
		symbol: z.union([z.string(), z.lazy(() => anyMessage)]),
		checked: z.boolean(),
	}),
});

const timeSchema = z.strictObject({
	at: z.number(),
	style: z.enum(["month", "day", "time", "minute", "second"]),
});

const paramSchema: z.ZodType<Param> = z.lazy(() =>
	z.union([
		z.string(),
		z.number(),
		z.boolean(),
		amountSchema,
		timeSchema,
		z.strictObject({ inner: anyMessage }),
		anyMessage,
		z.array(paramSchema),
	]),
);

const anyMessage: z.ZodType<Message> = z.lazy(() =>
	z.strictObject({ code: z.string().max(200), params: z.record(z.string(), paramSchema).optional() }),
);

const DEEPEST = 128;
const MAX_LENGTH = 10_000;
const MAX_MEMBERS = 64;
const MAX_VALUES = 100_000;

/**
 * Iterates instead of recursing, because a message from another process can be arbitrarily deep or even
 * contain itself.
 */
function isBounded(value: unknown): boolean {
	let level: unknown[] = [value];
	let values = 0;
	for (let depth = 0; level.length > 0; depth += 1) {
		values += level.length;
		if (depth > DEEPEST || values > MAX_VALUES) return false;
		const next: unknown[] = [];
		for (const each of level) {
			if (typeof each === "string" && each.length > MAX_LENGTH) return false;
			if (typeof each !== "object" || each === null) continue;
			const members: unknown[] = Object.values(each);
			if (!Array.isArray(each) && members.length > MAX_MEMBERS) return false;
			for (const member of members) next.push(member);
		}
		level = next;
	}
	return true;
}

export const messageSchema: z.ZodType<Message> = z
	.unknown()
	.refine(isBounded, { error: "is deeper or longer than a text", abort: true })
	.pipe(anyMessage);
