import { isListed } from "../decoded-transaction/asset-amount.ts";
import { balanceOf, byKey, holdingKey, type IndexedEffects, netsOf } from "./accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement } from "./effects.ts";

export interface Loss {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
	readonly balance: bigint | null;
	readonly come: bigint;
	readonly to: string | null;
}

export type IsReceiver = (address: string | null, asset: EffectAsset) => boolean;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);
const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);

export const isUsersAccount = ({ parties }: Effects, address: string | null): boolean =>
	address !== null && parties.get(address)?.relation === "own";

const boundOf = (movements: readonly Movement[]): bigint | null =>
	movements.some(({ most }) => most === null) ? null : sum(movements.map(({ most }) => most ?? 0n));

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

interface LossSite {
	readonly account: string;
	readonly asset: EffectAsset;
}

interface Leaving extends LossSite {
	readonly movements: readonly Movement[];
}

const leavingOf = (effects: Effects, leaves: readonly Movement[]): readonly Leaving[] =>
	[
		...byKey(
			leaves.filter(({ from }) => isUsersAccount(effects, from)),
			({ from, asset }) => holdingKey(from, asset),
		).values(),
	].flatMap((movements) => {
		const [first] = movements;
		return first === undefined ? [] : [{ account: first.from, asset: first.asset, movements }];
	});

const intoOf = ({ index }: IndexedEffects, { account, asset }: LossSite): readonly Movement[] =>
	index.into.get(holdingKey(account, asset)) ?? [];

const leavesUser = (effects: Effects, { from, to }: Movement): boolean =>
	isUsersAccount(effects, from) && !isUsersAccount(effects, to);

function comeOf(effects: IndexedEffects, site: LossSite, isFrom: (address: string) => boolean): bigint {
	const into = intoOf(effects, site).filter(({ from }) => from !== site.account && isFrom(from));
	const by = (basis: Movement["basis"]) =>
		sum(into.filter((each) => each.basis === basis).map(({ least }) => least));
	return larger(by("observed"), by("decoded"));
}

/**
 * Returns the account's balance. If the user's other accounts sent it the whole amount, includes their
 * balances.
 */
function holdingBehind(effects: IndexedEffects, site: LossSite, amount: bigint | null): bigint | null {
	const held = balanceOf(effects, site.account, site.asset);
	const isFromOwn = (address: string) => isUsersAccount(effects, address);
	const givers = new Set(
		intoOf(effects, site)
			.map(({ from }) => from)
			.filter((from) => from !== site.account && isFromOwn(from)),
	);
	if (amount === null || givers.size === 0 || amount > comeOf(effects, site, isFromOwn)) return held;
	const behind = [...givers].map((giver) => balanceOf(effects, giver, site.asset));
	return behind.some((each) => each === null) ? held : (held ?? 0n) + sum(behind.map((each) => each ?? 0n));
}

const lossOf = (
	effects: IndexedEffects,
	{ account, asset }: LossSite,
	amount: bigint | null,
	to: string | null,
): readonly Loss[] => {
	const place = { account, asset };
	return amount === 0n
		? []
		: [
				{
					...place,
					amount,
					balance: holdingBehind(effects, place, amount),
					come: comeOf(effects, place, (from) => !isUsersAccount(effects, from)),
					to,
				},
			];
};

export const mayBePrice = ({ chainRef }: Effects, { kind, address }: EffectAsset): boolean =>
	kind !== "fungible" || (chainRef !== null && address !== null && isListed(chainRef, address));

/**
 * How certain it is that a payment gets something in return. `bound`: the bytes guarantee it, or no
 * simulation can show it because it arrives later or only in a contract's own records. `open`: it is promised
 * with a minimum of zero. `shown`: only our simulation shows it.
 */
type GiftKind = "bound" | "open" | "shown";

interface Gift {
	readonly key: string;
	readonly kind: GiftKind;
	readonly isCoin: boolean;
}

function giftKind({ basis, least, asset: { kind } }: Movement): GiftKind {
	if (basis === "observed") return "shown";
	const isShowable = basis === "decoded" && (kind === "native" || kind === "fungible" || kind === "unknown");
	return least === 0n && isShowable ? "open" : "bound";
}

function giftsOf(effects: Effects, toOwn: readonly Movement[]): ReadonlyMap<string, readonly Gift[]> {
	const gifts = toOwn
		.filter(({ basis, asset }) => basis !== "observed" || mayBePrice(effects, asset))
		.flatMap((movement) => {
			const { from, asset, step } = movement;
			const isCoin = asset.kind === "native" || asset.kind === "fungible";
			const gift: Gift = { key: assetKey(asset), kind: giftKind(movement), isCoin };
			return [...new Set([from, asset.address])].map((giver) => ({ giver: `${step} ${giver}`, gift }));
		});
	return new Map(
		[...byKey(gifts, ({ giver }) => giver)].map(([giver, group]) => {
			const each = new Map(group.map(({ gift }) => [`${gift.key} ${gift.kind}`, gift]));
			return [giver, [...each.values()]];
		}),
	);
}

const comeBySteps = (toOwn: readonly Movement[]): ReadonlyMap<number, ReadonlySet<string>> =>
	new Map(
		[...byKey(toOwn, ({ step }) => step)].map(([step, movements]) => {
			const come = movements.filter(({ basis, least }) => basis === "observed" && least > 0n);
			return [step, new Set(come.map(({ asset }) => assetKey(asset)))];
		}),
	);

/**
 * Returns whether the address is a stranger's and runs no code. Only a price can then distinguish an exchange
 * for coins from a disguised payment.
 */
const isBystander = ({ parties, called }: Effects, address: string | null): boolean =>
	address !== null &&
	parties.get(address)?.relation === "stranger" &&
	!called.some((each) => each.address === address && !each.isPayment && !each.isPlain);

/**
 * Returns payments from the user's accounts to recipients named in the bytes. Excludes payments whose
 * recipient gives the user something in the same step. For coins, this exception requires that the
 * recipient's code runs. A promise with a minimum of zero counts if our simulation shows that a different
 * asset comes in. For the native coin, which can accompany any call, our simulation alone is enough.
 */
function paymentsOf(effects: Effects): readonly Movement[] {
	const toOwn = effects.movements.filter(({ to }) => isUsersAccount(effects, to));
	const [gifts, come] = [giftsOf(effects, toOwn), comeBySteps(toOwn)];
	const isTraded = ({ to, asset, step, basis }: Movement): boolean => {
		const isForCoins = basis !== "decoded" || !isBystander(effects, to);
		const key = assetKey(asset);
		const counts: Readonly<Record<GiftKind, boolean>> = {
			bound: true,
			open: (come.get(step)?.size ?? 0) > (come.get(step)?.has(key) === true ? 1 : 0),
			shown: asset.kind === "native",
		};
		return (gifts.get(`${step} ${to}`) ?? []).some(
			(gift) => gift.key !== key && counts[gift.kind] && (isForCoins || !gift.isCoin),
		);
	};
	return effects.movements.filter(
		(each) =>
			each.basis !== "observed" &&
			each.to !== null &&
			each.asset.kind !== "debt" &&
			leavesUser(effects, each) &&
			!isTraded(each),
	);
}

/** Returns losses to recipients named in the bytes, regardless of what comes back. */
export function paidOf(effects: IndexedEffects, isReceiver: IsReceiver): readonly Loss[] {
	const paid = paymentsOf(effects).filter(({ to, asset }) => isReceiver(to, asset));
	return leavingOf(effects, paid).flatMap((place) =>
		lossOf(effects, place, boundOf(place.movements), mostTo(place.movements)),
	);
}

interface Gainer {
	readonly account: string;
	readonly amount: bigint;
}

function gainersOf(effects: Effects, isReceiver: IsReceiver): (asset: EffectAsset) => readonly Gainer[] {
	const nets = netsOf(effects, "observed", (account) => !isUsersAccount(effects, account)).filter(
		({ account, asset }) => isReceiver(account, asset),
	);
	const gainers = [...byKey(nets, ({ asset }) => assetKey(asset))].map(
		([key, its]) =>
			[
				key,
				its
					.flatMap(({ account, into, out }) =>
						out !== null && into > out ? [{ account, amount: into - out }] : [],
					)
					.toSorted((left, right) => (left.amount > right.amount ? -1 : 1)),
			] as const,
	);
	const found: ReadonlyMap<string, readonly Gainer[]> = new Map(gainers);
	return (asset) => found.get(assetKey(asset)) ?? [];
}

function putIntoKnown(effects: IndexedEffects, { account, asset }: LossSite): bigint | null {
	const put = (effects.index.out.get(holdingKey(account, asset)) ?? []).filter(
		({ basis, to }) =>
			basis === "decoded" && to !== null && effects.parties.get(to)?.relation === "known-contract",
	);
	return boundOf(put);
}

/**
 * Subtracts returns of the same asset and deposits into known contracts. Assets that pass through a party
 * count towards the party that keeps them.
 */
export function spentOf(effects: IndexedEffects, isReceiver: IsReceiver): readonly Loss[] {
	const taken = effects.movements.filter(
		(each) => each.basis === "observed" && each.asset.kind !== "debt" && leavesUser(effects, each),
	);
	const gainersIn = gainersOf(effects, isReceiver);
	return leavingOf(effects, taken).flatMap((place) => {
		const its = place.movements;
		const back = sum(
			intoOf(effects, place)
				.filter(({ basis, from }) => basis === "observed" && !isUsersAccount(effects, from))
				.map(({ least }) => least),
		);
		const put = putIntoKnown(effects, place);
		const net = put === null ? 0n : sum(its.map(({ most }) => most ?? 0n)) - back - put;
		const direct = its.filter(({ to, asset }) => isReceiver(to, asset));
		const gainers = gainersIn(place.asset);
		const gained = sum(gainers.map(({ amount }) => amount));
		const amount = smaller(net, larger(gained, sum(direct.map(({ most }) => most ?? 0n))));
		return amount > 0n ? lossOf(effects, place, amount, gainers[0]?.account ?? mostTo(direct)) : [];
	});
}

export function largerLosses(left: readonly Loss[], right: readonly Loss[]): readonly Loss[] {
	const found = new Map<string, Loss>();
	for (const loss of [...left, ...right]) {
		const key = holdingKey(loss.account, loss.asset);
		const before = found.get(key);
		const isMore =
			before === undefined ||
			(before.amount !== null && (loss.amount === null || loss.amount > before.amount));
		if (isMore) found.set(key, { ...loss, to: loss.to ?? before?.to ?? null });
	}
	return [...found.values()];
}

export interface AssetChange {
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
}

function changesOf(
	effects: Pick<Effects, "movements">,
	of: Effects,
	basis: Movement["basis"],
): readonly (AssetChange & { readonly isGain: boolean })[] {
	const nets = netsOf(effects, basis, (account) => isUsersAccount(of, account));
	return [...byKey(nets, ({ asset }) => assetKey(asset)).values()].flatMap((its) => {
		const [first] = its;
		if (first === undefined) return [];
		const { asset } = first;
		const into = sum(its.map((net) => net.into));
		const outs = its.map(({ out }) => out);
		const out = outs.some((each) => each === null) ? null : sum(outs.map((each) => each ?? 0n));
		const isOpen = out === null;
		// An incoming debt is a loss, and an outgoing debt is a gain.
		const isGain = (isOpen ? false : into > out) !== (asset.kind === "debt");
		const amount = isOpen ? null : into > out ? into - out : out - into;
		return amount === 0n ? [] : [{ asset, amount, isGain }];
	});
}

export const gainsOf = (effects: Effects, basis: Movement["basis"]): readonly AssetChange[] =>
	changesOf(effects, effects, basis).filter(({ isGain }) => isGain);

/** Returns all losses except payments to recipients named in the bytes. */
export function givenOf(effects: Effects, basis: Movement["basis"]): readonly AssetChange[] {
	const payments = paymentsOf(effects).filter(({ isAlong }) => isAlong !== true);
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
