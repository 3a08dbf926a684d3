import { z } from "zod";
import { spends } from "../policy/spends.ts";

/** What the journal keeps as JSON beside a row: what was predicted at approval, and what the chain then showed. */

const digits = z.string().regex(/^[0-9]+$/);

/** One movement, in base units of `asset` (`native`, or a token's address in lower case). */
export const predictedMove = z.strictObject({
	kind: z.enum(["transfer", "approval"]),
	direction: z.enum(["in", "out"]),
	account: z.string(),
	asset: z.string(),
	/** Null for what has no amount (a whole collection). */
	amount: digits.nullable(),
	symbol: z.string(),
	decimals: z.number().int().nullable(),
});
export type PredictedMove = z.infer<typeof predictedMove>;

export const predicted = z.strictObject({
	nativeSymbol: z.string(),
	/** gas limit × max fee, in wei. */
	mostFee: digits,
	/** Sent along with the call, in wei. */
	value: digits,
	moves: z.array(predictedMove),
	/** The most that it can take, for the person's rules; rows of earlier versions have none. */
	spends: spends.optional(),
});
export type Predicted = z.infer<typeof predicted>;

export const receiptRecord = z.strictObject({
	succeeded: z.boolean(),
	blockNumber: digits,
	gasUsed: digits,
	/** Wei. */
	feePaid: digits,
	logs: z.array(z.strictObject({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
	/** By which it is seen that the chain took the block back; rows of earlier versions have none. */
	blockHash: z.string().optional(),
});
export type ReceiptRecord = z.infer<typeof receiptRecord>;

/** Of a Solana transaction, once it is finalized. Amounts in base units: lamports for `native`. */
export const svmReceiptRecord = z.strictObject({
	family: z.literal("svm"),
	succeeded: z.boolean(),
	slot: digits,
	/** Lamports. */
	feePaid: digits,
	/** A sentence, where it failed. */
	error: z.string().nullable(),
	moves: z.array(
		z.strictObject({
			account: z.string(),
			/** `native`, or a mint. */
			asset: z.string(),
			owner: z.string(),
			before: digits,
			after: digits,
		}),
	),
});
export type SvmReceiptRecord = z.infer<typeof svmReceiptRecord>;
