import { factValue } from "../../chain/chain-error.ts";
import type { SvmAccountFacts } from "../../chain/svm.ts";
import { WRAPPED_SOL } from "../../chain/well-known.ts";
import type { AccountWrite } from "../../decoded-transaction/opinion.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import { readUint } from "../../format/numeral.ts";
import { rulerOf } from "../../simulate/svm/svm-holdings.ts";
import { assetKey, type EffectAsset, NATIVE } from "../effects.ts";
import { isInternal, movementsBy } from "./movements.ts";
import { isPurse, type MovementDraft, mintAsset, NOBODY, type SvmReader } from "./reader.ts";

type Facts = SvmAccountFacts | null;

interface AssetDeltas {
	readonly asset: EffectAsset;
	readonly of: Map<string, bigint>;
}

type Deltas = ReadonlyMap<string, AssetDeltas>;

const smaller = (left: bigint, right: bigint) => (left < right ? left : right);

/** A token account's lamports belong to its close authority or, if it has none, to its controller. */
function solHolder(address: string, facts: Facts): string {
	const closer = facts?.data.kind === "token" ? facts.data.closeAuthority : null;
	return closer ?? rulerOf(facts) ?? address;
}

/** Wrapped lamports count as tokens unless the user wraps or unwraps SOL in this transaction. */
function solIn({ isSolWrapped }: SvmReader, facts: Facts): bigint {
	if (facts === null) return 0n;
	const { data, lamports } = facts;
	const isCounted = data.kind === "token" && data.mint === WRAPPED_SOL && !isSolWrapped;
	return isCounted ? lamports - data.amount : lamports;
}

type Add = (asset: EffectAsset, party: string, amount: bigint) => void;

function addState(reader: SvmReader, address: string, facts: Facts, [add, sign]: [Add, 1n | -1n]): void {
	if (facts === null) return;
	add(NATIVE, solHolder(address, facts), sign * solIn(reader, facts));
	const { data } = facts;
	if (data.kind === "token" && !(data.mint === WRAPPED_SOL && reader.isSolWrapped))
		add(mintAsset(reader, data.mint), data.owner, sign * data.amount);
}

function recipientsOf({ subject, inner }: SvmReader, account: string): readonly string[] {
	return [...subject.steps, ...inner].flatMap(({ meaning }) => {
		if (meaning.kind === "withdraw") return meaning.account === account ? [meaning.to] : [];
		if (meaning.kind !== "nonce" || meaning.what !== "withdraw") return [];
		return meaning.account === account && meaning.to !== null ? [meaning.to] : [];
	});
}

/**
 * SOL that moves from a user's stake, vote or nonce account to another party counts as a loss for that
 * account.
 */
function addPurseLosses(reader: SvmReader, add: Add, native: () => AssetDeltas["of"]): void {
	for (const { address, before, after } of reader.writes) {
		const holder = solHolder(address, before);
		const less = solIn(reader, before) - solIn(reader, after);
		if (!isPurse(before) || !isUserKey(reader.subject, holder) || less <= 0n) continue;
		const to = recipientsOf(reader, address);
		if (to.length > 0 && to.every((each) => isUserKey(reader.subject, each))) continue;
		const lost = -(native().get(holder) ?? 0n);
		const part = to.length > 0 ? less : smaller(less, lost);
		if (part <= 0n) continue;
		add(NATIVE, address, -part);
		add(NATIVE, holder, part);
	}
}

function networkFee({ local, subject }: SvmReader): bigint | null {
	const fees = local.state === "done" ? local.simulation.fees : [];
	const stated = fees.find(({ kind, asset }) => kind === "network" && asset === "native")?.amount ?? "";
	return readUint(stated) ?? factValue(subject.facts?.fee);
}

function deltasOf(reader: SvmReader): Deltas {
	const deltas = new Map<string, AssetDeltas>();
	const add: Add = (asset, party, amount) => {
		const found = deltas.get(assetKey(asset)) ?? { asset, of: new Map<string, bigint>() };
		found.of.set(party, (found.of.get(party) ?? 0n) + amount);
		deltas.set(assetKey(asset), found);
	};
	for (const { address, before, after } of reader.writes) {
		addState(reader, address, before, [add, -1n]);
		addState(reader, address, after, [add, 1n]);
	}
	const payer = reader.subject.read.staticKeys[0];
	if (payer !== undefined && reader.writes.some(({ address }) => address === payer))
		add(NATIVE, payer, networkFee(reader) ?? 0n);
	addPurseLosses(reader, add, () => deltas.get(assetKey(NATIVE))?.of ?? new Map());
	return deltas;
}

type Rest = Map<string, bigint>;

function withdraw(rest: Rest, party: string, amount: bigint): void {
	const left = (rest.get(party) ?? 0n) - amount;
	if (left === 0n) rest.delete(party);
	else rest.set(party, left);
}

function edgesOf(reader: SvmReader, asset: EffectAsset): readonly MovementDraft[] {
	const steps = [...reader.subject.steps, ...reader.inner];
	return steps
		.flatMap((step) => movementsBy(reader, step))
		.filter((draft) => assetKey(draft.asset) === assetKey(asset));
}

function restOf(reader: SvmReader, asset: EffectAsset, from: string): string | null {
	const burned = edgesOf(reader, asset).some((edge) => edge.from === from && edge.to === NOBODY);
	return burned ? NOBODY : null;
}

function giverOf(reader: SvmReader, { asset, of }: AssetDeltas, controlled: ReadonlySet<string>): string {
	const losers = [...of].filter(([, delta]) => delta < 0n).map(([party]) => party);
	const other = losers.find((party) => !isUserKey(reader.subject, party) && !controlled.has(party));
	const unread = reader.local.state === "done" ? reader.local.unread?.[0] : undefined;
	return other ?? (asset.kind === "native" ? unread : asset.address) ?? NOBODY;
}

/**
 * Matches losses with gains by instruction, or if only one party loses or gains. Otherwise, a loss has no
 * recipient, because it is unclear which losers and gainers exchanged assets.
 */
function pairsOf(
	reader: SvmReader,
	deltas: AssetDeltas,
	controlled: ReadonlySet<string>,
): readonly MovementDraft[] {
	const { asset, of } = deltas;
	const lost: Rest = new Map([...of].filter(([, each]) => each < 0n).map(([party, each]) => [party, -each]));
	const gained: Rest = new Map([...of].filter(([, each]) => each > 0n));
	const pairs: MovementDraft[] = [];
	const pair = (from: string, to: string, most: bigint | null) => {
		const both = smaller(lost.get(from) ?? 0n, gained.get(to) ?? 0n);
		const amount = most === null ? both : smaller(most, both);
		if (amount <= 0n) return;
		pairs.push({ from, to, asset, least: amount, most: amount });
		withdraw(lost, from, amount);
		withdraw(gained, to, amount);
	};
	for (const { from, to, most } of edgesOf(reader, asset)) if (to !== null) pair(from, to, most);
	if (lost.size === 1 || gained.size === 1)
		for (const from of [...lost.keys()]) for (const to of [...gained.keys()]) pair(from, to, null);
	for (const [from, amount] of lost)
		pairs.push({ from, to: restOf(reader, asset, from), asset, least: amount, most: amount });
	const giver = giverOf(reader, deltas, controlled);
	for (const [to, amount] of gained) pairs.push({ from: giver, to, asset, least: amount, most: amount });
	return pairs;
}

/**
 * Other transactions changed these accounts in the meantime, so this transaction might not be the cause of
 * their losses.
 */
function movedParties(writes: readonly AccountWrite[]): ReadonlySet<string> {
	const moved = writes.filter(({ isMoved }) => isMoved);
	return new Set(
		moved.flatMap(({ address, before }) => {
			const owner = before?.data.kind === "token" ? [before.data.owner] : [];
			return [address, solHolder(address, before), ...owner];
		}),
	);
}

/**
 * Returns parties that only lose assets and give the user nothing, unlike an exchange's pool. They don't
 * sign, so the user's signature moves their assets.
 */
function givers(reader: SvmReader, pairs: readonly MovementDraft[], deltas: Deltas): readonly string[] {
	const { subject, writes } = reader;
	const signers = subject.read.staticKeys.slice(0, subject.read.header.requiredSignatures);
	const moved = movedParties(writes);
	const all = [...deltas.values()].flatMap(({ of }) => [...of]);
	const losers = new Set(all.filter(([, delta]) => delta < 0n).map(([party]) => party));
	const gainers = new Set(all.filter(([, delta]) => delta > 0n).map(([party]) => party));
	const pays = (party: string) =>
		pairs.some(({ from, to }) => from === party && to !== null && isUserKey(subject, to));
	return [...losers].filter(
		(party) =>
			!isUserKey(subject, party) &&
			!gainers.has(party) &&
			!signers.includes(party) &&
			!moved.has(party) &&
			!pays(party),
	);
}

export interface SvmObserved {
	readonly movements: readonly MovementDraft[];
	readonly controlled: readonly string[];
}

export function observedMovements(reader: SvmReader, decoded: readonly string[]): SvmObserved {
	if (reader.writes.length === 0) return { movements: [], controlled: [] };
	const deltas = deltasOf(reader);
	const named = new Set(decoded);
	const pairs = [...deltas.values()].flatMap((each) => pairsOf(reader, each, named));
	const controlled = new Set([...decoded, ...givers(reader, pairs, deltas)]);
	const isTheirs = (party: string | null) =>
		party !== null && (isUserKey(reader.subject, party) || controlled.has(party));
	return {
		movements: pairs.filter(
			(pair) => (isTheirs(pair.from) || isTheirs(pair.to)) && !isInternal(reader, pair),
		),
		controlled: [...controlled].filter((party) => pairs.some(({ from }) => from === party)),
	};
}
