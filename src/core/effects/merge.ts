import {
	type CodeHistory,
	type EffectAsset,
	type Effects,
	type Gap,
	type HolderCode,
	MAX_EFFECTS,
	MAX_PARTIES,
	type Movement,
	type Party,
	type Right,
	type StepEffects,
	type UnexplainedWrite,
} from "./effects.ts";
import { imitationsOf } from "./imitations.ts";
import { addressKey, type EffectOwner, partyOf, type StepParties } from "./parties.ts";

type Entry =
	| { readonly of: "movement"; readonly entry: Movement }
	| { readonly of: "right"; readonly entry: Right }
	| { readonly of: "write"; readonly entry: UnexplainedWrite };

const assetIn = (asset: EffectAsset): EffectAsset => ({
	...asset,
	address: asset.address === null ? null : addressKey(asset.address),
});

const movementIn = (movement: Movement): Movement => ({
	...movement,
	from: addressKey(movement.from),
	to: movement.to === null ? null : addressKey(movement.to),
	asset: assetIn(movement.asset),
	...(movement.by === undefined ? {} : { by: addressKey(movement.by) }),
});

const scopeIn = (scope: Right["scope"]): Right["scope"] => {
	switch (scope.kind) {
		case "asset":
			return { ...scope, asset: assetIn(scope.asset) };
		case "control":
			return { ...scope, over: addressKey(scope.over) };
		case "everything":
			return { ...scope, at: addressKey(scope.at) };
	}
};

const rightIn = (right: Right): Right => ({
	...right,
	holder: addressKey(right.holder),
	account: addressKey(right.account),
	scope: scopeIn(right.scope),
	...(right.book === undefined ? {} : { book: addressKey(right.book) }),
});

const entriesOf = (steps: readonly StepEffects[]): readonly Entry[] => [
	...steps.flatMap(({ movements }) =>
		movements.map((each): Entry => ({ of: "movement", entry: movementIn(each) })),
	),
	...steps.flatMap(({ rights }) => rights.map((each): Entry => ({ of: "right", entry: rightIn(each) }))),
	...steps.flatMap(({ unexplained }) =>
		unexplained.map(
			(each): Entry => ({ of: "write", entry: { ...each, address: addressKey(each.address) } }),
		),
	),
];

function addressesOf({ of, entry }: Entry): readonly string[] {
	switch (of) {
		case "movement":
			return entry.to === null ? [entry.from] : [entry.from, entry.to];
		case "right":
			return [entry.holder, entry.account];
		case "write":
			return [entry.address];
	}
}

function mayCost({ of, entry }: Entry, isTheirs: (address: string) => boolean): boolean {
	switch (of) {
		case "movement":
			return isTheirs(entry.from);
		case "right":
			return entry.extent !== 0n;
		case "write":
			return entry.namesUser;
	}
}

interface SelectedEntries {
	readonly entries: readonly Entry[];
	readonly parties: ReadonlyMap<string, Party>;
	readonly gaps: readonly Gap[];
}

/** Moves entries that could cost the user something to the front, so truncation only drops the others. */
function selectEntries(all: readonly Entry[], partyAt: (address: string) => Party): SelectedEntries {
	const parties = new Map<string, Party>();
	const isTheirs = (address: string) => ["own", "controlled"].includes(partyAt(address).relation);
	const costly = all.filter((each) => mayCost(each, isTheirs));
	const others = all.filter((each) => !mayCost(each, isTheirs));
	const selected = new Set<Entry>();
	for (const each of [...costly, ...others]) {
		if (selected.size >= MAX_EFFECTS) break;
		const added = [...new Set(addressesOf(each))].filter((address) => !parties.has(address));
		if (parties.size + added.length > MAX_PARTIES) continue;
		for (const address of added) parties.set(address, partyAt(address));
		selected.add(each);
	}
	const isCut = selected.size < all.length;
	const isLossCut = costly.some((each) => !selected.has(each));
	return {
		entries: all.filter((each) => selected.has(each)),
		parties,
		gaps: [...(isCut ? (["too-many"] as const) : []), ...(isLossCut ? (["losses-left-out"] as const) : [])],
	};
}

const gapsOf = (steps: readonly StepEffects[]): readonly Gap[] =>
	steps.flatMap(({ gaps }) => (gaps.includes("too-many") ? [...gaps, "losses-left-out" as const] : gaps));

/** Each account's first balance of an asset is its balance before the request. */
function holdingsOf(steps: readonly StepEffects[]): Effects["holdings"] {
	const found = new Map<string, Effects["holdings"][number]>();
	for (const { account, asset, amount } of steps.flatMap(({ holdings }) => holdings)) {
		const holding = { account: addressKey(account), asset: assetIn(asset), amount };
		const key = JSON.stringify([holding.account, holding.asset.kind, holding.asset.address, asset.item]);
		const before = found.get(key);
		if (before === undefined || before.amount === null) found.set(key, holding);
	}
	return [...found.values()];
}

/**
 * Most dangerous code first. If steps report different codes for an address, the most dangerous one counts.
 */
const CODES: readonly HolderCode[] = ["anybody", "key", "lent", "contract"];

function holderCodesOf(steps: readonly StepEffects[]): ReadonlyMap<string, HolderCode> {
	const all = steps.flatMap(({ holderCodes }) => [...holderCodes]);
	const found = CODES.toReversed().flatMap((code) => all.filter(([, each]) => each === code));
	return new Map(found.map(([address, code]) => [addressKey(address), code]));
}

function codeHistoriesOf(steps: readonly StepEffects[]): ReadonlyMap<string, CodeHistory> {
	const found = new Map<string, CodeHistory>();
	for (const [address, history] of steps.flatMap(({ codeHistories }) => [...codeHistories])) {
		const key = addressKey(address);
		const before = found.get(key);
		found.set(key, {
			isCreated: history.isCreated || before?.isCreated === true,
			youngBlocks: history.youngBlocks ?? before?.youngBlocks ?? null,
			changedSince: history.changedSince ?? before?.changedSince ?? null,
		});
	}
	return found;
}

function throughOf(steps: readonly StepEffects[]): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const { address, through } of steps.flatMap(({ mentions }) => mentions)) {
		if (through === undefined) continue;
		const key = addressKey(address);
		found.set(key, [...(found.get(key) ?? []), through]);
	}
	return found;
}

const namedIn = (steps: readonly StepEffects[]): readonly string[] =>
	steps.flatMap(({ mentions, earlierPowers, codeHistories }) => [
		...mentions.map(({ address }) => address),
		...earlierPowers.map(({ holder }) => holder),
		...codeHistories.keys(),
	]);

export function effectsOf(steps: readonly StepEffects[], owner: EffectOwner): Effects {
	const mentions = steps.flatMap((step) =>
		step.mentions.map((each) => ({ ...each, address: addressKey(each.address) })),
	);
	const known: StepParties = {
		controlled: new Set(steps.flatMap((step) => step.controlled.map(addressKey))),
		lenders: new Set(steps.flatMap((step) => step.lenders.map(addressKey))),
		holderCodes: holderCodesOf(steps),
		codeHistories: codeHistoriesOf(steps),
		through: throughOf(steps),
		imitations: imitationsOf(
			owner.user,
			mentions.map(({ address }) => address),
			steps.flatMap(({ declaredNames }) => declaredNames.map(addressKey)),
		),
	};
	const cached = new Map<string, Party>();
	const partyAt = (address: string): Party => {
		const party = cached.get(address) ?? partyOf(owner, address, known);
		cached.set(address, party);
		return party;
	};
	const { entries, parties: moving, gaps } = selectEntries(entriesOf(steps), partyAt);
	const named = namedIn(steps).map((address) => [addressKey(address), partyAt(addressKey(address))] as const);
	const parties = new Map([...moving, ...named]);
	return {
		chainRef: owner.chainRef,
		signer: addressKey(owner.signer),
		parties,
		holdings: holdingsOf(steps),
		movements: entries.flatMap(({ of, entry }) => (of === "movement" ? [entry] : [])),
		rights: entries.flatMap(({ of, entry }) => (of === "right" ? [entry] : [])),
		signatures: steps.flatMap(({ signatures }) => signatures),
		unexplained: entries.flatMap(({ of, entry }) => (of === "write" ? [entry] : [])),
		unaccounted: steps.flatMap(({ unaccounted }) =>
			unaccounted.map(({ called, movements, rights }) => ({
				called: called === null ? null : addressKey(called),
				movements: movements.map(movementIn),
				rights: rights.map(rightIn),
			})),
		),
		unreadInstructions: steps.flatMap((each) => each.unreadInstructions),
		unreadCalls: steps.flatMap((each) => each.unreadCalls),
		tails: steps.flatMap(({ tails }) => tails),
		proposals: steps.flatMap(({ proposals }) =>
			proposals.map((each) => ({ ...each, payees: each.payees.map(addressKey) })),
		),
		appCalls: steps.flatMap(({ appCalls }) => appCalls),
		retainedPowers: steps.flatMap((each) => each.retainedPowers),
		takers: [...new Set(steps.flatMap(({ takers }) => takers.map(addressKey)))],
		mentions,
		tokens: steps.flatMap(({ tokens }) => tokens),
		earlierPowers: steps.flatMap(({ earlierPowers }) =>
			earlierPowers.map((each) => ({ ...each, asset: assetIn(each.asset) })),
		),
		newAccounts: steps.flatMap(({ newAccounts }) => newAccounts),
		unheard: steps.flatMap(({ unheard }) => unheard),
		disowned: steps.flatMap(({ disowned }) => disowned),
		called: steps.flatMap(({ called }) =>
			called.map((each) => ({ ...each, address: addressKey(each.address) })),
		),
		costs: steps.flatMap(({ costs }) => costs.map((cost) => ({ ...cost, payer: addressKey(cost.payer) }))),
		gaps: new Set([...gapsOf(steps), ...gaps]),
		shownBy: steps.map(({ shownBy }) => shownBy),
		simulations: steps.map(({ simulation }) => simulation),
	};
}
