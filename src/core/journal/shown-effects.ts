import { z } from "zod";

const digits = z.string().regex(/^[0-9]+$/);

/** Positive for a loss. `null` if unlimited. */
const cost = z.string().regex(/^-?[0-9]+$/);

const bounds = {
	/** From our simulation. Absent if it doesn't show the effect. */
	simulated: cost.optional(),
	/** From the bytes. Absent if they don't state it. */
	stated: cost.nullable().optional(),
};

const change = z.strictObject({ account: z.string(), asset: z.string(), ...bounds });

const receiver = z.strictObject({
	/** `null` if the simulation names no recipient. */
	to: z.string().nullable(),
	asset: z.string(),
	...bounds,
});

const right = z.strictObject({
	holder: z.string(),
	account: z.string(),
	/** Canonical text of the right's scope and of the contract that records it. */
	scope: z.string(),
	/** `null` if unlimited. */
	extent: digits.nullable(),
	/** Unix seconds. `null` if it doesn't expire. */
	until: digits.nullable(),
});

/** `passed` and `failed` are results. Other values are reasons for a missing result. */
const simulation = z.enum(["passed", "failed", "no_method", "exceeds", "too_many_steps", "later", "missing"]);
export type ShownSimulation = z.infer<typeof simulation>;

/**
 * Effects of one step as the user saw them. A step of several is signed only if a later simulation shows
 * nothing worse.
 */
export const shownEffects = z.strictObject({
	simulation,
	/** The simulation is complete. */
	isWhole: z.boolean(),
	hangsOnBlock: z.boolean(),
	losesControl: z.boolean(),
	/** Maximum and current network cost in base units. `null` if unknown. */
	fee: z.strictObject({ most: digits.nullable(), now: digits.nullable() }),
	changes: z.array(change),
	receivers: z.array(receiver),
	rights: z.array(right),
	/** Canonical texts of unexplained changes and of parts that couldn't be read. */
	unexplained: z.array(z.string()),
	unread: z.array(z.string()),
	/** Code at the step's addresses, to detect a change. */
	codes: z.array(z.strictObject({ address: z.string(), code: z.string() })),
});
export type ShownEffects = z.infer<typeof shownEffects>;
