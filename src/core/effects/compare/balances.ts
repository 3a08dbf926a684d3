import { type BalanceChange, directionOf, type PipelineSimulation } from "../../../service-api/simulation.ts";
import { isZeroAddress } from "../../chain/well-known.ts";
import type { ComparedEffect } from "../../decoded-transaction/opinion.ts";
import { readUint } from "../../format/numeral.ts";
import { type FamilyOperations, itemOf, NEW_ITEM } from "../family.ts";
import { balanceText, type Likeness } from "./comparison-text.ts";
import { type OpenedAccount, rentWithin } from "./rent.ts";

export interface Net {
	readonly account: string;
	readonly asset: string;
	readonly item: string | null;
	raw: bigint;
	/** Total of the records that have an amount but no direction. */
	open: bigint;
	lost: bigint;

	come: bigint;
	/**
	 * The request has several steps, and some of its records don't name one, so they may belong to a
	 * different step.
	 */
	loose: boolean;
	/** Portion of `lost` from records that don't name a recipient. */
	unnamed: bigint;
	/** Portion of `come` from newly created EIP-721 items. */
	made: bigint;
	readonly sides: Map<string, bigint>;
}

export type Nets = ReadonlyMap<string, Net>;

const keyOf = (account: string, asset: string, item: string | null) => JSON.stringify([account, asset, item]);
const magnitudeOf = (raw: bigint) => (raw < 0n ? -raw : raw);

interface SignedMagnitude {
	readonly magnitude: bigint;
	readonly direction: "in" | "out" | null;
}

function readingOf(record: BalanceChange, item: string | null): SignedMagnitude {
	const negative = record.amount.startsWith("-");
	const stated = readUint(negative ? record.amount.slice(1) : record.amount) ?? 0n;
	// An item always counts as one, regardless of the stated amount.
	const magnitude = item !== null && stated === 0n ? 1n : stated;
	return { magnitude, direction: directionOf(record) ?? (negative ? "out" : null) };
}

/** EIP-1155 IDs identify a kind of item, so they don't shift if another transaction runs first. */
const isMade = (
	{ counterparty, standard }: BalanceChange,
	direction: SignedMagnitude["direction"],
	item: string | null,
): boolean =>
	item !== null && direction === "in" && standard !== "erc1155" && isZeroAddress(counterparty ?? "");

/** @param several whether a record without a step could belong to a different step */
export function netsOf(family: FamilyOperations, records: readonly BalanceChange[], several: boolean): Nets {
	const nets = new Map<string, Net>();
	for (const record of records) {
		if (family.isOtherChain(record)) continue;
		const account = family.bearer(record);
		const asset = family.asset(record.asset);
		const item = itemOf(record.tokenId);
		const key = keyOf(account, asset, item);
		const net = nets.get(key) ?? {
			account,
			asset,
			item,
			raw: 0n,
			open: 0n,
			lost: 0n,
			come: 0n,
			loose: false,
			unnamed: 0n,
			made: 0n,
			sides: new Map<string, bigint>(),
		};
		const { magnitude, direction } = readingOf(record, item);
		if (direction === null) net.open += magnitude;
		else net.raw += direction === "in" ? magnitude : -magnitude;
		if (direction !== "in") net.lost += magnitude;
		if (direction !== "out") net.come += magnitude;
		if (several && (record.step === undefined || record.step === null)) net.loose = true;
		const { counterparty } = record;
		if (direction !== "in" && typeof counterparty === "string" && counterparty !== "") {
			const side = family.account(counterparty);
			net.sides.set(side, (net.sides.get(side) ?? 0n) + magnitude);
		} else if (direction !== "in") net.unnamed += magnitude;
		if (isMade(record, direction, item)) net.made += magnitude;
		nets.set(key, net);
	}
	return nets;
}

const ofAsset = (nets: Nets, { account, asset }: Net) =>
	[...nets.values()].filter((net) => net.account === account && net.asset === asset);

function folded(nets: Nets, like: Net): Net | null {
	const items = ofAsset(nets, like);
	const mixed = items.some(({ raw }) => raw < 0n) && items.some(({ raw }) => raw > 0n);
	if (mixed || items.every(({ item }) => item === null)) return null;
	const total = (of: (net: Net) => bigint) => items.reduce((sum, net) => sum + of(net), 0n);
	return {
		...like,
		item: null,
		raw: total(({ raw }) => raw),
		open: total(({ open }) => open),
		lost: total(({ lost: gone }) => gone),
		come: total(({ come }) => come),
		unnamed: total(({ unnamed }) => unnamed),
		made: total(({ made }) => made),
		loose: items.some(({ loose }) => loose),
		sides: new Map(items.flatMap(({ sides }) => [...sides])),
	};
}

function withoutItems(nets: Nets, other: Nets): Nets {
	const found = new Map(nets);
	for (const net of other.values()) {
		if (net.item !== null || net.asset === "native") continue;
		const whole = folded(nets, net);
		if (whole === null) continue;
		for (const each of ofAsset(nets, net)) found.delete(keyOf(each.account, each.asset, each.item));
		found.set(keyOf(whole.account, whole.asset, null), whole);
	}
	return found;
}

const isNewItem = ({ item, raw, lost: gone, open, made }: Net): boolean =>
	item !== null && raw > 0n && raw === made && gone === 0n && open === 0n;

function newItems(nets: Nets, other: Nets, like: Net): readonly Net[] {
	const isShared = ({ account, asset, item }: Net) => other.has(keyOf(account, asset, item));
	return ofAsset(nets, like)
		.filter(isNewItem)
		.toSorted((left, right) => Number(isShared(right)) - Number(isShared(left)));
}

function counted(nets: Nets, items: readonly Net[], count: number): Nets {
	const found = new Map(nets);
	const taken = items.slice(0, count);
	for (const { account, asset, item } of taken) found.delete(keyOf(account, asset, item));
	const [first] = taken;
	if (first === undefined) return nets;
	const come = BigInt(count);
	const loose = taken.some((each) => each.loose);
	found.set(keyOf(first.account, first.asset, NEW_ITEM), {
		...first,
		item: NEW_ITEM,
		raw: come,
		come,
		made: come,
		loose,
	});
	return found;
}

/**
 * Counts new items that appear in both simulations instead of comparing them by ID. New items get sequential
 * IDs, so a transaction in between shifts all of them. Items that existed before, or that only one simulation
 * shows, keep their IDs.
 */
function withCountedItems({ theirs, ours }: Sides): Sides {
	let sides: Sides = { theirs, ours };
	for (const net of ours.values()) {
		if (!isNewItem(net) || sides.ours.has(keyOf(net.account, net.asset, NEW_ITEM))) continue;
		const [stated, found] = [newItems(theirs, ours, net), newItems(ours, theirs, net)];
		const count = Math.min(stated.length, found.length);
		sides = { theirs: counted(sides.theirs, stated, count), ours: counted(sides.ours, found, count) };
	}
	return sides;
}

export interface Sides {
	readonly theirs: Nets;
	readonly ours: Nets;
}

export function sidesOf(
	family: FamilyOperations,
	service: PipelineSimulation | null,
	own: PipelineSimulation,
	several: boolean,
): Sides {
	const theirs = netsOf(family, service?.balanceChanges ?? [], several);
	const ours = netsOf(family, own.balanceChanges, false);
	const sides = withCountedItems({ theirs, ours });
	return {
		theirs: withoutItems(sides.theirs, sides.ours),
		ours: withoutItems(sides.ours, sides.theirs),
	};
}

function trades(nets: Nets, account: string): boolean {
	const own = [...nets.values()].filter((net) => net.account === account);
	return own.some(({ raw }) => raw > 0n) && own.some(({ raw }) => raw < 0n);
}

export const isTrade = ({ theirs, ours }: Sides, account: string): boolean =>
	trades(theirs, account) && trades(ours, account);

/** Maximum price movement between two blocks, in percent. */
export const DRIFT_PERCENT = 5n;

const driftsFrom = (theirs: bigint, ours: bigint): boolean =>
	theirs > 0n === ours > 0n && magnitudeOf(theirs - ours) * 100n <= magnitudeOf(theirs) * DRIFT_PERCENT;

/**
 * Returns the network fees that the service states, because the service may count them as a loss. Our
 * simulation never does.
 */
function statedFees(service: PipelineSimulation | null, family: FamilyOperations): bigint {
	if (service === null) return 0n;
	const native = service.fees.filter(({ asset }) => family.asset(asset) === "native");
	const fees = native.reduce((sum, { amount }) => sum + (readUint(amount) ?? 0n), 0n);
	const gas = readUint(service.gas?.nativeCost ?? "") ?? 0n;
	return fees > gas ? fees : gas;
}

function resolved({ raw, open }: Net, ours: bigint): bigint {
	if (open === 0n) return raw;
	const ways = [raw + open, raw - open] as const;
	return magnitudeOf(ways[0] - ours) <= magnitudeOf(ways[1] - ours) ? ways[0] : ways[1];
}

function partOf({ lost: gone, come }: Net, ours: bigint): bigint {
	if (ours < 0n) return gone < -ours ? -gone : ours;
	return come < ours ? come : ours;
}

function mainSide(net: Net | undefined): string | null {
	const [largest] = [...(net?.sides ?? [])].toSorted(([, left], [, right]) => (left < right ? 1 : -1));
	return largest?.[0] ?? null;
}

interface ComparedBalance {
	readonly status: ComparedEffect["status"];
	readonly agreement: Likeness;
}

interface Slack {
	/** Maximum amount by which the service's losses can exceed ours. */
	readonly fees: bigint;
	/** Maximum amount by which our losses can exceed the service's. */
	readonly rent: bigint;
	readonly trade: boolean;
	/** Rent for accounts that a program opens on its own. It is reported as a difference. */
	readonly inside: bigint;
	/** Possible price movement in the trades of other steps. */
	readonly moved: bigint;
}

function statusOf(
	theirs: bigint,
	ours: bigint,
	{ fees, rent, inside, trade, moved }: Slack,
): ComparedBalance {
	if (theirs === ours || (ours > theirs && ours - theirs <= fees))
		return { status: "same", agreement: "same" };
	if (theirs > ours && theirs - ours <= rent) return { status: "same", agreement: "rent" };
	if (theirs > ours && theirs - ours <= rent + inside) return { status: "differs", agreement: "rent" };
	if (moved > 0n && magnitudeOf(theirs - ours) <= moved) return { status: "drift", agreement: "drift" };
	if (theirs === 0n) return { status: "only_ours", agreement: "other" };
	if (ours === 0n) return { status: "only_theirs", agreement: "other" };
	if (trade && driftsFrom(theirs, ours)) return { status: "drift", agreement: "drift" };
	return { status: "differs", agreement: "other" };
}

export interface BalanceEffect extends ComparedEffect {
	readonly item: string | null;
}

export type PriceDrift = (net: Net) => bigint;

const UNMOVED: PriceDrift = () => 0n;

/** Sums the price movement of every step, because a step may spend what an earlier trade returned. */
export function priceDriftOf(legs: readonly Nets[]): PriceDrift {
	return ({ account, asset, item }) =>
		item !== null
			? 0n
			: legs
					.filter((nets) => trades(nets, account))
					.map((nets) => magnitudeOf(nets.get(keyOf(account, asset, null))?.raw ?? 0n))
					.reduce((sum, traded) => sum + (traded * DRIFT_PERCENT) / 100n, 0n);
}

export interface Leeway {
	readonly moved?: PriceDrift;
	readonly opened?: readonly OpenedAccount[];
}

export function balanceEffects(
	family: FamilyOperations,
	sides: Sides,
	service: PipelineSimulation | null,
	{ moved = UNMOVED, opened = [] }: Leeway = {},
): readonly BalanceEffect[] {
	const { theirs, ours } = sides;
	const fees = statedFees(service, family);
	const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
	return keys.flatMap((key): BalanceEffect[] => {
		const [stated, found] = [theirs.get(key), ours.get(key)];
		const net = found ?? stated;
		if (net === undefined || !family.mine(net.account)) return [];
		const { account, asset, item } = net;
		const is = found?.raw ?? 0n;
		const loose = stated?.loose === true;
		const says = stated === undefined ? 0n : loose ? partOf(stated, is) : resolved(stated, is);
		const native = asset === "native";
		const { status, agreement } = statusOf(says, is, {
			fees: native ? fees : 0n,
			rent: native && service !== null ? family.spare : 0n,
			trade: item === null && isTrade(sides, account),
			inside: rentWithin(family, found, opened),
			moved: moved(net),
		});
		// Neither simulation shows a change other than a fee, or a different step may explain the change.
		if (is === 0n && (status === "same" || loose)) return [];
		const amounts = {
			theirs: says === 0n ? null : family.amount(asset, item, says),
			ours: is === 0n ? null : family.amount(asset, item, is),
		};
		const worse = is < says && agreement !== "rent";
		const other = mainSide(found);
		const parties = { account, other, ...amounts };
		const text = balanceText(family, parties, service === null ? "same" : agreement);
		if (text === null) return [];
		return [
			{
				kind: "balance",
				status,
				costs: worse && status !== "same" && service !== null,
				account,
				asset,
				item,
				other,
				...amounts,
				text,
			},
		];
	});
}
