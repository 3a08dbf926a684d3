import { z } from "zod";

/** The form of `expected.json`: the cases of a set, each with what is right. Closed: a misspelt member is refused. */

const LEVELS = ["none", "info", "caution", "danger", "block"] as const;
const level = z.enum(LEVELS);
export type Level = z.infer<typeof level>;
export const rankOf = (of: Level): number => LEVELS.indexOf(of);

const OUTCOMES = ["approvable", "word", "refused", "unreadable"] as const;
const outcome = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcome>;

/** Values: amounts, symbols, parties; each one, or a list of spellings of which one is enough. */
const values = z.array(z.union([z.string().min(1), z.array(z.string().min(1)).min(2)])).min(1);
export type Values = z.infer<typeof values>;
const names = z.array(z.string().min(1)).min(1);
const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)]);
const digits = z.string().regex(/^\d+$/);

/** Members that an entry of a list must have; the others are open. */
const effect = z.strictObject({
	direction: z.enum(["in", "out"]),
	/** `native`, or the token's address. */
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
 * Expected result of a request. An omitted member leaves it open; an omitted `lie` allows none to be
 * recorded.
 */
const requestExpectation = z.strictObject({
	/** One of these, by the names of `npm run explain`. */
	outcome: z.array(outcome).min(1).optional(),
	/** The gravest finding. */
	severity: z.strictObject({ atLeast: level.optional(), atMost: level.optional() }).optional(),
	/** A word has to be typed, or must not have to be. */
	word: z.boolean().optional(),
	/** Never the word to type, such as four digits that stand for nobody. */
	wordIsNot: names.optional(),
	/** In the headline of the whole. */
	headline: values.optional(),
	/** In any sentence, row or amount that a person reads. */
	says: values.optional(),
	/** The same, or in the text or the members that are signed. */
	shows: values.optional(),
	/** In a sentence that says why it can't be approved. */
	refusals: values.optional(),
	/** In no sentence, row or amount. */
	hides: names.optional(),
	/** Ids of findings that must not be there. */
	findingsNot: names.optional(),
	/** Codes of sentences that must not be there. */
	codesNot: names.optional(),
	/** Signing hash of typed data, computed by another library than the app's own code. */
	hash: hex.optional(),
	effects: z.array(effect).min(1).optional(),
	permissions: z.array(permission).min(1).optional(),
	costs: z
		.strictObject({
			/** Base units. */
			mostAtLeast: digits.optional(),
			mostAtMost: digits.optional(),
			likelyAtLeast: digits.optional(),
			/** The balance covers value and fees. */
			covered: z.boolean().optional(),
		})
		.optional(),
	/** The kind of lie that is recorded of the service. */
	lie: z.enum(["payload", "review", "typed", "effect"]).optional(),
});
export type RequestExpectation = z.infer<typeof requestExpectation>;

/** Something that happened on the chain before the request; taken back after the case. */
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
	/** Source: public reports and standards. */
	source: z.string().min(1).optional(),
	title: z.string().min(1).optional(),
	/** Expected result in words. */
	why: z.string().min(1),
	/** It is mended by later work, and counted apart until then. */
	until: z.literal("effects").optional(),
};

const request = z.strictObject({
	...common,
	/** Beside expected.json; left out: the case's name with `.json`. */
	file: z.string().min(1).optional(),
	/** The id of one of several requests of the file; left out: the last one. */
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
		/** It contradicts what was typed: a danger, and kept as a lie. */
		differs: z.boolean(),
		/** Fields that may be reported as equal although they are not; any if omitted. */
		agrees: z.array(z.enum(["recipient", "amount", "token", "network"])).optional(),
	}),
});

/** A recovery phrase of another wallet. */
const phrase = z.strictObject({
	...common,
	phrase: z.string().min(1),
	/** BIP-39's; left out: none. */
	passphrase: z.string().optional(),
	family: z.enum(["evm", "svm"]),
	expect: z.strictObject({
		/** The account that the other wallet shows first. */
		finds: z.string().min(1),
	}),
});

export const expectedFile = z.strictObject({
	format: z.literal(1),
	/** World that its requests are judged in, unless a case names another. */
	world,
	cases: z.record(z.string().regex(/^[a-z0-9/-]+$/), z.union([request, typed, phrase])),
});

export type RequestCase = z.infer<typeof request>;
export type TypedCase = z.infer<typeof typed>;
export type PhraseCase = z.infer<typeof phrase>;
