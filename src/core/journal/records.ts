import { z } from "zod";
import { actionResult } from "../../service-api/action.ts";
import { type Scale, scaleOf } from "../format/scale.ts";

/**
 * What the journal keeps beside a row: what was predicted at approval, what an action was answered with, and what the
 * chain then showed. Amounts are decimal texts in base units.
 */

const digits = z.string().regex(/^[0-9]+$/);

/** `native`, a token's address in lower case, or a mint as it is. */
const spend = z.strictObject({
	asset: z.string().min(1),
	/** Base units; null where nothing limits it, or nobody can tell. */
	amount: z
		.string()
		.regex(/^(?:0|[1-9][0-9]*)$/)
		.nullable(),
});
export type Spend = z.infer<typeof spend>;

/** The most that can be taken. What others may take by a permission counts as spent when it is given. */
export const spends = z.strictObject({
	/** False where something besides what is listed may be taken. */
	certain: z.boolean(),
	amounts: z.array(spend),
});
export type Spends = z.infer<typeof spends>;

/** One movement, in base units of `asset` (`native`, or a token's address in lower case). */
const predictedMove = z.strictObject({
	kind: z.enum(["transfer", "approval"]),
	direction: z.enum(["in", "out"]),
	account: z.string(),
	asset: z.string(),
	/** Null for what has no amount (a whole collection). */
	amount: digits.nullable(),
	symbol: z.string(),
	decimals: z.number().int().nullable(),
	/** Factor by which the token showed amounts at the approval; absent if it shows them as the chain counts. */
	scale: z.strictObject({ numerator: digits, denominator: digits }).optional(),
});
export type PredictedMove = z.infer<typeof predictedMove>;

/** Returns the factor of a recorded movement; `undefined` if it has none that can be believed. */
export function scaleOfMove({ scale }: Pick<PredictedMove, "scale">): Scale | undefined {
	return scale === undefined
		? undefined
		: (scaleOf(BigInt(scale.numerator), BigInt(scale.denominator)) ?? undefined);
}

/** All that one receiver was to get of one asset. */
const predictedReceiver = predictedMove
	.pick({ asset: true, amount: true, symbol: true, decimals: true, scale: true })
	.extend({ to: z.string() });
export type PredictedReceiver = z.infer<typeof predictedReceiver>;

/** What the user's rules looked at besides what it can spend. */
export const ruleFacts = z.strictObject({
	/** null where our decoding saw something leave, and not to whom. */
	recipients: z.array(z.string()).nullable(),
	/** null where that could not be told. */
	contracts: z.array(z.string()).nullable(),
	grants: z.array(z.strictObject({ spender: z.string(), token: z.string(), unlimited: z.boolean() })),
	simulated: z.enum(["agrees", "differs", "not", "nothing"]),
});
export type RecordedFacts = z.infer<typeof ruleFacts>;

export const predicted = z.strictObject({
	nativeSymbol: z.string(),
	/** gas limit × max fee, in wei. */
	mostFee: digits,
	/** Sent along with the call, in wei. */
	value: digits,
	moves: z.array(predictedMove),
	/** Set if it pays more than one receiver, or in more than one asset. */
	receivers: z.array(predictedReceiver).optional(),
	/** The most that it can take, for the user's rules. */
	spends,
	facts: ruleFacts,
});
export type Predicted = z.infer<typeof predicted>;

/** The body with which an action is answered: every try sends it. */
export const answerBody = z.strictObject({ revision: z.number().int().min(0), result: actionResult });
export type AnswerBody = z.infer<typeof answerBody>;

export const evmReceipt = z.strictObject({
	succeeded: z.boolean(),
	blockNumber: digits,
	gasUsed: digits,
	/** Wei. */
	feePaid: digits,
	logs: z.array(z.strictObject({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
	/** Used to detect a reorg. */
	blockHash: z.string(),
});
export type EvmReceipt = z.infer<typeof evmReceipt>;

/** Of a Solana transaction, once it is finalized. Amounts in base units: lamports for `native`. */
const svmReceipt = z.strictObject({
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
export type SvmReceipt = z.infer<typeof svmReceipt>;

/** What the chain showed of a transaction that it holds. */
export const receipt = z.union([evmReceipt, svmReceipt]);
export type Receipt = z.infer<typeof receipt>;
