import { z } from "zod";

/**
 * Schema of `expected.json`: the cases of a set, each with its correct result. Unknown members are rejected,
 * so that a misspelt one is found.
 */

const LEVELS = ["none", "info", "caution", "danger", "block"] as const;
const level = z.enum(LEVELS);
export type Level = z.infer<typeof level>;
export const rankOf = (of: Level): number => LEVELS.indexOf(of);

const OUTCOMES = ["approvable", "word", "refused", "unreadable"] as const;
const outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcome>;

/** Amounts, symbols or parties. An entry is one value, or a list of spellings of which one is enough. */
const values = z.array(z.union([z.string().min(1), z.array(z.string().min(1)).min(2)])).min(1);
export type Values = z.infer<typeof values>;
const names = z.array(z.string().min(1)).min(1);
const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);
const digits = z.string().regex(/^\d+$/);

/** Members that one entry of the app's list must have. An omitted member may have any value. */
const effect = z.strictObject({
	direction: z.enum(["in", "out"]),
	/** `native` or the token's address. */
	asset: z.string().optional(),
	amount: digits.optional(),
	tokenId: digits.optional(),
	counterparty: z.string().optional(),
});
const permission = z.strictObject({
	grants: z.boolean().optional(),
	spender: z.string(),
	token: z.string().optional(),
	amount: digits.optional(),
	unlimited: z.boolean().optional(),
});

/**
 * Expected result of a request. An omitted member is not checked, except `lie`: if it is omitted, no lie may
 * be recorded.
 */
const requestExpectation = z.strictObject({
	/** The allowed outcomes, named as in `npm run explain`. */
	outcome: z.array(outcome).min(1).optional(),
	/** Bounds for the most severe finding. */
	severity: z.strictObject({ atLeast: level.optional(), atMost: level.optional() }).optional(),
	/** Whether the user has to type a word. */
	word: z.boolean().optional(),
	/** Words that the user must never be asked to type, such as four digits that identify no recipient. */
	wordIsNot: names.optional(),
	/** Values in the headline of the review. */
	headline: values.optional(),
	/** Values in any sentence, row or amount that the user reads. */
	says: values.optional(),
	/** Like `says`, but the text or members to sign count too. */
	shows: values.optional(),
	/** Values in the reasons why the request can't be approved. */
	refusals: values.optional(),
	/** Values that appear in no sentence, row or amount. */
	hides: names.optional(),
	/** Ids of findings that must be absent. */
	findingsNot: names.optional(),
	/** Text codes that must be absent. */
	codesNot: names.optional(),
	/** Signing hash of typed data, computed with another library than the app uses. */
	hash: hex.optional(),
	effects: z.array(effect).min(1).optional(),
	permissions: z.array(permission).min(1).optional(),
	costs: z
		.strictObject({
			/** Base units. */
			mostAtLeast: digits.optional(),
			mostAtMost: digits.optional(),
			likelyAtLeast: digits.optional(),
			/** Whether the balance covers value and fees. */
			covered: z.boolean().optional(),
		})
		.optional(),
	/** Kind of lie that is recorded for the service. */
	lie: z.enum(["payload", "review", "typed", "effect"]).optional(),
});
export type RequestExpectation = z.infer<typeof requestExpectation>;

/** Transaction before the request; reverted after the case. */
const before = z.strictObject({
	from: hex,
	to: hex,
	/** Wei. */
	value: digits.optional(),
	data: hex.optional(),
});

const WORLDS = ["evm", "base", "svm", "svm-treasury"] as const;
const world = z.enum(WORLDS);
export type WorldName = z.infer<typeof world>;

const common = {
	/** The public report or standard that the case comes from. */
	source: z.string().min(1).optional(),
	title: z.string().min(1).optional(),
	/** Expected result in words. */
	why: z.string().min(1),
	/** Later work corrects it. The case is counted separately until then. */
	until: z.literal("effects").optional(),
};

const request = z.strictObject({
	...common,
	/** File name next to `expected.json`. Default: the case name with `.json`. */
	file: z.string().min(1).optional(),
	/** Id of one of several requests in the file. Default: the last request. */
	request: z.string().min(1).optional(),
	/** Left out: the set's. */
	world: world.optional(),
	before: z.array(before).optional(),
	/** Wei per gas of the block before it; left out: the world's. */
	baseFee: digits.optional(),
	/** Lamports of accounts in this case alone. */
	lamports: z.record(z.string(), digits).optional(),
	expect: requestExpectation,
});

/** A sentence that the user typed, held against what the request does. */
const typed = z.strictObject({
	...common,
	typed: z.string().min(1),
	does: z.strictObject({
		kind: z.enum(["pays", "allows", "swaps"]),
		/** Whole tokens. */
		amount: z.string().regex(/^\d+(\.\d+)?$/),
		token: z.enum(["ETH", "USDC", "DAI"]),
		to: z.enum(["Ben", "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF", "DAI", "USDC"]),
	}),
	expect: z.strictObject({
		/** Whether the request contradicts the typed sentence, which is a danger and is recorded as a lie. */
		differs: z.boolean(),
		/** Fields that may be reported as equal. Any field may be if omitted. */
		agrees: z.array(z.enum(["recipient", "amount", "token", "network"])).optional(),
	}),
});

/** A recovery phrase of another wallet. */
const phrase = z.strictObject({
	...common,
	phrase: z.string().min(1),
	/** BIP-39 passphrase. Default: none. */
	passphrase: z.string().optional(),
	family: z.enum(["evm", "svm"]),
	expect: z.strictObject({
		/** The account that the other wallet shows first. */
		finds: z.string().min(1),
	}),
});

export const expectedFile = z.strictObject({
	format: z.literal(1),
	/** World in which requests are judged unless a case names another one. */
	world,
	cases: z.record(z.string().regex(/^[a-z0-9/-]+$/), z.union([request, typed, phrase])),
});

export type RequestCase = z.infer<typeof request>;
export type TypedCase = z.infer<typeof typed>;
export type PhraseCase = z.infer<typeof phrase>;
