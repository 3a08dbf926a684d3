import { z } from "zod";
import { JOURNAL_STATES } from "./types.ts";

export const JOURNAL_FORMAT = "countersign-journal";

const step = z.object({
	seq: z.number().int(),
	step: z.enum(JOURNAL_STATES),
	at: z.number().int(),
	detail: z.string().nullable(),
	/** Hash of the journal's previous step, which may belong to a different row. Empty for the first step. */
	previous: z.string(),
	hash: z.string(),
});

const exportedRow = z.object({
	id: z.string(),
	kind: z.string(),
	intentId: z.string(),
	headline: z.string(),
	state: z.enum(JOURNAL_STATES),
	live: z.boolean(),
	place: z.number().int().min(0),
	fingerprint: z.string(),
	/** `null` while the transaction could still be broadcast, because anyone could broadcast the bytes. */
	signedBytes: z.string().nullable(),
	transactionId: z.string().nullable(),
	steps: z.array(step),
});

export const exportedJournal = z.object({
	format: z.literal(JOURNAL_FORMAT),
	version: z.literal(1),
	app: z.string(),
	saved_at: z.string(),
	rows: z.array(exportedRow.extend({ frozen: z.unknown(), legs: z.array(exportedRow) })),
});

export type ExportedJournal = z.infer<typeof exportedJournal>;

export type ExportedRow = z.infer<typeof exportedRow>;
