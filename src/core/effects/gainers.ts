import type { Effects, Movement, Right } from "./effects.ts";

const THEIRS: ReadonlySet<string> = new Set(["own", "controlled"]);

export const isTheirs = ({ parties }: Effects, address: string): boolean =>
	THEIRS.has(parties.get(address)?.relation ?? "stranger");

export const isUsersParty = ({ parties }: Effects, address: string): boolean =>
	parties.get(address)?.relation === "own";

const ofStep = <Each extends { readonly step: number }>(all: readonly Each[], step: number) =>
	all.filter((each) => each.step === step);

/** Returns whether the address gives something back, passes the asset on, or records a debt or position. */
const isBetween = (movements: readonly Movement[], address: string): boolean =>
	movements.some(
		({ from, to, asset }) =>
			(from === address && to !== null) ||
			(to === address && (asset.kind === "debt" || (asset.kind === "position" && asset.address === address))),
	);

export function receiversIn(effects: Effects, step: number): readonly string[] {
	const stated = ofStep(effects.movements, step).filter(({ basis }) => basis !== "observed");
	const found = stated.flatMap(({ from, to, asset }) => {
		if (to === null || to === effects.signer || asset.kind === "debt") return [];
		// A contract's payout to the user isn't a payment, but a transfer between the user's accounts is.
		if (isUsersParty(effects, to)) return isUsersParty(effects, from) ? [to] : [];
		return isBetween(stated, to) ? [] : [to];
	});
	return [...new Set(found)];
}

export const observedReceivers = (effects: Effects, step: number): readonly string[] => [
	...new Set(
		ofStep(effects.movements, step).flatMap(({ basis, from, to }) =>
			basis === "observed" && to !== null && isTheirs(effects, from) ? [to] : [],
		),
	),
];

export const isGiven = (effects: Effects, { extent, holder, account, basis, scope }: Right): boolean =>
	extent !== 0n &&
	!isUsersParty(effects, holder) &&
	(isTheirs(effects, account) || (scope.kind === "control" && basis !== "observed"));

export const holdersIn = (effects: Effects, step: number, what: "control" | "any"): readonly string[] => [
	...new Set(
		ofStep(effects.rights, step)
			.filter((right) => isGiven(effects, right))
			.filter(({ scope }) => what === "any" || scope.kind === "control")
			.map(({ holder }) => holder),
	),
];

const carriersIn = (effects: Effects, step: number): readonly string[] =>
	ofStep(effects.movements, step).flatMap(({ by, from }) =>
		by !== undefined && isTheirs(effects, from) ? [by] : [],
	);

export const spendersIn = (effects: Effects, step: number): readonly string[] => [
	...new Set([...holdersIn(effects, step, "any"), ...carriersIn(effects, step)]),
];

export const givesAll = (effects: Effects, step: number): boolean =>
	ofStep(effects.rights, step).some(
		(right) => right.scope.kind === "asset" && right.extent === null && isGiven(effects, right),
	);

export const formerHolders = (effects: Effects, step: number): readonly string[] => [
	...new Set(
		ofStep(effects.rights, step).flatMap(({ extent, holder, account, basis }) =>
			extent === 0n && basis !== "observed" && isTheirs(effects, account) ? [holder] : [],
		),
	),
];
