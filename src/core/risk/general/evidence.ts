import type { IndexedEffects } from "../../effects/accounting.ts";
import type { EffectAsset, Effects } from "../../effects/effects.ts";
import type { Amount } from "../../format/amount.ts";
import type { Param } from "../../message.ts";
import type { PriceSource } from "../../worth/price.ts";
import { aboutUnit, type Finding, ofStep } from "../finding.ts";

/** Everything that a general rule may look at. */
export interface GeneralEvidence {
	readonly effects: IndexedEffects;
	/** Words for what the effects name. */
	readonly words: EffectWords;
	readonly prices: PriceSource;
	/** Unix ms; `null` if unknown. */
	readonly now: number | null;
}

export interface EffectWords {
	/** The user's name of an address, or its short form. */
	readonly name: (address: string) => Param;
	/** For an item or a position, a count. */
	readonly amount: (asset: EffectAsset, raw: bigint) => Amount;
	/** An amount in a sentence: of items a count and their collection. */
	readonly amountParam: (asset: EffectAsset, raw: bigint) => Param;
}

export type GeneralRule = (evidence: GeneralEvidence) => Finding | null;

/** Neither the user's nor a contact, in the role not dealt with before, and no contract that this app knows. */
export function isStranger({ parties }: Effects, address: string | null, role: "paid" | "allowed"): boolean {
	if (address === null) return true;
	const party = parties.get(address);
	if (party === undefined) return true;
	if (party.relation === "own" || party.isContact) return false;
	return party.relation !== "known-contract" && party.relation !== "nobody" && !party.dealt[role];
}

/** Neither the user's nor a contact's, and not paid before. Anybody may take what a known contract is left with. */
export function isUnpaid({ parties }: Effects, address: string): boolean {
	const party = parties.get(address);
	if (party === undefined || party.relation === "own" || party.relation === "nobody") return false;
	return !party.isContact && !party.dealt.paid;
}

/** All that words about an asset hang on but for the figure. */
export const aboutAsset = ({ words }: GeneralEvidence, asset: EffectAsset): string =>
	JSON.stringify([asset.kind, asset.address, asset.item, aboutUnit(words.amount(asset, 0n))]);

/** The word of a danger: who gets most. */
export const stakeAt = (address: string | null): Pick<Finding, "stake"> =>
	address === null ? {} : { stake: { kind: "address", address } };

/** Names the step in a finding about one step of several. */
export const inStep = ({ effects }: GeneralEvidence, step: number, finding: Finding): Finding =>
	effects.shownBy.length < 2 ? finding : ofStep(finding, step);
