import { type AssetAmount, isAsMuch, isListed } from "../../decoded-transaction/asset-amount.ts";
import { balanceOf, byKey, type IndexedEffects, receiversOf } from "../../effects/accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement } from "../../effects/effects.ts";
import {
	type AssetChange,
	gainsOf,
	givenOf,
	isUsersAccount,
	type Loss,
	largerLosses,
	mayBePrice,
	paidOf,
	spentOf,
} from "../../effects/losses.ts";
import { isBurning } from "../../effects/parties.ts";
import { message, sentences } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, isStranger } from "./evidence.ts";
import { SHARE, shareOf, WHOLE } from "./thresholds.ts";

const isControlled = ({ parties }: Effects, address: string): boolean =>
	parties.get(address)?.relation === "controlled";

function isSpent({ movements, parties }: Effects, { asset, from, to, step }: Movement): boolean {
	if (asset.kind !== "position" || to === null || parties.get(to)?.relation !== "known-contract")
		return false;
	const paidOut = movements.filter((each) => each.step === step && each.from === to);
	return paidOut.length > 0 && paidOut.every((each) => each.to === from);
}

const isExpected = (effects: Effects, movement: Movement): boolean => {
	const { from, to } = movement;
	return (
		to === from || (to !== null && effects.parties.get(to)?.isContact === true) || isSpent(effects, movement)
	);
};

function sharesLost(effects: IndexedEffects): ReadonlyMap<string, bigint> {
	const accounts = byKey(
		effects.movements.filter(({ from }) => isControlled(effects, from)),
		({ from }) => from,
	);
	return new Map(
		[...accounts].map(([from, movements]) => {
			const shares = receiversOf({ movements }, (account) => account === from)
				.filter((each) => !isUsersAccount(effects, each.to))
				.map(({ asset, amount }) => shareOf(amount, balanceOf(effects, from, asset)) ?? WHOLE);
			return [from, shares.reduce((sum, share) => sum + share, 0n)];
		}),
	);
}

function movementsOf({ effects }: GeneralEvidence): readonly Movement[] {
	return effects.movements.filter(
		(each) => isControlled(effects, each.from) && each.most !== 0n && !isExpected(effects, each),
	);
}

export function foreignFunds(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const moved = movementsOf(evidence);
	const shares = sharesLost(effects);
	const isSmallAndUsual = ({ from, to }: Movement) =>
		to !== null && effects.parties.get(to)?.dealt.paid === true && (shares.get(from) ?? WHOLE) < SHARE.danger;
	// Assets in a lender's account belong to the lender, but a signer may be paid from that account.
	const isFromLender = ({ from }: Movement) => effects.parties.get(from)?.isLender === true;
	const away = moved.filter((each) =>
		isUsersAccount(effects, each.to) ? isFromLender(each) : !isSmallAndUsual(each),
	);
	const [first] = away.length > 0 ? away : moved;
	if (first === undefined) return null;
	const { from, to, asset, most } = first;
	const isDanger = away.length > 0;
	const amount = most === null ? null : formatter.amountParam(asset, most);
	const account = formatter.name(from);
	const text =
		to === null
			? message("finding.not-own-funds.unnamed", { account })
			: amount === null
				? message("finding.not-own-funds.all", { account, to: formatter.name(to) })
				: message("finding.not-own-funds", { account, amount, to: formatter.name(to) });
	return newFinding("not-own-funds", isDanger ? "danger" : "caution", text, {
		about: [from, to, aboutAsset(evidence, asset), assetKey(asset)],
		...(isDanger ? atStakeAddress(to ?? from) : {}),
	});
}

const ZERO_SHARE = 0n;

/**
 * If the balance is unknown, the amount counts as the whole balance. The same applies to an amount that comes
 * in and leaves in the same request.
 */
function partOf({ amount, balance, come }: Loss): bigint {
	const share = shareOf(amount, balance) ?? WHOLE;
	const isHandedOn = come > 0n && (shareOf(amount, come) ?? WHOLE) >= SHARE.nearlyAll;
	return isHandedOn && share < WHOLE ? WHOLE : share;
}

const isCoin = (kind: EffectAsset["kind"]): boolean => kind === "native" || kind === "fungible";

/** An item always counts in full, because everything attached to a position or name leaves with it. */
const shareIn = (loss: Loss): bigint => (isCoin(loss.asset.kind) ? partOf(loss) : WHOLE);

/** An unlisted token may be unsolicited spam, and burning it isn't dangerous. */
const isListedIn = ({ chainRef }: Effects, { kind, address }: EffectAsset): boolean =>
	isCoin(kind) && chainRef !== null && address !== null && isListed(chainRef, address);

const isNobody = ({ parties }: Effects, address: string | null): boolean =>
	address !== null && parties.get(address)?.relation === "nobody";

const isSentToNobody = (effects: Effects, address: string | null): boolean =>
	address !== null && isNobody(effects, address) && !isBurning(address);

/**
 * A burn can redeem an asset or bridge it to another chain, so it counts only if the bytes state it and
 * nothing is received in return.
 */
function lossesToStrangers({ effects }: GeneralEvidence): readonly Loss[] {
	const gains = gainsOf(effects, "observed");
	const isRedeemed = gains.some(({ asset }) => mayBePrice(effects, asset));
	const isTaker = (address: string | null) =>
		isStranger(effects, address, "paid") || isSentToNobody(effects, address);
	const isPayee = (address: string | null, asset: EffectAsset) =>
		isTaker(address) || (!isRedeemed && isNobody(effects, address) && isListedIn(effects, asset));
	const paid = paidOf(effects, isPayee);
	return gains.length > 0 ? paid : largerLosses(paid, spentOf(effects, isTaker));
}

const amountOf = ({ formatter }: GeneralEvidence, { asset, amount, balance }: Loss) =>
	formatter.amountParam(asset, amount ?? balance ?? ZERO_SHARE);

const gravest = (losses: readonly Loss[]): readonly Loss[] =>
	losses.toSorted((left, right) => {
		const difference = shareIn(right) - shareIn(left);
		return difference > 0n ? 1 : difference < 0n ? -1 : 0;
	});

const PERCENT = 100n;

const total = (losses: readonly Loss[]): bigint =>
	losses.reduce((sum, each) => sum + shareIn(each), ZERO_SHARE);

/** Format for the total share. An assumed share, like an item's, isn't displayed. */
function scaleOf(losses: readonly Loss[]): "one" | "several" | "unknown" | "assumed" {
	if (losses.some(({ asset, balance }) => isCoin(asset.kind) && balance === null)) return "unknown";
	if (losses.some((each) => shareIn(each) !== shareOf(each.amount, each.balance))) return "assumed";
	return losses.length === 1 ? "one" : "several";
}

const amountsOf = (changes: readonly AssetChange[]): readonly AssetAmount[] =>
	changes.flatMap(({ asset, amount }) =>
		isCoin(asset.kind) && asset.address !== null && amount !== null
			? [{ asset: asset.address, raw: amount }]
			: [],
	);

const outOf = (effects: Effects, basis: Movement["basis"]): readonly Movement[] =>
	effects.movements.filter(
		(each) => each.basis === basis && isUsersAccount(effects, each.from) && !isUsersAccount(effects, each.to),
	);

function paysDebt(effects: Effects): boolean {
	const decoded = outOf(effects, "decoded");
	const paid = new Set(decoded.map(({ asset }) => assetKey(asset)));
	return (
		decoded.some(({ asset }) => asset.kind === "debt") &&
		decoded.every(({ to }) => to !== null && effects.parties.get(to)?.relation === "known-contract") &&
		outOf(effects, "observed").every(({ to, asset }) => isNobody(effects, to) || paid.has(assetKey(asset)))
	);
}

function paysOut({ effects, formatter }: GeneralEvidence, given: readonly AssetChange[]): boolean {
	const [only, ...more] = given;
	const coin = gainsOf(effects, "observed").find(({ asset }) => asset.kind === "native");
	if (only === undefined || more.length > 0 || coin === undefined) return false;
	const unit = formatter.amount(only.asset, 0n);
	const { address } = only.asset;
	const taken = (basis: Movement["basis"]) =>
		outOf(effects, basis).filter(({ asset }) => asset.address === address);
	const isTakenBack = (to: string | null) => to === address || isNobody(effects, to);
	const isAsked = taken("decoded").some(({ to }) => isTakenBack(to));
	return (
		unit.checked &&
		unit.decimals === formatter.amount(coin.asset, 0n).decimals &&
		taken("observed").every(({ to }) => isTakenBack(to) || (to === null && isAsked)) &&
		(coin.amount ?? 0n) >= (only.amount ?? coin.amount ?? 0n)
	);
}

function comesBack(evidence: GeneralEvidence): boolean {
	const { effects } = evidence;
	if (effects.gaps.has("not-simulated")) return false;
	const given = givenOf(effects, "observed");
	const gains = amountsOf(gainsOf(effects, "observed"));
	const isEqual = effects.chainRef !== null && isAsMuch(effects.chainRef, amountsOf(given), gains);
	return isEqual || paysDebt(effects) || paysOut(evidence, given);
}

/**
 * If half or more of a balance leaves, regardless of who gets it, the finding is informational and not a
 * danger in itself.
 */
function half(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const isAnybody = () => true;
	const left = gravest(largerLosses(paidOf(effects, isAnybody), spentOf(effects, isAnybody)));
	const [most] = left.filter(
		({ asset, balance, amount }) =>
			isCoin(asset.kind) && (shareOf(amount, balance) ?? ZERO_SHARE) >= SHARE.half,
	);
	if (most === undefined) return null;
	const isBack = comesBack(evidence);
	const held = formatter.amountParam(most.asset, most.balance ?? ZERO_SHARE);
	const isAll = (shareOf(most.amount, most.balance) ?? ZERO_SHARE) >= WHOLE;
	const text = isAll
		? message("finding.loss.all", { held })
		: message("finding.loss.half", { amount: amountOf(evidence, most), held });
	return newFinding(
		"loss",
		isBack ? "info" : "caution",
		isBack ? sentences(text, message("finding.loss.comes-back")) : text,
		{ about: [isAll ? "all" : "half", isBack, aboutAsset(evidence, most.asset)] },
	);
}

function toStrangers(evidence: GeneralEvidence): Finding | null {
	const losses = gravest(lossesToStrangers(evidence));
	const share = total(losses);
	const [most] = losses;
	if (most === undefined || share < SHARE.danger) return null;
	const { effects, formatter } = evidence;
	const receivers = losses.flatMap(({ to }) => (to === null ? [] : [to]));
	const to = receivers.find((each) => !isNobody(effects, each)) ?? receivers[0] ?? null;
	const params = {
		amounts: losses.map((each) => amountOf(evidence, each)),
		percent: Number((share * PERCENT) / WHOLE),
		scale: scaleOf(losses),
	};
	const isDestroyed = isNobody(effects, to);
	const burned = most.asset.address === "native" ? null : most.asset.address;
	return newFinding(
		"loss",
		"danger",
		to === null
			? message("finding.loss.unnamed", params)
			: isDestroyed
				? message("finding.loss.destroyed", params)
				: message("finding.loss", { ...params, to: formatter.name(to) }),
		{
			...(to === null || isDestroyed
				? {}
				: { short: message("reason.loss", { amounts: params.amounts, to: formatter.name(to) }) }),
			about: [to, ...losses.map(({ asset }) => aboutAsset(evidence, asset))],
			...atStakeAddress(isDestroyed ? burned : to),
		},
	);
}

/**
 * A known contract doesn't credit the sender if the request never calls it, and a router's balance can be
 * swept by its next caller.
 */
const isUncredited = (effects: Effects, { basis, asset, from, to }: Movement): boolean =>
	basis === "decoded" &&
	asset.kind === "fungible" &&
	to !== null &&
	effects.parties.get(to)?.relation === "known-contract" &&
	!effects.called.some(({ address }) => address === to) &&
	!effects.movements.some(
		(each) => (each.from === to && each.to === from) || (each.to === to && each.asset.kind === "debt"),
	);

/** Coins sent with a non-payable function may be returned, or the contract may use them. */
function stuck(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const isTheirs = (address: string) =>
		["own", "controlled"].includes(effects.parties.get(address)?.relation ?? "stranger");
	const all = effects.movements.flatMap((each) => {
		const at = each.stuckAt ?? (isUncredited(effects, each) ? "contract" : null);
		return at !== null && each.basis !== "observed" && isTheirs(each.from) ? [{ ...each, at }] : [];
	});
	const found = all.find(({ at }) => at !== "call") ?? all[0];
	if (found === undefined || found.to === null) return null;
	if (found.at === "call")
		return newFinding(
			"loss",
			"caution",
			message("finding.loss.along", { amount: formatter.amountParam(found.asset, found.most ?? 0n) }),
		);
	return newFinding(
		"loss",
		"danger",
		message("finding.loss.stuck", { who: formatter.name(found.to), what: found.at }),
		{ about: [found.at, found.to, aboutAsset(evidence, found.asset)], ...atStakeAddress(found.to) },
	);
}

/**
 * Detects when strangers get a large share of the balances in the user's accounts. Shares are added up over
 * assets, steps and accounts, so a fifth of each of five balances counts as one whole balance.
 */
export const loss = (evidence: GeneralEvidence): Finding | null =>
	toStrangers(evidence) ?? stuck(evidence) ?? half(evidence);
