import {
	assetKey,
	type Basis,
	type EffectAsset,
	type Effects,
	type Holding,
	type Movement,
} from "./effects.ts";

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);

/** Gain or loss in a single asset for one account, summed over all steps. */
export interface AssetNet {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly out: bigint | null;
	readonly into: bigint;
	readonly isExact: boolean;
}

const isReal = ({ from, to }: Movement): boolean => from !== to;

const mostOf = (movements: readonly Movement[]): bigint | null =>
	movements.some(({ most }) => most === null) ? null : sum(movements.map(({ most }) => most ?? 0n));

export function byKey<Each, Key>(
	all: readonly Each[],
	keyOf: (each: Each) => Key,
): ReadonlyMap<Key, readonly Each[]> {
	const found = new Map<Key, Each[]>();
	for (const each of all) {
		const key = keyOf(each);
		const group = found.get(key);
		if (group === undefined) found.set(key, [each]);
		else group.push(each);
	}
	return found;
}

/**
 * Returns a key for one account's balance. Each item counts as its own asset. A collection without an item ID
 * means any of its items.
 */
export const holdingKey = (account: string, asset: EffectAsset): string => `${account} ${assetKey(asset)}`;

/** Lookup tables, built once because the rules look up every entry in lists of thousands. */
interface EffectsIndex {
	readonly balances: ReadonlyMap<string, bigint | null>;
	readonly out: ReadonlyMap<string, readonly Movement[]>;
	readonly into: ReadonlyMap<string, readonly Movement[]>;
}

export interface IndexedEffects extends Effects {
	readonly index: EffectsIndex;
}

const balancesByKey = (holdings: readonly Holding[]): ReadonlyMap<string, bigint | null> =>
	new Map(
		holdings.toReversed().map(({ account, asset, amount }) => [holdingKey(account, asset), amount] as const),
	);

export function indexed(effects: Effects): IndexedEffects {
	const { holdings, movements } = effects;
	const ends = movements.flatMap((movement) =>
		movement.to === null ? [] : [{ movement, key: holdingKey(movement.to, movement.asset) }],
	);
	const into = [...byKey(ends, ({ key }) => key)].map(
		([key, group]) => [key, group.map(({ movement }) => movement)] as const,
	);
	const index: EffectsIndex = {
		balances: balancesByKey(holdings),
		out: byKey(movements, ({ from, asset }) => holdingKey(from, asset)),
		into: new Map(into),
	};
	return { ...effects, index };
}

interface Side {
	readonly account: string;
	readonly movement: Movement;
	readonly isOut: boolean;
}

export function netsOf(
	{ movements }: Pick<Effects, "movements">,
	basis: Basis,
	counts: (account: string) => boolean,
): readonly AssetNet[] {
	const sides = movements
		.filter((each) => each.basis === basis && isReal(each))
		.flatMap((movement): Side[] => [
			{ account: movement.from, movement, isOut: true },
			...(movement.to === null ? [] : [{ account: movement.to, movement, isOut: false }]),
		])
		.filter(({ account }) => counts(account));
	const groups = byKey(sides, ({ account, movement }) => holdingKey(account, movement.asset));
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const of = (isOut: boolean) =>
			group.filter((side) => side.isOut === isOut).map(({ movement }) => movement);
		return [
			{
				account: first.account,
				asset: first.movement.asset,
				out: mostOf(of(true)),
				into: sum(of(false).map(({ least }) => least)),
				isExact: group.every(({ movement: { least, most } }) => least === most),
			},
		];
	});
}

export const balanceOf = ({ index }: IndexedEffects, account: string, asset: EffectAsset): bigint | null =>
	index.balances.get(holdingKey(account, asset)) ?? null;

export interface StepBalance {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly step: number;
	readonly before: bigint | null;
	readonly after: bigint | null;
}

/** Skips permitted movements, because they don't change any balance yet. */
function ofStep(movements: readonly Movement[]): readonly Movement[] {
	const observed = movements.filter(({ basis }) => basis === "observed");
	return observed.length > 0 ? observed : movements.filter(({ basis }) => basis === "decoded");
}

function changeOf(movements: readonly Movement[], account: string): bigint | null {
	const out = mostOf(movements.filter(({ from }) => from === account));
	return out === null
		? null
		: sum(movements.filter(({ to }) => to === account).map(({ least }) => least)) - out;
}

function byAccount(
	shown: readonly Movement[],
	counts: (account: string) => boolean,
): readonly (readonly [string, ReadonlyMap<string, readonly Movement[]>])[] {
	const ends = shown.flatMap((movement) =>
		[movement.from, ...(movement.to === null ? [] : [movement.to])].map((account) => ({ account, movement })),
	);
	const accounts = byKey(
		ends.filter(({ account }) => counts(account)),
		({ account }) => account,
	);
	return [...accounts].map(
		([account, its]) =>
			[
				account,
				byKey(
					its.map(({ movement }) => movement),
					({ asset }) => assetKey(asset),
				),
			] as const,
	);
}

export function balancesOf(
	{ holdings, movements }: Pick<Effects, "holdings" | "movements">,
	counts: (account: string) => boolean,
): readonly StepBalance[] {
	const steps = [...byKey(movements, ({ step }) => step)].toSorted(([one], [other]) => one - other);
	const now = new Map(balancesByKey(holdings));
	return steps.flatMap(([step, moved]) =>
		byAccount(ofStep(moved.filter(isReal)), counts).flatMap(([account, its]) =>
			[...its].flatMap(([assetKeyed, group]): StepBalance[] => {
				const [first] = group;
				if (first === undefined) return [];
				const key = `${account} ${assetKeyed}`;
				const before = now.get(key) ?? null;
				const change = changeOf(group, account);
				const after = before === null || change === null ? null : before + change;
				now.set(key, after);
				return [{ account, asset: first.asset, step, before, after }];
			}),
		),
	);
}

export interface ReceiverTotal {
	readonly to: string | null;
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
}

const largerOf = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : larger(left, right);

export function receiversOf(
	{ movements }: Pick<Effects, "movements">,
	counts: (account: string) => boolean,
): readonly ReceiverTotal[] {
	const gone = movements.filter(({ from, to }) => counts(from) && (to === null || !counts(to)));
	const groups = byKey(gone, ({ to, asset }) => `${to} ${assetKey(asset)}`);
	const totals = [...groups.values()].flatMap((group): ReceiverTotal[] => {
		const [first] = group;
		if (first === undefined) return [];
		const by = (basis: Basis) => mostOf(group.filter((each) => each.basis === basis));
		const amount = [by("observed"), by("decoded"), by("permitted")].reduce(largerOf);
		return amount === 0n ? [] : [{ to: first.to, asset: first.asset, amount }];
	});
	return totals.toSorted((left, right) => {
		if (left.amount === right.amount) return 0;
		return left.amount === null || (right.amount !== null && left.amount > right.amount) ? -1 : 1;
	});
}
