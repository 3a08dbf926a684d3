import { z } from "zod";

const digits = z.string().regex(/^[0-9]+$/);

/** Positive for a loss. `null` without a bound. */
const cost = z.string().regex(/^-?[0-9]+$/);

const bounds = {
	/** As our simulation showed it; absent if it didn't. */
	simulated: cost.optional(),
	/** As the bytes state it; absent if they don't. */
	stated: cost.nullable().optional(),
};

const change = z.strictObject({ account: z.string(), asset: z.string(), ...bounds });

const receiver = z.strictObject({
	/** `null` if the simulation names nobody. */
	to: z.string().nullable(),
	asset: z.string(),
	...bounds,
});

const right = z.strictObject({
	holder: z.string(),
	account: z.string(),
	/** Canonical text of the right's scope and of the contract that records it. */
	scope: z.string(),
	/** `null` without a bound. */
	extent: digits.nullable(),
	/** Unix seconds; `null` without an end. */
	until: digits.nullable(),
});

/** `passed` and `failed` are results; anything else says why there is none. */
const simulation = z.enum(["passed", "failed", "no_method", "exceeds", "too_many_steps", "later", "missing"]);
export type ShownSimulation = z.infer<typeof simulation>;

/**
 * Effects of one step as the user saw them. A step of several is signed only if a later simulation shows
 * nothing worse.
 */
export const shownEffects = z.strictObject({
	simulation,
	/** The simulation left nothing out. */
	isWhole: z.boolean(),
	hangsOnBlock: z.boolean(),
	losesControl: z.boolean(),
	/** Highest network cost, and the present one, in base units; `null` if unknown. */
	fee: z.strictObject({ most: digits.nullable(), now: digits.nullable() }),
	changes: z.array(change),
	receivers: z.array(receiver),
	rights: z.array(right),
	/** Canonical texts of what the bytes don't explain, and of what couldn't be read. */
	unexplained: z.array(z.string()),
	unread: z.array(z.string()),
	/** Code at the addresses of the step, so that a change shows. */
	codes: z.array(z.strictObject({ address: z.string(), code: z.string() })),
});
export type ShownEffects = z.infer<typeof shownEffects>;
