import { balanceOf, byKey, type IndexedEffects, indexed, receiversOf } from "../effects/accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement, type Right } from "../effects/effects.ts";
import { isTheirs } from "../effects/gainers.ts";
import type { Amount } from "../format/amount.ts";
import { inner, message, type Param } from "../localized-text.ts";
import type { Headline } from "./evm/headline.ts";
import { type Gain, largestGain } from "./gain.ts";

export interface HeadlineFormatter {
	readonly name: (address: string) => Param;
	readonly amount: (asset: EffectAsset, raw: bigint) => Amount;
	readonly amountParam: (asset: EffectAsset, raw: bigint) => Param;
}

interface StepEntries {
	readonly movements: readonly Movement[];
	readonly unaccounted: readonly Movement[];
	readonly rights: readonly Right[];
}

const EVERYTHING: EffectAsset = { kind: "unknown", address: null, item: null };
const SCALE = 1_000_000n;

const isStranger = ({ parties }: Effects, address: string): boolean =>
	(parties.get(address)?.relation ?? "stranger") === "stranger";

function gainOf(effects: Effects, { movements, rights }: StepEntries): Gain | null {
	return largestGain([
		...rights
			.filter(({ holder, extent }) => extent !== 0n && isStranger(effects, holder))
			.map(({ scope, extent }) => ({
				asset: scope.kind === "asset" ? scope.asset : EVERYTHING,
				most: extent,
			})),
		...movements
			.filter(({ basis, to }) => basis !== "observed" && to !== null && isStranger(effects, to))
			.map(({ asset, most }) => ({ asset, most })),
	]);
}

interface ShownLoss {
	readonly to: string | null;
	readonly asset: EffectAsset;
	readonly amount: bigint;
}

/**
 * Returns the loss as a share of the user's balance, in millionths. Returns 100% if the balance is unknown.
 */
function shareOf(effects: IndexedEffects, { asset, amount }: ShownLoss): bigint {
	const held = balanceOf(effects, effects.signer, asset);
	return held === null || held <= amount ? SCALE : (amount * SCALE) / held;
}

/**
 * Returns the largest loss in our simulation that the headline doesn't mention. For an undecoded call, this
 * includes everything that strangers receive.
 */
function lossOf(effects: IndexedEffects, step: StepEntries, isRead: boolean): ShownLoss | null {
	const stated = new Set(
		step.movements.flatMap(({ basis, to, asset }) =>
			basis === "decoded" && to !== null ? [`${to} ${assetKey(asset)}`] : [],
		),
	);
	const movements = isRead ? step.unaccounted : step.movements.filter(({ basis }) => basis === "observed");
	const losses = receiversOf({ movements }, (address) => isTheirs(effects, address)).flatMap(
		({ to, asset, amount }): readonly ShownLoss[] => {
			const isNew = to === null || (isStranger(effects, to) && !stated.has(`${to} ${assetKey(asset)}`));
			return amount === null || !isNew ? [] : [{ to, asset, amount }];
		},
	);
	return losses.reduce<ShownLoss | null>((most, each) => {
		if (most === null) return each;
		const isGraver = Number(each.to !== null) - Number(most.to !== null);
		return isGraver > 0 || (isGraver === 0 && shareOf(effects, each) > shareOf(effects, most)) ? each : most;
	}, null);
}

const isCoin = ({ kind }: EffectAsset): boolean => kind === "native" || kind === "fungible";

function leading(
	headline: Headline,
	{ to, asset, amount }: ShownLoss,
	formatter: HeadlineFormatter,
): Headline {
	return {
		...headline,
		text: message("headline.loses", {
			amount: formatter.amountParam(asset, amount),
			isNamed: to !== null,
			to: to === null ? "" : formatter.name(to),
			told: inner(headline.text),
		}),
		amount: isCoin(asset) ? formatter.amount(asset, amount) : null,
	};
}

export function stepHeadlines(
	effects: Effects,
	headlines: readonly Headline[],
	formatter: HeadlineFormatter,
): readonly Headline[] {
	const list = indexed(effects);
	const movements = byKey(effects.movements, ({ step }) => step);
	const rights = byKey(effects.rights, ({ step }) => step);
	const unaccounted = byKey(
		effects.unaccounted.flatMap((each) => each.movements),
		({ step }) => step,
	);
	return headlines.map((headline, step) => {
		const entries: StepEntries = {
			movements: movements.get(step) ?? [],
			rights: rights.get(step) ?? [],
			unaccounted: unaccounted.get(step) ?? [],
		};
		const { gain: _, ...plain } = headline;
		const loss = lossOf(list, entries, headline.known);
		const gains = [
			gainOf(effects, entries),
			loss === null ? null : { asset: loss.asset, most: loss.amount },
		].filter((each) => each !== null);
		const gain = largestGain(gains);
		const shown = loss === null ? plain : leading(plain, loss, formatter);
		return gain === null ? shown : { ...shown, gain };
	});
}
