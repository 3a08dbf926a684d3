import { isSameUnit } from "../decoded-transaction/asset-amount.ts";
import { balancesOf, byKey, type StepBalance } from "./accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement, type Relation } from "./effects.ts";
import { isTheirs } from "./gainers.ts";

/**
 * The money flow in a request by receiver, by step, and as a graph. It is computed from the effects alone, so
 * it works the same for a batch, a multicall, a Safe, a user operation, and a Solana transaction.
 */

export interface FlowAmount {
	readonly asset: EffectAsset;
	/** `null` if unlimited. */
	readonly amount: bigint | null;
}

/** A movement to another party or back to the user. */
export interface FlowLine extends FlowAmount {
	readonly from: string;
	/** `null` if neither the bytes nor the simulation name the recipient. */
	readonly to: string | null;
	/** Step in the request, starting at 0. */
	readonly step: number;
}

export interface FlowReceiver {
	/** `null` if neither the bytes nor the simulation name the recipient. */
	readonly address: string | null;
	readonly relation: Relation;
	/** The receiver gets assets and isn't known to the user. */
	readonly isOutlier: boolean;
	readonly totals: readonly FlowAmount[];
	/** Indexes of this receiver's payments among all payments, starting at 0. */
	readonly payments: readonly number[];
	readonly steps: readonly number[];
	/** Payments that are the largest in their asset, if only this receiver gets one of that amount. */
	readonly largest: readonly FlowAmount[];
}

export interface FlowTotal {
	readonly account: string;
	readonly asset: EffectAsset;
	/** Negative for outflows. `null` if unlimited. */
	readonly change: bigint | null;
	readonly before: bigint | null;
	readonly after: bigint | null;
	/** Number of payments to receivers in this asset. */
	readonly payments: number;
}

export interface MoneyFlow {
	/** Receivers, with outliers first. */
	readonly receivers: readonly FlowReceiver[];
	readonly totals: readonly FlowTotal[];
	/** Movements in request order. */
	readonly lines: readonly FlowLine[];
	/** Parties that forward assets or give other assets in return, in request order. */
	readonly contracts: readonly string[];
	readonly payments: readonly FlowLine[];
	/** Whether the user or someone else receives something in return for the outgoing assets. */
	readonly isExchange: boolean;
	/** Number of steps in the request. */
	readonly steps: number;
}

const lineOf = ({ from, to, asset, most, step }: Movement): FlowLine => ({
	from,
	to,
	asset,
	amount: most,
	step,
});

const sameAsset = (left: Pick<Movement, "asset">, right: Pick<Movement, "asset">): boolean =>
	assetKey(left.asset) === assetKey(right.asset);

const isEnd = (movements: readonly Movement[], address: string | null): boolean =>
	movements.some(({ from, to }) => from === address || to === address);

/**
 * Merges a pool that appears only in our simulation with the contract named in the bytes, so that a swap
 * shows one contract instead of two.
 */
function throughCalled(effects: Effects, observed: Movement, decoded: readonly Movement[]): Movement {
	const isOut = isTheirs(effects, observed.from);
	const isIn = observed.to !== null && isTheirs(effects, observed.to);
	const party = isOut ? observed.to : observed.from;
	if (isOut === isIn || isEnd(decoded, party)) return observed;
	const stated = decoded.find((each) =>
		isOut
			? isTheirs(effects, each.from) && each.to !== null && sameAsset(each, observed)
			: each.to === observed.to && sameAsset(each, observed),
	);
	if (stated === undefined || (isOut && !decoded.some(({ from }) => from === stated.to))) return observed;
	return isOut ? { ...observed, to: stated.to } : { ...observed, from: stated.from };
}

/** Payments stated in the bytes count even if our simulation shows different ones. */
function linesOfStep(effects: Effects, movements: readonly Movement[]): readonly FlowLine[] {
	const by = (basis: Movement["basis"]) => movements.filter((each) => each.basis === basis);
	const [observed, decoded] = [by("observed"), by("decoded")];
	if (observed.length === 0) return (decoded.length > 0 ? decoded : by("permitted")).map(lineOf);
	const seen = observed.map((each) => throughCalled(effects, each, decoded));
	const unseen = decoded.filter(
		(each) =>
			each.to !== null &&
			!isTheirs(effects, each.to) &&
			!decoded.some(({ from }) => from === each.to) &&
			!seen.some(({ to, asset }) => to === each.to && sameAsset({ asset }, each)),
	);
	// On Solana, our simulation lists transfers in its own order, but the bytes contain the signed order.
	const placeOf = ({ to, asset, most }: Movement) => {
		const same = decoded.findIndex(
			(each) => each.to === to && sameAsset(each, { asset }) && each.most === most,
		);
		return same < 0 ? decoded.length : same;
	};
	const ordered = seen.toSorted((left, right) => placeOf(left) - placeOf(right));
	return [...ordered, ...unseen].map(lineOf);
}

/** Excludes positions, debts and undecoded assets, because a receiver can't count them as money. */
const COUNTED: ReadonlySet<EffectAsset["kind"]> = new Set(["native", "fungible", "item"]);

function linesOf(effects: Effects): readonly FlowLine[] {
	const moved = effects.movements.filter(
		({ from, to, asset, most }) => from !== to && COUNTED.has(asset.kind) && most !== 0n,
	);
	return [...byKey(moved, ({ step }) => step)]
		.toSorted(([left], [right]) => left - right)
		.flatMap(([, movements]) => linesOfStep(effects, movements));
}

const sumOf = (lines: readonly FlowAmount[]): bigint | null =>
	lines.reduce<bigint | null>(
		(sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
		0n,
	);

function retainedBy(lines: readonly FlowLine[], address: string | null): readonly FlowAmount[] {
	const into = byKey(
		lines.filter(({ to }) => to === address),
		({ asset }) => assetKey(asset),
	);
	return [...into].flatMap(([key, its]): readonly FlowAmount[] => {
		const [first] = its;
		if (first === undefined) return [];
		const passed = lines.filter(({ from, asset }) => from === address && assetKey(asset) === key);
		const [come, gone] = [sumOf(its), sumOf(passed)];
		if (gone === null) return [];
		const amount = come === null ? null : come - gone;
		return amount !== null && amount <= 0n ? [] : [{ asset: first.asset, amount }];
	});
}

/**
 * Returns whether the asset comes from a party that didn't receive it in this request, such as a market, a
 * vault or a mint.
 */
const isIssued = (effects: Effects, lines: readonly FlowLine[], line: FlowLine): boolean =>
	!isTheirs(effects, line.from) && !lines.some((other) => other.to === line.from && sameAsset(other, line));

/**
 * Returns whether the party gives something of its own, to the user or someone else, in return for what it
 * receives.
 */
const isPartner = (effects: Effects, lines: readonly FlowLine[], address: string | null): boolean =>
	lines.some((each) => each.from === address && isIssued(effects, lines, each));

const isStranger = ({ parties }: Effects, address: string | null): boolean => {
	const party = address === null ? undefined : parties.get(address);
	if (party === undefined) return true;
	if (party.imitates !== null || party.relation === "nobody") return true;
	// Payments in the same session don't count. Otherwise, an agent could pass off its own receiver as a known one.
	return party.relation === "stranger" && !party.dealt.paid;
};

/** Divisor of the user's gain. A payment of at most this share of the gain counts as the exchange's fee. */
const FEE_DIVISOR = 100n;

function isSameCoin({ chainRef }: Effects, left: EffectAsset, right: EffectAsset): boolean {
	if (assetKey(left) === assetKey(right)) return true;
	const isCoin = ({ kind }: EffectAsset) => kind === "native" || kind === "fungible";
	return (
		chainRef !== null &&
		isCoin(left) &&
		isCoin(right) &&
		left.address !== null &&
		right.address !== null &&
		isSameUnit(chainRef, left.address, right.address)
	);
}

function isFee(effects: Effects, lines: readonly FlowLine[], retained: readonly FlowAmount[]): boolean {
	return retained.every(({ asset, amount }) => {
		const own = sumOf(
			lines.filter(
				(each) =>
					each.to !== null &&
					isTheirs(effects, each.to) &&
					!isTheirs(effects, each.from) &&
					isSameCoin(effects, each.asset, asset),
			),
		);
		return amount !== null && own !== null && amount * FEE_DIVISOR <= own;
	});
}

/**
 * Returns the largest payment in each asset that goes to several receivers. An asset is omitted if several
 * receivers get its largest amount. Amounts in different assets can't be compared without prices, but a small
 * payment in another asset must not hide the largest one.
 */
function largestOf(payments: readonly FlowLine[]): readonly FlowLine[] {
	return [...byKey(payments, ({ asset }) => assetKey(asset)).values()].flatMap((group) => {
		if (new Set(group.map(({ to }) => to)).size < 2) return [];
		const most = group.reduce<bigint | null>(
			(found, { amount }) => (found === null || amount === null ? null : amount > found ? amount : found),
			0n,
		);
		const largest = group.filter(({ amount }) => amount === most);
		const [first] = largest;
		return first !== undefined && new Set(largest.map(({ to }) => to)).size === 1 ? [first] : [];
	});
}

const compareAmounts = (left: FlowReceiver, right: FlowReceiver): number => {
	if (left.isOutlier !== right.isOutlier) return left.isOutlier ? -1 : 1;
	const [one, other] = [left.totals[0], right.totals[0]];
	if (one === undefined || other === undefined || !sameAsset(one, other)) return 0;
	if (one.amount === other.amount) return 0;
	return one.amount === null || (other.amount !== null && one.amount > other.amount) ? -1 : 1;
};

function totalsOf(
	effects: Effects,
	lines: readonly FlowLine[],
	payments: readonly FlowLine[],
): readonly FlowTotal[] {
	const ends = lines.flatMap((line) =>
		[line.from, line.to].flatMap((account) =>
			account !== null && isTheirs(effects, account) ? [{ account, line }] : [],
		),
	);
	const spans = byKey(
		balancesOf(effects, (each) => isTheirs(effects, each)),
		({ account, asset }) => `${account} ${assetKey(asset)}`,
	);
	return [...byKey(ends, ({ account, line }) => `${account} ${assetKey(line.asset)}`)].flatMap(
		([key, group]): readonly FlowTotal[] => {
			const [first] = group;
			if (first === undefined) return [];
			const { account } = first;
			const of = (isOut: boolean) =>
				sumOf(group.map(({ line }) => line).filter(({ from, to }) => (isOut ? from : to) === account));
			const [out, into] = [of(true), of(false)];
			const change = out === null || into === null ? null : into - out;
			if (change === 0n) return [];
			const its: readonly StepBalance[] = spans.get(key) ?? [];
			const { asset } = first.line;
			const [before, after] = [its[0]?.before ?? null, its.at(-1)?.after ?? null];
			const isWhole = before !== null && after !== null && after >= 0n && after - before === change;
			return [
				{
					account,
					asset,
					change,
					before: isWhole ? before : null,
					after: isWhole ? after : null,
					payments: payments.filter((each) => sameAsset(each, { asset })).length,
				},
			];
		},
	);
}

/**
 * Returns whether assets sent to a party in an exchange are its price: only our simulation shows them, they
 * come directly from the user, and the party has another role in the call.
 */
function isMarket(effects: Effects, lines: readonly FlowLine[], address: string): boolean {
	const isStated = effects.movements.some(({ basis, to }) => basis !== "observed" && to === address);
	return (
		!isStated &&
		!effects.takers.includes(address) &&
		lines.every(({ from, to }) => to !== address || isTheirs(effects, from))
	);
}

/** Maximum rent for a new token account in lamports. It leaves room for extensions. */
const MAX_RENT = 5_000_000n;

/** On Solana, the sender of a token also pays the rent for the recipient's new account. */
const isRent = (lines: readonly FlowLine[], { to, asset, amount, step }: FlowLine): boolean =>
	to !== null &&
	!to.startsWith("0x") &&
	asset.kind === "native" &&
	amount !== null &&
	amount <= MAX_RENT &&
	lines.some((other) => other.to === to && other.step === step && other.asset.kind === "fungible");

interface Retained {
	readonly address: string | null;
	readonly retained: readonly FlowAmount[];
}

function keepersOf(effects: Effects, lines: readonly FlowLine[], isExchange: boolean): readonly Retained[] {
	// If a contract gives someone an asset, the user is buying that asset, so an amount without a recipient
	// is the price and not a payment.
	const isBought = lines.some((each) => each.to !== null && !isTheirs(effects, each.from));
	return othersIn(effects, lines).flatMap((address) => {
		if (isPartner(effects, lines, address)) return [];
		if (address === null ? isBought : isExchange && isMarket(effects, lines, address)) return [];
		const retained = retainedBy(lines, address);
		return retained.length === 0 ? [] : [{ address, retained }];
	});
}

const othersIn = (effects: Effects, lines: readonly FlowLine[]): readonly (string | null)[] =>
	[...new Set(lines.map(({ to }) => to))].filter((to) => to === null || !isTheirs(effects, to));

/** Minimum number of payments to one receiver that makes totals more useful than a list. */
const MANY = 3;

function showsTotals(receivers: readonly FlowReceiver[], payments: number, isExchange: boolean): boolean {
	if (isExchange) return receivers.some(({ isOutlier }) => isOutlier);
	const named = receivers.filter(({ address }) => address !== null);
	return named.length > 1 || (named.length === 1 && receivers.length === 1 && payments >= MANY);
}

/** Returns `null` if the parties and rows already show everything, e.g. for a single payment or swap. */
export function moneyFlowOf(effects: Effects): MoneyFlow | null {
	const lines = linesOf(effects);
	const isExchange = lines.some((each) => each.to !== null && isIssued(effects, lines, each));
	const paid = lines.filter((line) => !isRent(lines, line));
	const found = keepersOf(effects, paid, isExchange);
	const isReceiver = (address: string | null) => found.some((each) => each.address === address);
	const payments = paid.filter(({ to }) => isReceiver(to));
	const largest = largestOf(payments);
	const receivers = found
		.map(({ address, retained }): FlowReceiver => {
			const its = [...payments.entries()].filter(([, { to }]) => to === address);
			return {
				address,
				relation: (address === null ? null : effects.parties.get(address)?.relation) ?? "stranger",
				isOutlier: isStranger(effects, address) && !(isExchange && isFee(effects, lines, retained)),
				totals: retained,
				payments: its.map(([at]) => at),
				steps: [...new Set(its.map(([, { step }]) => step))],
				largest: largest.filter(({ to }) => to === address).map(({ asset, amount }) => ({ asset, amount })),
			};
		})
		.toSorted(compareAmounts);
	if (!showsTotals(receivers, payments.length, isExchange)) return null;
	return {
		receivers,
		totals: totalsOf(effects, lines, payments),
		lines,
		contracts: othersIn(effects, lines).filter(
			(to): to is string => to !== null && (!isReceiver(to) || lines.some(({ from }) => from === to)),
		),
		payments,
		isExchange,
		steps: effects.shownBy.length,
	};
}
