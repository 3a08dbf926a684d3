import type { BalanceChange, PipelineSimulation } from "../../../contract/simulation.ts";
import { readUint } from "../../match/numeral.ts";
import type { ComparedEffect } from "../opinion.ts";
import { type Bearings, itemOf } from "./compare-bearings.ts";
import { balanceWords } from "./compare-words.ts";

/** What the person's accounts gain and lose, by the service's simulation and by ours, each asset once. */

/** What one account gains of one asset by all records together; negative: it leaves. */
export interface Net {
	readonly account: string;
	readonly asset: string;
	/** Of a collection. */
	readonly item: string | null;
	raw: bigint;
	/** Of records that state an amount and no direction. */
	open: bigint;
	/** Of records that name no step, where there are several: they may be of another one. */
	loose: boolean;
	/** Who is on the other side, and of how much of what leaves. */
	readonly sides: Map<string, bigint>;
}

export type Nets = ReadonlyMap<string, Net>;

const keyOf = (account: string, asset: string, item: string | null) => JSON.stringify([account, asset, item]);
const magnitudeOf = (raw: bigint) => (raw < 0n ? -raw : raw);

interface Reading {
	readonly magnitude: bigint;
	readonly direction: "in" | "out" | null;
}

/** A direction that is stated counts; else a sign says it. Text that is no number is no amount. */
function readingOf(record: BalanceChange, item: string | null): Reading {
	const negative = record.amount.startsWith("-");
	const stated = readUint(negative ? record.amount.slice(1) : record.amount) ?? 0n;
	// An item is one, whatever is written beside it.
	const magnitude = item !== null && stated === 0n ? 1n : stated;
	return { magnitude, direction: record.direction ?? (negative ? "out" : null) };
}

/** @param several the records may be of other steps too, where they name none */
export function netsOf(bearings: Bearings, records: readonly BalanceChange[], several: boolean): Nets {
	const nets = new Map<string, Net>();
	for (const record of records) {
		const account = bearings.account(record.account ?? bearings.signer);
		const asset = bearings.asset(record.asset);
		const item = itemOf(record.tokenId);
		const key = keyOf(account, asset, item);
		const net = nets.get(key) ?? {
			account,
			asset,
			item,
			raw: 0n,
			open: 0n,
			loose: false,
			sides: new Map<string, bigint>(),
		};
		const { magnitude, direction } = readingOf(record, item);
		if (direction === null) net.open += magnitude;
		else net.raw += direction === "in" ? magnitude : -magnitude;
		if (several && (record.step === undefined || record.step === null)) net.loose = true;
		const { counterparty } = record;
		if (direction !== "in" && typeof counterparty === "string" && counterparty !== "") {
			const side = bearings.account(counterparty);
			net.sides.set(side, (net.sides.get(side) ?? 0n) + magnitude);
		}
		nets.set(key, net);
	}
	return nets;
}

const ofAsset = (nets: Nets, { account, asset }: Net) =>
	[...nets.values()].filter((net) => net.account === account && net.asset === asset);

/** All items of one collection as one, where they go the same way. */
function folded(nets: Nets, like: Net): Net | null {
	const items = ofAsset(nets, like);
	const mixed = items.some(({ raw }) => raw < 0n) && items.some(({ raw }) => raw > 0n);
	if (mixed || items.every(({ item }) => item === null)) return null;
	return {
		...like,
		item: null,
		raw: items.reduce((sum, { raw }) => sum + raw, 0n),
		open: items.reduce((sum, { open }) => sum + open, 0n),
		sides: new Map(items.flatMap(({ sides }) => [...sides])),
	};
}

/** Where one side names items of a collection and the other only how many, both are counted by how many. */
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

export interface Sides {
	readonly theirs: Nets;
	readonly ours: Nets;
}

export function sidesOf(
	bearings: Bearings,
	service: PipelineSimulation | null,
	own: PipelineSimulation,
	several: boolean,
): Sides {
	const theirs = netsOf(bearings, service?.balanceChanges ?? [], several);
	const ours = netsOf(bearings, own.balanceChanges, false);
	return { theirs: withoutItems(theirs, ours), ours: withoutItems(ours, theirs) };
}

/** Something comes in and something else goes out for this account. */
function trades(nets: Nets, account: string): boolean {
	const own = [...nets.values()].filter((net) => net.account === account);
	return own.some(({ raw }) => raw > 0n) && own.some(({ raw }) => raw < 0n);
}

export const isTrade = ({ theirs, ours }: Sides, account: string): boolean =>
	trades(theirs, account) && trades(ours, account);

/** Prices move by so many percent between two blocks, and no further. */
export const DRIFT_PERCENT = 5n;

/** Of the same sign, and no further apart than prices move. */
export const driftsFrom = (theirs: bigint, ours: bigint): boolean =>
	theirs > 0n === ours > 0n && magnitudeOf(theirs - ours) * 100n <= magnitudeOf(theirs) * DRIFT_PERCENT;

/** Network fees as the service states them: it may count them into what leaves, and ours never does. */
function statedFees(service: PipelineSimulation | null, bearings: Bearings): bigint {
	if (service === null) return 0n;
	const native = service.fees.filter(({ asset }) => bearings.asset(asset) === "native");
	const fees = native.reduce((sum, { amount }) => sum + (readUint(amount) ?? 0n), 0n);
	const gas = readUint(service.gas?.nativeCost ?? "") ?? 0n;
	return fees > gas ? fees : gas;
}

/** An amount without a direction is read in the way that is nearer to ours. */
function resolved({ raw, open }: Net, ours: bigint): bigint {
	if (open === 0n) return raw;
	const ways = [raw + open, raw - open] as const;
	return magnitudeOf(ways[0] - ours) <= magnitudeOf(ways[1] - ours) ? ways[0] : ways[1];
}

function mainSide(net: Net | undefined): string | null {
	const [largest] = [...(net?.sides ?? [])].toSorted(([, left], [, right]) => (left < right ? 1 : -1));
	return largest?.[0] ?? null;
}

interface Compared {
	readonly status: ComparedEffect["status"];
	readonly words: "same" | "drift" | "other" | "rent";
}

interface Slack {
	/** The service may show so much more leaving than we do. */
	readonly fees: bigint;
	/** We may show so much more leaving than the service does. */
	readonly rent: bigint;
	readonly trade: boolean;
}

function statusOf(theirs: bigint, ours: bigint, { fees, rent, trade }: Slack): Compared {
	if (theirs === ours || (ours > theirs && ours - theirs <= fees)) return { status: "same", words: "same" };
	if (theirs > ours && theirs - ours <= rent) return { status: "same", words: "rent" };
	if (theirs === 0n) return { status: "only_ours", words: "other" };
	if (ours === 0n) return { status: "only_theirs", words: "other" };
	if (trade && driftsFrom(theirs, ours)) return { status: "drift", words: "drift" };
	return { status: "differs", words: "other" };
}

export interface BalanceEffect extends ComparedEffect {
	readonly item: string | null;
}

/** @param service null where nobody tells what it does: then nothing is undeclared */
export function balanceEffects(
	bearings: Bearings,
	sides: Sides,
	service: PipelineSimulation | null,
): readonly BalanceEffect[] {
	const { theirs, ours } = sides;
	const fees = statedFees(service, bearings);
	const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
	return keys.flatMap((key): BalanceEffect[] => {
		const [stated, found] = [theirs.get(key), ours.get(key)];
		const net = found ?? stated;
		if (net === undefined || !bearings.mine(net.account)) return [];
		const { account, asset, item } = net;
		const is = found?.raw ?? 0n;
		const says = stated === undefined ? 0n : resolved(stated, is);
		const native = asset === "native";
		const { status, words } = statusOf(says, is, {
			fees: native ? fees : 0n,
			rent: native && service !== null ? bearings.spare : 0n,
			trade: item === null && isTrade(sides, account),
		});
		// Nothing by both, but for a fee; or what another step may do.
		if (is === 0n && (status === "same" || stated?.loose === true)) return [];
		const amounts = {
			theirs: says === 0n ? null : bearings.amount(asset, item, says),
			ours: is === 0n ? null : bearings.amount(asset, item, is),
		};
		// What comes in may be of another step, where the record names none; what leaves is more than all of them say.
		const worse = is < says && (stated?.loose !== true || is < 0n);
		const other = mainSide(found);
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
				words: balanceWords(bearings, { account, other, ...amounts }, service === null ? "same" : words),
			},
		];
	});
}
