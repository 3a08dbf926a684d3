import { assetKey, type Basis, type EffectAsset, type Effects, type Movement } from "./effects.ts";

/** Adds movements up: what each account gains or loses of each asset, and who gets it. */

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);

/** What one account gains or loses of one asset by one basis, over all steps. */
export interface AssetNet {
	readonly account: string;
	readonly asset: EffectAsset;
	/** Base units, or a count of items: the most that goes, and `null` without a bound. */
	readonly out: bigint | null;
	/** The least that comes. */
	readonly into: bigint;
}

const isReal = ({ from, to }: Movement): boolean => from !== to;

/** A movement without a bound makes the whole without a bound. */
const mostOf = (movements: readonly Movement[]): bigint | null =>
	movements.some(({ most }) => most === null) ? null : sum(movements.map(({ most }) => most ?? 0n));

/** Items are one asset each; of a collection whose items are left open, any is meant. */
function byKey<Each>(
	all: readonly Each[],
	keyOf: (each: Each) => string,
): ReadonlyMap<string, readonly Each[]> {
	const found = new Map<string, Each[]>();
	for (const each of all) {
		const group = found.get(keyOf(each));
		if (group === undefined) found.set(keyOf(each), [each]);
		else group.push(each);
	}
	return found;
}

interface Side {
	readonly account: string;
	readonly movement: Movement;
	readonly isOut: boolean;
}

/** By account and asset, in the order in which they first appear. @param counts accounts that are asked for */
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
	const groups = byKey(sides, ({ account, movement }) => `${account} ${assetKey(movement.asset)}`);
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
			},
		];
	});
}

/** Base units that an account holds before the request; `null` if nobody knows. */
export function heldOf(
	{ holdings }: Pick<Effects, "holdings">,
	account: string,
	asset: EffectAsset,
): bigint | null {
	const key = assetKey(asset);
	return holdings.find((each) => each.account === account && assetKey(each.asset) === key)?.amount ?? null;
}

/** Balance of one account before and after one step. */
export interface StepBalance {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly step: number;
	readonly before: bigint | null;
	/** `null` where the balance before is not known, or nothing bounds what goes. */
	readonly after: bigint | null;
}

/** Our own simulation of a step goes before the bytes; what is only permitted changes no balance now. */
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

/** Balances before and after each step that moves something of the accounts in question, in the order of steps. */
export function balancesOf(effects: Effects, counts: (account: string) => boolean): readonly StepBalance[] {
	const steps = [...new Set(effects.movements.map(({ step }) => step))].toSorted((one, other) => one - other);
	const now = new Map<string, bigint | null>();
	return steps.flatMap((step) => {
		const shown = ofStep(effects.movements.filter((each) => each.step === step && isReal(each)));
		const accounts = [...new Set(shown.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))];
		return accounts.filter(counts).flatMap((account) => {
			const its = byKey(
				shown.filter(({ from, to }) => from === account || to === account),
				({ asset }) => assetKey(asset),
			);
			return [...its.values()].flatMap((group): StepBalance[] => {
				const [first] = group;
				if (first === undefined) return [];
				const { asset } = first;
				const key = `${account} ${assetKey(asset)}`;
				const before = now.has(key) ? (now.get(key) ?? null) : heldOf(effects, account, asset);
				const change = changeOf(group, account);
				const after = before === null || change === null ? null : before + change;
				now.set(key, after);
				return [{ account, asset, step, before, after }];
			});
		});
	});
}

/** All that one receiver gets of one asset. */
export interface ReceiverTotal {
	/** `null` where nothing says who it is. */
	readonly to: string | null;
	readonly asset: EffectAsset;
	/** The larger of what the bytes say and what our simulation shows; `null` without a bound. */
	readonly amount: bigint | null;
}

const largerOf = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : larger(left, right);

/** What goes from the accounts in question to others, by receiver and asset; the largest counts of one asset first. */
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
