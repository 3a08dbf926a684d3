import type { IndexedEffects } from "../../effects/accounting.ts";
import type { EffectAsset, Effects } from "../../effects/effects.ts";
import type { PriceSource } from "../../fiat/price.ts";
import type { Amount } from "../../format/amount.ts";
import type { Param } from "../../localized-text.ts";
import { aboutUnit, type Finding, ofStep } from "../finding.ts";

export interface GeneralEvidence {
	readonly effects: IndexedEffects;
	readonly formatter: EffectFormatter;
	readonly prices: PriceSource;
	readonly now: number | null;
}

export interface EffectFormatter {
	readonly name: (address: string) => Param;
	readonly amount: (asset: EffectAsset, raw: bigint) => Amount;
	readonly amountParam: (asset: EffectAsset, raw: bigint) => Param;
}

export type GeneralRule = (evidence: GeneralEvidence) => Finding | null;

export function isStranger({ parties }: Effects, address: string | null, role: "paid" | "allowed"): boolean {
	if (address === null) return true;
	const party = parties.get(address);
	if (party === undefined) return true;
	if (party.relation === "own" || party.isContact) return false;
	return party.relation !== "known-contract" && party.relation !== "nobody" && !party.dealt[role];
}

/** Known contracts are included, because anyone can take assets left in a contract. */
export function isUnpaid({ parties }: Effects, address: string): boolean {
	const party = parties.get(address);
	if (party === undefined || party.relation === "own" || party.relation === "nobody") return false;
	return !party.isContact && !party.dealt.paid;
}

export const aboutAsset = ({ formatter }: GeneralEvidence, asset: EffectAsset): string =>
	JSON.stringify([asset.kind, asset.address, asset.item, aboutUnit(formatter.amount(asset, 0n))]);

export const atStakeAddress = (address: string | null): Pick<Finding, "stake"> =>
	address === null ? {} : { stake: { kind: "address", address } };

export const inStep = ({ effects }: GeneralEvidence, step: number, finding: Finding): Finding =>
	effects.shownBy.length < 2 ? finding : ofStep(finding, step);
