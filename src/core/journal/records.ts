import { z } from "zod";
import { actionResult } from "../../service-api/action.ts";
import { type Scale, scaleOf } from "../format/scale.ts";

const digits = z.string().regex(/^[0-9]+$/);

/** Positive for a loss. `null` if unlimited. */
const cost = z.string().regex(/^-?[0-9]+$/);

const bounds = {
	/** Amount in our simulation. Not set if it doesn't show the effect. */
	simulated: cost.optional(),
	/** Amount in the bytes. Not set if they don't state it. */
	stated: cost.nullable().optional(),
};

const change = z.strictObject({ account: z.string(), asset: z.string(), ...bounds });

const receiver = z.strictObject({
	/** `null` if the simulation doesn't name a recipient. */
	to: z.string().nullable(),
	asset: z.string(),
	...bounds,
});

const right = z.strictObject({
	holder: z.string(),
	account: z.string(),
	/** Canonical text for the right's scope and the contract that records it. */
	scope: z.string(),
	/** `null` if unlimited. */
	extent: digits.nullable(),
	/** Unix time in seconds. `null` if the right doesn't expire. */
	until: digits.nullable(),
});

/** `passed` and `failed` are results. The other values are reasons why there is no result. */
const simulation = z.enum(["passed", "failed", "no_method", "exceeds", "too_many_steps", "later", "missing"]);
export type ShownSimulation = z.infer<typeof simulation>;

/**
 * A step's effects as the user saw them. If a request has several steps, a step is only signed if a later
 * simulation shows nothing worse.
 */
export const shownEffects = z.strictObject({
	simulation,
	/** Whether the simulation is complete. */
	isWhole: z.boolean(),
	hangsOnBlock: z.boolean(),
	losesControl: z.boolean(),
	/** Network cost in base units: the maximum, and the current amount. `null` if unknown. */
	fee: z.strictObject({ most: digits.nullable(), now: digits.nullable() }),
	changes: z.array(change),
	receivers: z.array(receiver),
	rights: z.array(right),
	/** Canonical texts for unexplained changes and for parts that couldn't be read. */
	unexplained: z.array(z.string()),
	unread: z.array(z.string()),
	/** Code at the step's addresses, recorded to detect a change. */
	codes: z.array(z.strictObject({ address: z.string(), code: z.string() })),
});
export type ShownEffects = z.infer<typeof shownEffects>;

/** `native`, a lower-case token address, or a mint. */
const spend = z.strictObject({
	asset: z.string().min(1),
	amount: z
		.string()
		.regex(/^(?:0|[1-9][0-9]*)$/)
		.nullable(),
});
export type Spend = z.infer<typeof spend>;

/** Maximum amounts that can be spent. A granted allowance already counts as spent. */
export const spends = z.strictObject({
	certain: z.boolean(),
	amounts: z.array(spend),
});
export type Spends = z.infer<typeof spends>;

const predictedMove = z.strictObject({
	kind: z.enum(["transfer", "approval"]),
	direction: z.enum(["in", "out"]),
	account: z.string(),
	asset: z.string(),
	amount: digits.nullable(),
	symbol: z.string(),
	decimals: z.number().int().nullable(),
	scale: z.strictObject({ numerator: digits, denominator: digits }).optional(),
});
export type PredictedMove = z.infer<typeof predictedMove>;

export function scaleOfMove({ scale }: Pick<PredictedMove, "scale">): Scale | undefined {
	return scale === undefined
		? undefined
		: (scaleOf(BigInt(scale.numerator), BigInt(scale.denominator)) ?? undefined);
}

const predictedReceiver = predictedMove
	.pick({ asset: true, amount: true, symbol: true, decimals: true, scale: true })
	.extend({
		to: z.string(),
		/** Whether the review marked the receiver as unknown to the user. */
		isOutlier: z.boolean().optional(),
	});
export type PredictedReceiver = z.infer<typeof predictedReceiver>;

export const ruleFacts = z.strictObject({
	recipients: z.array(z.string()).nullable(),
	contracts: z.array(z.string()).nullable(),
	grants: z.array(z.strictObject({ spender: z.string(), token: z.string(), unlimited: z.boolean() })),
	simulated: z.enum(["agrees", "differs", "not", "nothing", "undeclared"]),
});
export type RecordedFacts = z.infer<typeof ruleFacts>;

export const predicted = z.strictObject({
	nativeSymbol: z.string(),
	mostFee: digits,
	value: digits,
	moves: z.array(predictedMove),
	/** Only set if there are several recipients or assets. */
	receivers: z.array(predictedReceiver).optional(),
	spends,
	facts: ruleFacts,
	/** Only set if the request has several transactions. */
	shown: shownEffects.optional(),
});
export type Predicted = z.infer<typeof predicted>;

export const answerBody = z.strictObject({ revision: z.number().int().min(0), result: actionResult });
export type AnswerBody = z.infer<typeof answerBody>;

export const evmReceipt = z.strictObject({
	succeeded: z.boolean(),
	blockNumber: digits,
	gasUsed: digits,
	feePaid: digits,
	logs: z.array(z.strictObject({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
	/** If the hash differs later, there was a reorg. */
	blockHash: z.string(),
});
export type EvmReceipt = z.infer<typeof evmReceipt>;

/** Receipt for a finalized transaction. Amounts are in base units, or in lamports for `native`. */
const svmReceipt = z.strictObject({
	family: z.literal("svm"),
	succeeded: z.boolean(),
	slot: digits,
	feePaid: digits,
	/** The error as a sentence. `null` if the transaction succeeded. */
	error: z.string().nullable(),
	moves: z.array(
		z.strictObject({
			account: z.string(),
			asset: z.string(),
			owner: z.string(),
			before: digits,
			after: digits,
		}),
	),
});
export type SvmReceipt = z.infer<typeof svmReceipt>;

export const receipt = z.union([evmReceipt, svmReceipt]);
export type Receipt = z.infer<typeof receipt>;
