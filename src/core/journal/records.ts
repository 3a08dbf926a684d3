import { z } from "zod";
import { actionResult } from "../../service-api/action.ts";
import { type Scale, scaleOf } from "../format/scale.ts";

/**
 * Records stored with a journal row: predictions at approval, the answer to an action, and the chain's
 * result. Amounts are decimal text in base units.
 */

const digits = z.string().regex(/^[0-9]+$/);

/** `native`, a lower-case token address, or a mint. */
const spend = z.strictObject({
	asset: z.string().min(1),
	/** Base units; `null` if unlimited or unknown. */
	amount: z
		.string()
		.regex(/^(?:0|[1-9][0-9]*)$/)
		.nullable(),
});
export type Spend = z.infer<typeof spend>;

/** Maximum spending. Permissions count as spent when granted. */
export const spends = z.strictObject({
	/** `false` if more than the listed amounts may be spent. */
	certain: z.boolean(),
	amounts: z.array(spend),
});
export type Spends = z.infer<typeof spends>;

/** One movement in base units of `asset` (`native`, or a lower-case token address). */
const predictedMove = z.strictObject({
	kind: z.enum(["transfer", "approval"]),
	direction: z.enum(["in", "out"]),
	account: z.string(),
	asset: z.string(),
	/** `null` without an amount (a whole collection). */
	amount: digits.nullable(),
	symbol: z.string(),
	decimals: z.number().int().nullable(),
	/** The token's scaling factor at approval; absent if it does not scale. */
	scale: z.strictObject({ numerator: digits, denominator: digits }).optional(),
});
export type PredictedMove = z.infer<typeof predictedMove>;

/** Returns the recorded scaling factor; `undefined` if absent or invalid. */
export function scaleOfMove({ scale }: Pick<PredictedMove, "scale">): Scale | undefined {
	return scale === undefined
		? undefined
		: (scaleOf(BigInt(scale.numerator), BigInt(scale.denominator)) ?? undefined);
}

/** Total of one asset for one recipient. */
const predictedReceiver = predictedMove
	.pick({ asset: true, amount: true, symbol: true, decimals: true, scale: true })
	.extend({ to: z.string() });
export type PredictedReceiver = z.infer<typeof predictedReceiver>;

/** Facts that the rules checked, besides spending. */
export const ruleFacts = z.strictObject({
	/** `null` if something left to an unknown recipient. */
	recipients: z.array(z.string()).nullable(),
	/** `null` if unknown. */
	contracts: z.array(z.string()).nullable(),
	grants: z.array(z.strictObject({ spender: z.string(), token: z.string(), unlimited: z.boolean() })),
	simulated: z.enum(["agrees", "differs", "not", "nothing"]),
});
export type RecordedFacts = z.infer<typeof ruleFacts>;

export const predicted = z.strictObject({
	nativeSymbol: z.string(),
	/** Gas limit × max fee, in wei. */
	mostFee: digits,
	/** Wei sent with the call. */
	value: digits,
	moves: z.array(predictedMove),
	/** Set if it pays several recipients or in several assets. */
	receivers: z.array(predictedReceiver).optional(),
	/** Maximum spending, for the user's rules. */
	spends,
	facts: ruleFacts,
});
export type Predicted = z.infer<typeof predicted>;

/** Body of an action's answer, identical in every attempt. */
export const answerBody = z.strictObject({ revision: z.number().int().min(0), result: actionResult });
export type AnswerBody = z.infer<typeof answerBody>;

export const evmReceipt = z.strictObject({
	succeeded: z.boolean(),
	blockNumber: digits,
	gasUsed: digits,
	/** Wei. */
	feePaid: digits,
	logs: z.array(z.strictObject({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
	/** Detects reorgs. */
	blockHash: z.string(),
});
export type EvmReceipt = z.infer<typeof evmReceipt>;

/** Finalized Solana transaction. Amounts in base units: lamports for `native`. */
const svmReceipt = z.strictObject({
	family: z.literal("svm"),
	succeeded: z.boolean(),
	slot: digits,
	/** Lamports. */
	feePaid: digits,
	/** Sentence, if it failed. */
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

/** Result of a transaction on chain. */
export const receipt = z.union([evmReceipt, svmReceipt]);
export type Receipt = z.infer<typeof receipt>;
