import { isListed } from "../subject/worth.ts";
import { heldOf, netsOf } from "./accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement } from "./effects.ts";

/** What the user's own accounts lose to others, by account and asset, all steps together. */

export interface Loss {
	readonly account: string;
	readonly asset: EffectAsset;
	/** Base units, or a count of items; `null` without a bound. */
	readonly amount: bigint | null;
	/** Before the request; `null` if nobody knows. */
	readonly held: bigint | null;
	/** All of it that first comes in from others by the request itself. */
	readonly come: bigint;
	/** Who of them gets the most; `null` where nothing says who. */
	readonly to: string | null;
}

export type IsReceiver = (address: string | null) => boolean;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);
const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);

export const isOwn = ({ parties }: Effects, address: string | null): boolean =>
	address !== null && parties.get(address)?.relation === "own";

const boundOf = (movements: readonly Movement[]): bigint | null =>
	movements.some(({ most }) => most === null) ? null : sum(movements.map(({ most }) => most ?? 0n));

/** The one to whom the most goes; an amount without a bound is the most. */
function mostTo(movements: readonly Movement[]): string | null {
	const totals = new Map<string, bigint | null>();
	for (const { to, most } of movements) {
		if (to === null) continue;
		const before = totals.get(to) ?? 0n;
		totals.set(to, before === null || most === null || totals.get(to) === null ? null : before + most);
	}
	const [first] = [...totals].toSorted(([, left], [, right]) => {
		if (left === right) return 0;
		return left === null || (right !== null && left > right) ? -1 : 1;
	});
	return first?.[0] ?? null;
}

interface Place {
	readonly account: string;
	readonly asset: EffectAsset;
}

const isAt = ({ account, asset }: Place, movement: Movement): boolean =>
	movement.from === account && assetKey(movement.asset) === assetKey(asset);

/** Every account of the user's and asset that leaves it, each once. */
function placesOf(effects: Effects, leaves: readonly Movement[]): readonly Place[] {
	const places = new Map<string, Place>();
	for (const { from, asset } of leaves)
		if (isOwn(effects, from)) places.set(`${from} ${assetKey(asset)}`, { account: from, asset });
	return [...places.values()];
}

const isOutOfOwn = (effects: Effects, { from, to }: Movement): boolean =>
	isOwn(effects, from) && !isOwn(effects, to);

/** The larger of what the bytes and our simulation bring to an account of one asset, from those in question. */
function comeOf(
	{ movements }: Effects,
	{ account, asset }: Place,
	isFrom: (address: string) => boolean,
): bigint {
	const into = movements.filter(
		(each) =>
			each.to === account &&
			each.from !== account &&
			isFrom(each.from) &&
			assetKey(each.asset) === assetKey(asset),
	);
	const by = (basis: Movement["basis"]) =>
		sum(into.filter((each) => each.basis === basis).map(({ least }) => least));
	return larger(by("observed"), by("decoded"));
}

/** What another account of the user's hands over first is a part of what that one holds. */
function heldBehind(effects: Effects, place: Place, amount: bigint | null): bigint | null {
	const held = heldOf(effects, place.account, place.asset);
	const isFromOwn = (address: string) => isOwn(effects, address);
	const givers = new Set(
		effects.movements
			.filter(
				({ from, to, asset }) =>
					to === place.account && isFromOwn(from) && assetKey(asset) === assetKey(place.asset),
			)
			.map(({ from }) => from)
			.filter((from) => from !== place.account),
	);
	if (amount === null || givers.size === 0 || amount > comeOf(effects, place, isFromOwn)) return held;
	const behind = [...givers].map((giver) => heldOf(effects, giver, place.asset));
	return behind.some((each) => each === null) ? held : (held ?? 0n) + sum(behind.map((each) => each ?? 0n));
}

const lossOf = (effects: Effects, place: Place, amount: bigint | null, to: string | null): readonly Loss[] =>
	amount === 0n
		? []
		: [
				{
					...place,
					amount,
					held: heldBehind(effects, place, amount),
					come: comeOf(effects, place, (from) => !isOwn(effects, from)),
					to,
				},
			];

/** Something that may be a price: an item, or a token whose worth is known. */
const mayBePrice = ({ chainRef }: Effects, { kind, address }: EffectAsset): boolean =>
	kind !== "fungible" || (chainRef !== null && address !== null && isListed(chainRef, address));

/**
 * Whether a payment is one side of an exchange with its receiver: by the same step's bytes that one gives something to the
 * user. Of coin, which goes along with any call, our simulation may show it, too.
 */
function isTraded(effects: Effects, payment: Movement): boolean {
	return effects.movements.some(
		({ from, to, asset, step, basis }) =>
			step === payment.step &&
			isOwn(effects, to) &&
			(from === payment.to || asset.address === payment.to) &&
			assetKey(asset) !== assetKey(payment.asset) &&
			(basis !== "observed" || (payment.asset.kind === "native" && mayBePrice(effects, asset))),
	);
}

/** Payments out of own accounts whose receiver the bytes name, and that are no side of an exchange with it. */
const paymentsOf = (effects: Effects): readonly Movement[] =>
	effects.movements.filter(
		(each) =>
			each.basis !== "observed" &&
			each.to !== null &&
			each.asset.kind !== "debt" &&
			isOutOfOwn(effects, each) &&
			!isTraded(effects, each),
	);

/** Losses to receivers that the bytes name: they count whatever comes back. */
export function paidOf(effects: Effects, isReceiver: IsReceiver): readonly Loss[] {
	const paid = paymentsOf(effects).filter(({ to }) => isReceiver(to));
	return placesOf(effects, paid).flatMap((place) => {
		const its = paid.filter((each) => isAt(place, each));
		return lossOf(effects, place, boundOf(its), mostTo(its));
	});
}

/** Gains of each other party of one asset by our own simulation, those alone who keep some of it. */
function gainersOf(effects: Effects, asset: EffectAsset): ReadonlyMap<string, bigint> {
	const nets = netsOf(effects, "observed", (account) => !isOwn(effects, account));
	return new Map(
		nets
			.filter((net) => assetKey(net.asset) === assetKey(asset) && net.out !== null && net.into > net.out)
			.map(({ account, into, out }) => [account, into - (out ?? 0n)]),
	);
}

/** What the bytes put into contracts that this app knows, where it is kept, staked or handed on: `null` without a bound. */
function putIntoKnown(effects: Effects, place: Place): bigint | null {
	const put = effects.movements.filter(
		(each) =>
			each.basis === "decoded" &&
			each.to !== null &&
			isAt(place, each) &&
			effects.parties.get(each.to)?.relation === "known-contract",
	);
	return boundOf(put);
}

/**
 * Losses that our own simulation shows, less what comes back of the same asset, and what the bytes put into known
 * contracts. What goes through the hands of somebody else counts by those who keep it.
 */
export function takenOf(effects: Effects, isReceiver: IsReceiver): readonly Loss[] {
	const observed = effects.movements.filter(({ basis }) => basis === "observed");
	const taken = observed.filter((each) => each.asset.kind !== "debt" && isOutOfOwn(effects, each));
	return placesOf(effects, taken).flatMap((place) => {
		const its = taken.filter((each) => isAt(place, each));
		const back = sum(
			observed
				.filter(
					({ from, to, asset }) =>
						to === place.account && !isOwn(effects, from) && assetKey(asset) === assetKey(place.asset),
				)
				.map(({ least }) => least),
		);
		const put = putIntoKnown(effects, place);
		const net = put === null ? 0n : sum(its.map(({ most }) => most ?? 0n)) - back - put;
		const direct = its.filter(({ to }) => isReceiver(to));
		const gainers = [...gainersOf(effects, place.asset)]
			.filter(([address]) => isReceiver(address))
			.toSorted(([, left], [, right]) => (left > right ? -1 : 1));
		const kept = sum(gainers.map(([, amount]) => amount));
		const amount = smaller(net, larger(kept, sum(direct.map(({ most }) => most ?? 0n))));
		return amount > 0n ? lossOf(effects, place, amount, gainers[0]?.[0] ?? mostTo(direct)) : [];
	});
}

/** The larger loss of each account and asset. */
export function largerLosses(left: readonly Loss[], right: readonly Loss[]): readonly Loss[] {
	const found = new Map<string, Loss>();
	for (const loss of [...left, ...right]) {
		const key = `${loss.account} ${assetKey(loss.asset)}`;
		const before = found.get(key);
		const isMore =
			before === undefined ||
			(before.amount !== null && (loss.amount === null || loss.amount > before.amount));
		if (isMore) found.set(key, { ...loss, to: loss.to ?? before?.to ?? null });
	}
	return [...found.values()];
}

/** One asset that the user's accounts gain or lose, all of them together. */
export interface AssetChange {
	readonly asset: EffectAsset;
	/** Base units, or a count of items; `null` without a bound. */
	readonly amount: bigint | null;
}

/** What of each asset comes and goes, all own accounts and steps together: the least that comes, the most that goes. */
function changesOf(
	effects: Pick<Effects, "movements">,
	of: Effects,
	basis: Movement["basis"],
): readonly (AssetChange & { readonly isGain: boolean })[] {
	const nets = netsOf(effects, basis, (account) => isOwn(of, account));
	const keys = [...new Set(nets.map(({ asset }) => assetKey(asset)))];
	return keys.flatMap((key) => {
		const its = nets.filter(({ asset }) => assetKey(asset) === key);
		const [first] = its;
		if (first === undefined) return [];
		const { asset } = first;
		const into = sum(its.map((net) => net.into));
		const outs = its.map(({ out }) => out);
		const out = outs.some((each) => each === null) ? null : sum(outs.map((each) => each ?? 0n));
		const isOpen = out === null;
		// A debt that comes is a loss, and one that goes is a gain.
		const isGain = (isOpen ? false : into > out) !== (asset.kind === "debt");
		const amount = isOpen ? null : into > out ? into - out : out - into;
		return amount === 0n ? [] : [{ asset, amount, isGain }];
	});
}

/** What comes to the user's accounts by one basis, after what leaves of the same. */
export const gainsOf = (effects: Effects, basis: Movement["basis"]): readonly AssetChange[] =>
	changesOf(effects, effects, basis).filter(({ isGain }) => isGain);

/** What is given for it: all that leaves, but for payments whose receiver the bytes name. */
export function givenOf(effects: Effects, basis: Movement["basis"]): readonly AssetChange[] {
	const payments = paymentsOf(effects);
	const paid = new Map<string, bigint>();
	for (const { asset, most } of payments) {
		const key = assetKey(asset);
		paid.set(key, (paid.get(key) ?? 0n) + (most ?? 0n));
	}
	const isPaid = new Set<Movement>(payments);
	const movements = effects.movements.filter((each) => !isPaid.has(each));
	return changesOf({ movements }, effects, basis).flatMap(({ asset, amount, isGain }) => {
		if (isGain || asset.kind === "debt") return [];
		if (amount === null || basis !== "observed") return [{ asset, amount }];
		const left = amount - (paid.get(assetKey(asset)) ?? 0n);
		return left > 0n ? [{ asset, amount: left }] : [];
	});
}
