import type { Effects, Movement, Right } from "./effects.ts";

/** Parties that gain by one step: receivers in the bytes, and holders of rights. */

const THEIRS: ReadonlySet<string> = new Set(["own", "controlled"]);

/** Checks whether an account is the user's, or their signature moves its funds. */
export const isTheirs = ({ parties }: Effects, address: string): boolean =>
	THEIRS.has(parties.get(address)?.relation ?? "stranger");

export const isOwn = ({ parties }: Effects, address: string): boolean =>
	parties.get(address)?.relation === "own";

const ofStep = <Each extends { readonly step: number }>(all: readonly Each[], step: number) =>
	all.filter((each) => each.step === step);

/**
 * Checks whether the address gives something in return, passes it on, or keeps a debt or a position in its
 * books.
 */
const isBetween = (movements: readonly Movement[], address: string): boolean =>
	movements.some(
		({ from, to, asset }) =>
			(from === address && to !== null) ||
			(to === address && (asset.kind === "debt" || (asset.kind === "position" && asset.address === address))),
	);

/** Returns the receivers in the bytes, in their order: of payments, and of a contract's payouts to others. */
export function receiversIn(effects: Effects, step: number): readonly string[] {
	const stated = ofStep(effects.movements, step).filter(({ basis }) => basis !== "observed");
	const found = stated.flatMap(({ from, to, asset }) => {
		if (to === null || to === effects.signer || asset.kind === "debt") return [];
		// A contract's payout to the user is no payment; a transfer between the user's own accounts is one.
		if (isOwn(effects, to)) return isOwn(effects, from) ? [to] : [];
		return isBetween(stated, to) ? [] : [to];
	});
	return [...new Set(found)];
}

/** Returns the receivers of losses by our own simulation. */
export const observedReceivers = (effects: Effects, step: number): readonly string[] => [
	...new Set(
		ofStep(effects.movements, step).flatMap(({ basis, from, to }) =>
			basis === "observed" && to !== null && isTheirs(effects, from) ? [to] : [],
		),
	),
];

const isGiven = (effects: Effects, { extent, holder, account, basis, scope }: Right): boolean =>
	extent !== 0n &&
	!isOwn(effects, holder) &&
	(isTheirs(effects, account) || (scope.kind === "control" && basis !== "observed"));

/** Returns the holders of rights that the step gives; of control alone, or of any right. */
export const holdersIn = (effects: Effects, step: number, what: "control" | "any"): readonly string[] => [
	...new Set(
		ofStep(effects.rights, step)
			.filter((right) => isGiven(effects, right))
			.filter(({ scope }) => what === "any" || scope.kind === "control")
			.map(({ holder }) => holder),
	),
];

/** Returns the contracts that alone may execute permitted movements of the step. */
const carriersIn = (effects: Effects, step: number): readonly string[] =>
	ofStep(effects.movements, step).flatMap(({ by, from }) =>
		by !== undefined && isTheirs(effects, from) ? [by] : [],
	);

/**
 * Returns the parties that may take assets of the user's later: by a right, or by an order that only they
 * execute.
 */
export const spendersIn = (effects: Effects, step: number): readonly string[] => [
	...new Set([...holdersIn(effects, step, "any"), ...carriersIn(effects, step)]),
];

/** Checks whether the step lets another party take all of an asset of the user's. */
export const givesAll = (effects: Effects, step: number): boolean =>
	ofStep(effects.rights, step).some(
		(right) => right.scope.kind === "asset" && right.extent === null && isGiven(effects, right),
	);

/** Returns the holders who lose a right over the user's property. */
export const formerHolders = (effects: Effects, step: number): readonly string[] => [
	...new Set(
		ofStep(effects.rights, step).flatMap(({ extent, holder, account, basis }) =>
			extent === 0n && basis !== "observed" && isTheirs(effects, account) ? [holder] : [],
		),
	),
];
