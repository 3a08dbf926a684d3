import { byKey, heldOf, type IndexedEffects } from "../../effects/accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Right } from "../../effects/effects.ts";
import { isOwn } from "../../effects/losses.ts";
import { message } from "../../message.ts";
import { takesFromCaller } from "../../subject/known-contracts.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { aboutAsset, type GeneralEvidence, isStranger, stakeAt } from "./evidence.ts";
import { SHARE, shareOf, WHOLE } from "./thresholds.ts";

/** Others may take from the user's accounts: by holder, over all steps and signatures of the request. */

interface GivenRight {
	readonly holder: string;
	readonly account: string;
	/** `null` for everything. */
	readonly asset: EffectAsset | null;
	/** Base units or a count of items; `null` without a bound. */
	readonly extent: bigint | null;
	/** Unix seconds; `null` without an end. */
	readonly until: bigint | null;
}

const scopeKey = ({ holder, account, scope }: Right): string =>
	JSON.stringify([holder, account, scope.kind === "asset" ? assetKey(scope.asset) : scope.kind]);

const isMore = (left: bigint | null, right: bigint | null): boolean =>
	right !== null && (left === null || left > right);

const later = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : left > right ? left : right;

/**
 * Rights that stand once all has run: what a later step takes away is gone, and our simulation shows the sum itself. No
 * step takes away what is signed.
 */
function standing(all: readonly Right[]): readonly Right[] {
	const signed = all.filter(({ basis, extent }) => basis === "permitted" && extent !== 0n);
	const sent = all.filter(({ basis }) => basis !== "permitted");
	const lastTaken = Math.max(-1, ...sent.filter(({ extent }) => extent === 0n).map(({ step }) => step));
	const [last] = sent
		.filter(({ basis }) => basis === "observed")
		.toSorted((one, other) => other.step - one.step);
	const isShown = last !== undefined && sent.every(({ step }) => step <= last.step);
	const left = isShown ? [last] : sent.filter(({ step }) => step >= lastTaken);
	return [...left.filter(({ extent }) => extent !== 0n), ...signed];
}

function summed(rights: readonly Right[]): GivenRight | null {
	const all = standing(rights);
	const [first] = all;
	if (first === undefined) return null;
	const { holder, account, scope } = first;
	return {
		holder,
		account,
		asset: scope.kind === "asset" ? scope.asset : null,
		extent: all.some(({ extent }) => extent === null)
			? null
			: all.reduce((sum, { extent }) => sum + (extent ?? 0n), 0n),
		until: all.map(({ until }) => until).reduce(later),
	};
}

const isOverOwn = (effects: Effects, { account, holder, scope }: Right): boolean =>
	scope.kind !== "control" &&
	["own", "controlled"].includes(effects.parties.get(account)?.relation ?? "") &&
	!isOwn(effects, holder) &&
	holder !== account;

function givenRights({ effects }: GeneralEvidence): readonly GivenRight[] {
	const groups = byKey(
		effects.rights.filter((each) => isOverOwn(effects, each)),
		scopeKey,
	);
	return [...groups.values()].map(summed).filter((each) => each !== null);
}

const isCounted = ({ asset }: GivenRight): boolean =>
	asset === null || (asset.kind !== "fungible" && asset.kind !== "native");

/** More than half of a collection is all of it: of two items, one is not. Without a count, any is. */
function itemShare(
	effects: IndexedEffects,
	account: string,
	asset: EffectAsset,
	extent: bigint | null,
): bigint {
	const share = shareOf(extent, heldOf(effects, account, { ...asset, item: null }));
	return share === null || share > SHARE.half ? WHOLE : 0n;
}

function shareIn(effects: IndexedEffects, right: GivenRight): bigint {
	const { account, asset, extent } = right;
	if (asset === null) return WHOLE;
	if (asset.kind === "item") return itemShare(effects, account, asset, extent);
	return isCounted(right) ? WHOLE : (shareOf(extent, heldOf(effects, account, asset)) ?? WHOLE);
}

interface HeldRights {
	readonly holder: string;
	readonly rights: readonly GivenRight[];
	readonly share: bigint;
	readonly isUnlimited: boolean;
}

function byHolder({ effects }: GeneralEvidence, rights: readonly GivenRight[]): readonly HeldRights[] {
	return [...byKey(rights, ({ holder }) => holder)].map(([holder, its]) => ({
		holder,
		rights: its,
		share: its.reduce((sum, right) => sum + shareIn(effects, right), 0n),
		isUnlimited: its.some(({ extent }) => extent === null),
	}));
}

/**
 * A known contract may still fail: half of a holding, or no limit, is a danger there too, unless it takes from nobody
 * but its caller. Having allowed it before bounds nothing.
 */
function isGrave(effects: IndexedEffects, { holder, rights, isUnlimited, share }: HeldRights): boolean {
	const party = effects.parties.get(holder);
	const { chainRef } = effects;
	if (party?.relation === "known-contract" && chainRef !== null && takesFromCaller(chainRef, holder))
		return false;
	if (isUnlimited) return true;
	const isAllowed = party?.dealt.allowed === true;
	if (isStranger(effects, holder, "allowed")) return share >= SHARE.danger;
	const amounts = rights.filter((right) => !isCounted(right));
	const part = amounts.reduce((sum, right) => sum + shareIn(effects, right), 0n);
	return party?.relation === "known-contract" && !isAllowed && part >= SHARE.half;
}

const SECOND = 1_000;

function findingOf(evidence: GeneralEvidence, given: HeldRights): Finding | null {
	const { holder, rights, isUnlimited } = given;
	const { effects, words } = evidence;
	const [most] = rights.toSorted((left, right) => (isMore(left.extent, right.extent) ? -1 : 1));
	if (most === undefined) return null;
	const isDanger = isGrave(effects, given);
	// A bounded right of somebody known stands among the effects, and needs no words of its own.
	if (!isDanger && !isUnlimited && !isStranger(effects, holder, "allowed")) return null;
	const { asset, extent, account } = most;
	const who = words.name(holder);
	const amount = asset === null || extent === null ? null : words.amountParam(asset, extent);
	const until = rights.map((right) => right.until).reduce(later);
	const end = until === null ? "never" : "ends";
	const at = { at: Number(until ?? 0n) * SECOND, style: "minute" } as const;
	const count = rights.length;
	const text =
		amount === null
			? message("finding.rights.unlimited", { who, account: words.name(account), end, at, count })
			: message("finding.rights", { who, amount, account: words.name(account), end, at, count });
	return {
		id: "rights",
		severity: isDanger ? "danger" : "caution",
		text,
		needsWord: isDanger,
		about: [
			holder,
			isUnlimited,
			end,
			...rights.map((right) => (right.asset === null ? null : aboutAsset(evidence, right.asset))),
		],
		...(isDanger ? (isUnlimited ? { stake: { kind: "unlimited" } as const } : stakeAt(holder)) : {}),
	};
}

export function rights(evidence: GeneralEvidence): Finding | null {
	const found = byHolder(evidence, givenRights(evidence)).map((each) => findingOf(evidence, each));
	return gravestFirst(found)[0] ?? null;
}
