import { spendsFromCaller } from "../../decoded-transaction/known-contracts.ts";
import { balanceOf, byKey, type IndexedEffects } from "../../effects/accounting.ts";
import {
	assetKey,
	type EffectAsset,
	type Effects,
	type HolderCode,
	type Party,
	type Right,
	type SignatureUse,
} from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { LAST_DAY, timeText } from "../../format/labels.ts";
import { type Message, message, type Param, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst, newFinding, type Severity } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, inStep, isStranger } from "./evidence.ts";
import { LONG_SECONDS, SHARE, shareOf, WHOLE } from "./thresholds.ts";

const MS = 1_000;

function farness(end: bigint | null, now: number | null): "far" | "endless" | null {
	if (end === null || end > LAST_DAY) return "endless";
	return now !== null && end > BigInt(Math.floor(now / MS)) + LONG_SECONDS ? "far" : null;
}

const isSignedOrTheirs = ({ parties }: Effects, { basis, account }: Right): boolean =>
	basis === "permitted" ||
	(basis === "decoded" && ["own", "controlled"].includes(parties.get(account)?.relation ?? ""));

export function distantExpiry({ effects, now }: GeneralEvidence): Finding | null {
	const ends = effects.rights.flatMap((right) => {
		const { scope, extent, until } = right;
		const isGiven = scope.kind === "asset" && extent !== 0n && isSignedOrTheirs(effects, right);
		return isGiven && until !== null ? [until] : [];
	});
	const last = ends.reduce((latest, each) => (each > latest ? each : latest), 0n);
	const how = farness(last, now);
	if (how === null) return null;
	const isEndless = how === "endless";
	return newFinding(
		"far-end",
		isEndless ? "danger" : "caution",
		isEndless ? message("finding.far-end.none") : message("finding.far-end", { time: timeText(last) }),
	);
}

/** A right that lasts until it is spent can be submitted for as long as its signature is valid. */
function lateUse({ until, gives }: SignatureUse, now: number | null): Finding | null {
	const how = farness(until, now);
	if (how === null) return null;
	const found = (severity: "danger" | "caution", text: Message): Finding =>
		newFinding("deadline-far", severity, text);
	if (how === "endless" && gives === "right")
		return found("danger", message("finding.deadline-far.permission"));
	if (until === null)
		return gives === "order" ? found("caution", message("finding.deadline-far.order")) : null;
	return found(
		"caution",
		how === "endless"
			? message("finding.deadline-far.none")
			: message("finding.deadline-far", { time: timeText(until) }),
	);
}

export function distantUse(evidence: GeneralEvidence): Finding | null {
	const { effects, now } = evidence;
	const found = effects.signatures.map((signature) => {
		const finding = lateUse(signature, now);
		return finding === null ? null : inStep(evidence, signature.step, finding);
	});
	return gravestFirst(found)[0] ?? null;
}

interface Raise {
	readonly holder: string;
	readonly asset: EffectAsset;
	readonly before: bigint;
	readonly after: bigint;
}

const bookKey = ({ holder, account, scope, book }: Right): string =>
	JSON.stringify([holder, account, scope.kind === "asset" ? assetKey(scope.asset) : scope.kind, book ?? ""]);

/** Unlimited and new rights have their own rules. */
function raiseOf({ holder, scope }: Right, before: bigint | null, after: bigint | null): Raise | null {
	if (scope.kind !== "asset" || before === null || before === 0n || after === null || after <= before)
		return null;
	return { holder, asset: scope.asset, before, after };
}

function raisesIn(rights: readonly Right[]): readonly Raise[] {
	let now: bigint | null = rights[0]?.before ?? null;
	return rights.flatMap((right) => {
		const before: bigint | null = now;
		const { added, extent } = right;
		now = added === undefined || extent === null ? extent : before === null ? null : before + added;
		return raiseOf(right, before, now) ?? [];
	});
}

export function raisedRight(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const own = effects.rights.filter(({ account }) => isUsersAccount(effects, account));
	const sent = byKey(
		own.filter(({ basis }) => basis === "decoded"),
		bookKey,
	);
	const signed = own.filter(({ basis }) => basis === "permitted");
	const raises = [...[...sent.values()].flatMap(raisesIn), ...signed.flatMap((each) => raisesIn([each]))];
	const [first] = raises;
	if (first === undefined) return null;
	const { holder, asset, before, after } = first;
	return newFinding(
		"raised-approval",
		"info",
		message("finding.raised-approval", {
			who: formatter.name(holder),
			before: formatter.amountParam(asset, before),
			after: formatter.amountParam(asset, after),
		}),
		{ about: raises.map((each) => JSON.stringify([each.holder, aboutAsset(evidence, each.asset)])) },
	);
}

interface GivenRight {
	readonly holder: string;
	readonly account: string;
	readonly asset: EffectAsset | null;
	readonly extent: bigint | null;
	/** Unix time in seconds. */
	readonly until: bigint | null;
}

/**
 * Distinguishes contracts, because revoking a right in one contract doesn't affect another contract's
 * records.
 */
const scopeKey = ({ holder, account, scope, book = "" }: Right): string =>
	JSON.stringify([holder, account, scope.kind === "asset" ? assetKey(scope.asset) : scope.kind, book]);

const isMore = (left: bigint | null, right: bigint | null): boolean =>
	right !== null && (left === null || left > right);

const later = (left: bigint | null, right: bigint | null): bigint | null =>
	left === null || right === null ? null : left > right ? left : right;

/** Our simulation already shows the total of all steps. No step can revoke a signed right. */
function remaining(all: readonly Right[]): readonly Right[] {
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
	const all = remaining(rights);
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

const isOverUserAsset = (effects: Effects, { account, holder, scope, isSpent }: Right): boolean =>
	scope.kind !== "control" &&
	isSpent !== true &&
	["own", "controlled"].includes(effects.parties.get(account)?.relation ?? "") &&
	!isUsersAccount(effects, holder) &&
	holder !== account;

function revokedRights(effects: Effects): readonly GivenRight[] {
	const isTaker = (to: string | null): to is string => to !== null && isReachable(effects.parties.get(to));
	return effects.movements.flatMap(({ basis, from, to, asset, most, until }) =>
		basis === "permitted" && isTaker(to) && isUsersAccount(effects, from)
			? [{ holder: to, account: from, asset, extent: most, until }]
			: [],
	);
}

function givenRights({ effects }: GeneralEvidence): readonly GivenRight[] {
	const groups = byKey(
		effects.rights.filter((each) => isOverUserAsset(effects, each)),
		scopeKey,
	);
	const given = [...groups.values()].map(summed).filter((each) => each !== null);
	return [...given, ...revokedRights(effects)];
}

const isCounted = ({ asset }: GivenRight): boolean =>
	asset === null || (asset.kind !== "fungible" && asset.kind !== "native");

/**
 * More than half of a collection counts as all of it. If the number of items is unknown, even a single item
 * does.
 */
function itemShare(
	effects: IndexedEffects,
	account: string,
	asset: EffectAsset,
	extent: bigint | null,
): bigint {
	const share = shareOf(extent, balanceOf(effects, account, { ...asset, item: null }));
	return share === null || share > SHARE.half ? WHOLE : 0n;
}

function shareIn(effects: IndexedEffects, right: GivenRight): bigint {
	const { account, asset, extent } = right;
	if (asset === null) return WHOLE;
	if (asset.kind === "item") return itemShare(effects, account, asset, extent);
	return isCounted(right) ? WHOLE : (shareOf(extent, balanceOf(effects, account, asset)) ?? WHOLE);
}

interface CurrentRights {
	readonly holder: string;
	readonly rights: readonly GivenRight[];
	readonly share: bigint;
	readonly isUnlimited: boolean;
}

function byHolder({ effects }: GeneralEvidence, rights: readonly GivenRight[]): readonly CurrentRights[] {
	return [...byKey(rights, ({ holder }) => holder)].map(([holder, its]) => ({
		holder,
		rights: its,
		share: its.reduce((sum, right) => sum + shareIn(effects, right), 0n),
		isUnlimited: its.some(({ extent }) => extent === null),
	}));
}

/** Returns whether the holder is controlled by a key, or makes arbitrary calls for anyone. */
const isReachable = (party: Party | undefined): boolean =>
	party !== undefined && party.relation !== "nobody" && party.code !== null && party.code !== "contract";

/** A debt that others can take on for the user is limited by the user's entire collateral. */
function isAmountLarge(effects: IndexedEffects, rights: readonly GivenRight[]): boolean {
	const amounts = rights.filter((right) => !isCounted(right) || right.asset?.kind === "debt");
	return amounts.reduce((sum, right) => sum + shareIn(effects, right), 0n) >= SHARE.half;
}

/** Returns whether the contract only spends its caller's assets. Any other known contract may have bugs. */
const isSafe = ({ chainRef }: Effects, holder: string): boolean =>
	chainRef !== null && spendsFromCaller(chainRef, holder);

/**
 * An earlier limited allowance doesn't justify an unlimited one for a token or collection, unless the holder
 * is a known contract. It does justify a right that doesn't name an asset.
 */
const isTrustedWithAll = (party: Party | undefined, rights: readonly GivenRight[]): boolean =>
	party?.dealt.allowed === true &&
	(party.relation === "known-contract" ||
		rights.every(({ asset, extent }) => extent !== null || asset === null));

function severityOf(
	effects: IndexedEffects,
	{ holder, rights, isUnlimited, share }: CurrentRights,
): Severity | null {
	const party = effects.parties.get(holder);
	if (isReachable(party)) return "danger";
	if (isUnlimited) return isTrustedWithAll(party, rights) ? "caution" : "danger";
	if (isStranger(effects, holder, "allowed")) return share >= SHARE.danger ? "danger" : "caution";
	if (party?.dealt.allowed === true) return null;
	if (party?.relation === "known-contract") {
		if (!isAmountLarge(effects, rights)) return null;
		return isSafe(effects, holder) ? "caution" : "danger";
	}
	return party?.isContact === true && party.code !== "contract" ? "caution" : null;
}

/**
 * @param isContact whether the holder is one of the user's contacts, so that the text doesn't call it a thief
 */
function holderWords(
	code: HolderCode | null,
	who: Param,
	isContact: boolean,
): readonly [text: Message, short: Message] | null {
	switch (code) {
		case "key":
			return [
				message("finding.rights.key", { who, isContact }),
				message("reason.rights.key", { who, isContact }),
			];
		case "lent":
			return [
				message("finding.rights.lent", { who, isContact }),
				message("reason.rights.key", { who, isContact }),
			];
		case "anybody":
			return [message("finding.rights.anybody", { who }), message("reason.rights.anybody", { who })];
		default:
			return null;
	}
}

const SECOND = 1_000;

function limitlessParams({ formatter }: GeneralEvidence, asset: EffectAsset | null) {
	const address = asset?.address ?? null;
	if (asset === null || address === null) return { over: "all", what: "" } as const;
	return asset.kind === "item"
		? ({ over: "items", what: formatter.name(address) } as const)
		: ({ over: "asset", what: formatter.amount(asset, 0n).symbol } as const);
}

function findingOf(evidence: GeneralEvidence, given: CurrentRights): Finding | null {
	const { holder, rights, isUnlimited } = given;
	const { effects, formatter } = evidence;
	const [most] = rights.toSorted((left, right) => (isMore(left.extent, right.extent) ? -1 : 1));
	if (most === undefined) return null;
	const severity = severityOf(effects, given);
	if (severity === null) return null;
	const isDanger = severity === "danger";
	const { asset, extent } = most;
	const who = formatter.name(holder);
	const account = most.account === effects.signer ? message("account.signer") : formatter.name(most.account);
	const until = rights.map((right) => right.until).reduce(later);
	const end = until === null ? "never" : "ends";
	const at = { at: Number(until ?? 0n) * SECOND, style: "minute" } as const;
	const count = rights.length;
	const limitless =
		asset === null || extent === null ? { who, account, ...limitlessParams(evidence, asset) } : null;
	const text =
		asset === null || extent === null
			? message("finding.rights.unlimited", {
					who,
					account,
					end,
					at,
					count,
					...limitlessParams(evidence, asset),
				})
			: message("finding.rights", {
					who,
					amount: formatter.amountParam(asset, extent),
					account,
					end,
					at,
					count,
				});
	const party = effects.parties.get(holder);
	const why = holderWords(party?.code ?? null, who, party?.isContact === true);
	const short = why?.[1] ?? (limitless === null ? null : message("reason.rights.unlimited", limitless));
	return newFinding("rights", severity, why === null ? text : sentences(why[0], text), {
		...(short === null ? {} : { short }),
		about: [
			holder,
			effects.parties.get(holder)?.code ?? null,
			isUnlimited,
			end,
			...rights.map((right) => (right.asset === null ? null : aboutAsset(evidence, right.asset))),
		],
		...(isDanger ? (isUnlimited ? { stake: { kind: "unlimited" } as const } : atStakeAddress(holder)) : {}),
	});
}

export function rights(evidence: GeneralEvidence): Finding | null {
	const found = byHolder(evidence, givenRights(evidence)).map((each) => findingOf(evidence, each));
	return gravestFirst(found)[0] ?? null;
}
