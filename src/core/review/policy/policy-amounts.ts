import { type DecodedEvmTransaction, isUnlimited } from "../../decoded-transaction/decoded-transaction.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { EffectAsset, Effects, Movement, Right, StepSimulation } from "../../effects/effects.ts";
import { recordedMovements, recordedRights } from "../../effects/records.ts";
import type { RuleGrant } from "../../rules/rule-facts.ts";
import { spendKey } from "../../rules/spends.ts";

export interface DeclaredEffects {
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
	readonly undeclared: readonly number[];
}

/**
 * @param steps transactions in one request, in signing order. A record that isn't tied to a step is the same
 * object in every transaction and counts only in the first one
 */
export function declaredEffects(
	steps: readonly (DecodedEvmTransaction | DecodedSvmTransaction)[],
): DeclaredEffects {
	const seen = new Set<object>();
	const isFirst = (record: object): boolean => {
		const isNew = !seen.has(record);
		seen.add(record);
		return isNew;
	};
	const each = steps.map((subject, step) => {
		const changes = (subject.simulation?.balanceChanges ?? []).filter(isFirst);
		const approvals = (subject.simulation?.approvals ?? []).filter(isFirst);
		const common = { step, basis: "observed", until: null } as const;
		return {
			movements: recordedMovements(subject, changes).map((moved): Movement => ({ ...moved, ...common })),
			rights: recordedRights(subject, approvals).map((right): Right => ({ ...right, ...common })),
		};
	});
	return {
		movements: each.flatMap(({ movements }) => movements),
		rights: each.flatMap(({ rights }) => rights),
		undeclared: steps.flatMap(({ simulation }, step) => (simulation === null ? [step] : [])),
	};
}

export interface StepFlows {
	readonly stated: readonly Movement[];
	readonly observed: readonly Movement[];
	readonly declared: readonly Movement[];
	readonly rights: readonly Right[];
	readonly isUsers: (address: string) => boolean;
	readonly isTheirs: (address: string) => boolean;
}

/**
 * @param isUsers returns whether an address is the user's. The service may state an address that isn't in any
 * decoded effect
 */
export function stepFlows(
	{ movements, rights, parties }: Effects,
	declared: DeclaredEffects,
	step: number,
	isUsers: (address: string) => boolean,
): StepFlows {
	const its = <Each extends { readonly step: number }>(all: readonly Each[]) =>
		all.filter((each) => each.step === step);
	const moved = its(movements);
	return {
		stated: moved.filter(({ basis }) => basis !== "observed"),
		observed: moved.filter(({ basis }) => basis === "observed"),
		declared: its(declared.movements),
		rights: [...its(rights), ...its(declared.rights)],
		isUsers,
		isTheirs: (address) => isUsers(address) || parties.get(address)?.relation === "controlled",
	};
}

/** Base units by asset. `null` for an item, or if the amount is unlimited. */
export type Amounts = ReadonlyMap<string, bigint | null>;

const larger = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : left > right ? left : right;

const added = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : left + right;

function collect(
	entries: readonly (readonly [string, bigint | null])[],
	join: (left: bigint | null, right: bigint | null) => bigint | null,
): Amounts {
	const found = new Map<string, bigint | null>();
	for (const [key, amount] of entries)
		found.set(key, found.has(key) ? join(found.get(key) ?? null, amount) : amount);
	return found;
}

/**
 * Includes movements from other parties' accounts that the signature causes, unless the assets go to the
 * user, who owns them from then on.
 */
const outOf = ({ isUsers, isTheirs }: StepFlows, movements: readonly Movement[]): readonly Movement[] =>
	movements.filter(
		({ from, to }) => from !== to && (isUsers(from) || (isTheirs(from) && (to === null || !isUsers(to)))),
	);

const amountOf = ({ asset: { kind, item }, most }: Movement): bigint | null =>
	kind === "item" || item !== null ? null : most;

function entriesOf(movements: readonly Movement[]): readonly (readonly [string, bigint | null])[] {
	return movements.flatMap((each) =>
		each.asset.address === null ? [] : [[spendKey(each.asset.address), amountOf(each)] as const],
	);
}

/**
 * Returns whether the movement is a position or debt in a contract's records. Such a movement counts as the
 * assets that the contract takes or pays out.
 */
const isRecorded = ({ asset: { kind } }: Movement): boolean => kind === "position" || kind === "debt";

export function lostBalances(
	simulation: StepSimulation | null,
	isOwn: (address: string) => boolean,
): Amounts {
	const nets = (simulation?.measured ?? [])
		.filter(({ account }) => isOwn(account))
		.map(({ asset, amount }) => [spendKey(asset), -amount] as const);
	return new Map([...collect(nets, added)].filter(([, net]) => net !== null && net > 0n));
}

/** @param less losses in our simulation, including staked SOL, which isn't a movement */
export function leavingOf(flows: StepFlows, less: Amounts = new Map()): Amounts {
	const stated = entriesOf(outOf(flows, flows.stated).filter((each) => !isRecorded(each)));
	const observed = collect(entriesOf(outOf(flows, flows.observed)), added);
	const declared = collect(entriesOf(outOf(flows, flows.declared)), added);
	const bounded = collect(
		stated.filter(([, amount]) => amount !== null),
		added,
	);
	// Our simulation can determine an amount that the bytes leave open. If it shows nothing, the amount
	// remains open.
	const open = stated.filter(([key, amount]) => amount === null && !observed.has(key));
	return collect([...bounded, ...open, ...observed, ...declared, ...less], larger);
}

interface Permission extends RuleGrant {
	readonly amount: bigint | null;
}

const assetOf = ({ scope }: Right): EffectAsset | null => (scope.kind === "asset" ? scope.asset : null);

function tokenOf({ scope }: Right): string {
	switch (scope.kind) {
		case "asset":
			return scope.asset.address ?? "";
		case "everything":
			return scope.at;
		case "control":
			return scope.over;
	}
}

function permissionOf(right: Right): Permission {
	const { holder, scope, extent } = right;
	const asset = assetOf(right);
	const isCounted = asset !== null && (asset.kind === "fungible" || asset.kind === "unknown");
	return {
		spender: holder,
		token: tokenOf(right),
		unlimited: scope.kind !== "control" && extent === null,
		amount: isCounted ? extent : null,
	};
}

/** Covers rights over the user's property, and control over other property that the user can grant. */
const isGiven = ({ isTheirs }: StepFlows, { scope, account, basis }: Right): boolean =>
	isTheirs(account) || (scope.kind === "control" && basis !== "observed");

/**
 * Control that stays with the user doesn't count as granted. A spending permission for another of their
 * accounts still counts.
 */
const staysWithUser = ({ isUsers }: StepFlows, { holder, account, scope }: Right): boolean =>
	holder === account || (scope.kind === "control" && isUsers(holder));

const rightKey = (right: Right): string => `${right.holder} ${right.account} ${tokenOf(right)}`;

function given(flows: StepFlows): readonly Right[] {
	const rests = new Set(flows.rights.filter(({ isRest }) => isRest).map(rightKey));
	const isRest = (right: Right) =>
		right.isRest === true || (right.basis === "observed" && rests.has(rightKey(right)));
	return flows.rights.filter(
		(right) => right.extent !== 0n && !isRest(right) && !staysWithUser(flows, right) && isGiven(flows, right),
	);
}

const isVote = ({ scope }: Right): boolean => scope.kind === "control" && scope.what === "vote";

function merged(permissions: readonly Permission[]): readonly Permission[] {
	const found = new Map<string, Permission>();
	for (const each of permissions) {
		const key = `${each.spender} ${each.token}`;
		const before = found.get(key);
		found.set(
			key,
			before === undefined
				? each
				: {
						...each,
						unlimited: before.unlimited || each.unlimited,
						amount: larger(before.amount, each.amount),
					},
		);
	}
	return [...found.values()];
}

export function permissionAmounts(flows: StepFlows): Amounts {
	const all = merged(
		given(flows)
			.filter((right) => !isVote(right))
			.map(permissionOf),
	);
	return collect(
		all.map(({ token, amount }) => [spendKey(token), amount] as const),
		added,
	);
}

export function grantsOf(flows: StepFlows): readonly RuleGrant[] {
	const once = outOf(flows, flows.stated).flatMap(({ basis, to, asset, most }): readonly Permission[] =>
		basis === "permitted" && to !== null && !flows.isUsers(to)
			? [
					{
						spender: to,
						token: asset.address ?? "",
						unlimited: most === null || isUnlimited(most),
						amount: most,
					},
				]
			: [],
	);
	return merged([...given(flows).map(permissionOf), ...once]).map(({ spender, token, unlimited }) => ({
		spender,
		token,
		unlimited,
	}));
}

function isMoreThanSpending({ scope }: Right): boolean {
	return scope.kind !== "asset" || scope.asset.kind === "debt" || scope.asset.kind === "position";
}

export function recipientsOf(flows: StepFlows, leaving: Amounts, isWhole: boolean): readonly string[] | null {
	const { isUsers, isTheirs } = flows;
	// A position returned to its own contract has no recipient.
	const stated = flows.stated.filter(
		({ asset, to }) => asset.kind !== "debt" && (asset.kind !== "position" || asset.address !== to),
	);
	const isOpen = stated.some(
		({ from, to, asset }) => to === null && (isTheirs(from) || asset.kind === "position"),
	);
	const leaves = (asset: EffectAsset) => asset.address !== null && leaving.has(spendKey(asset.address));
	const gainers = flows.observed.filter(({ to, asset }) => to !== null && !isUsers(to) && leaves(asset));
	const isHidden = outOf(flows, flows.observed).some(
		({ to, asset }) => to === null && !gainers.some((each) => each.asset.address === asset.address),
	);
	if (isOpen || (isHidden && !isWhole)) return null;
	const named = stated.flatMap(({ from, to }) =>
		to === null || (isUsers(to) && !isUsers(from)) ? [] : [to],
	);
	const ruling = given(flows).filter(isMoreThanSpending);
	return [
		...new Set([...named, ...gainers.flatMap(({ to }) => to ?? []), ...ruling.map(({ holder }) => holder)]),
	];
}

/**
 * Returns whether any effect is visible. If none is, there may still be effects that simulations don't show.
 */
export const isSeen = ({ observed, rights, isUsers }: StepFlows): boolean =>
	observed.some(({ from, to, most }) => most !== 0n && (isUsers(from) || (to !== null && isUsers(to)))) ||
	rights.some(
		({ basis, account, scope, extent }) =>
			basis === "observed" && scope.kind === "asset" && extent !== 0n && isUsers(account),
	);

export const sumOf = (sides: readonly Amounts[]): Amounts =>
	collect(
		sides.flatMap((each) => [...each]),
		added,
	);
