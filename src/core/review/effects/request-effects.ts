import type { EvmFacts } from "../../chain/evm.ts";
import type { SvmFacts } from "../../chain/svm.ts";
import {
	listedUnit,
	nativeAmount,
	tokenAmount,
	tokenOf,
	type User,
} from "../../decoded-transaction/decoded-transaction.ts";
import { collectionParam, nameParam } from "../../decoded-transaction/party-names.ts";
import type { SignedItem } from "../../decoded-transaction/signed-item.ts";
import { mintAmount, mintOf, svmNameParam } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { type EffectAsset, type Effects, NO_EFFECTS, type StepEffects } from "../../effects/effects.ts";
import { evmStepEffects } from "../../effects/evm/step-effects.ts";
import { effectsOf } from "../../effects/merge.ts";
import { messageStepEffects } from "../../effects/signed/signed-effects.ts";
import { svmStepEffects } from "../../effects/svm/step-effects.ts";
import type { PriceSource } from "../../fiat/price.ts";
import type { Amount } from "../../format/amount.ts";
import { amountParam, message, type Param } from "../../localized-text.ts";
import type { Finding } from "../../risk/finding.ts";
import { type EffectFormatter, generalFindings } from "../../risk/general/index.ts";
import type { ItemAnalysis } from "../item-analysis.ts";

function stepEffectsOf(
	item: SignedItem,
	{ content, facts, opinion, comparison }: ItemAnalysis,
	user: User,
	step: number,
): StepEffects | null {
	const { addressFacts } = opinion;
	if (item.kind === "message") {
		const { chainRef } = item;
		return messageStepEffects(item, { facts, user, addressFacts, chainRef }, step);
	}
	const verdict = comparison?.verdict ?? "unproven";
	if (content.kind === "evm_transaction") return evmStepEffects(content.subject, opinion, step, verdict);
	return content.kind === "svm_transaction" ? svmStepEffects(content.subject, opinion, step, verdict) : null;
}

export function requestEffects(
	items: readonly SignedItem[],
	analyses: readonly ItemAnalysis[],
	user: User,
	chainRef: string | null,
): Effects | null {
	const steps = items.map((item, at) => {
		const analysis = analyses[at];
		return analysis === undefined ? null : stepEffectsOf(item, analysis, user, at);
	});
	const [first] = items.flatMap((item) => (item.kind === "unreadable" ? [] : [item.signer]));
	return first === undefined || steps.every((step) => step === null)
		? null
		: effectsOf(
				steps.map((step) => step ?? NO_EFFECTS),
				{ chainRef, signer: first, user },
			);
}

const isEvm = (address: string): boolean => address.startsWith("0x");

const evmFactsIn = (analyses: readonly ItemAnalysis[], address: string): EvmFacts | null =>
	analyses.map(({ facts }) => facts).find((facts) => tokenOf(facts, address) !== null) ?? null;

function svmFactsIn(analyses: readonly ItemAnalysis[], mint: string): SvmFacts | null {
	const all = analyses.flatMap(({ content }) =>
		content.kind === "svm_transaction" ? [content.subject.facts] : [],
	);
	return all.find((facts) => mintOf(facts, mint) !== null) ?? null;
}

function amountOf(
	analyses: readonly ItemAnalysis[],
	chainRef: string | null,
	{ kind, address }: EffectAsset,
	raw: bigint,
): Amount {
	if (kind === "native" && chainRef !== null) return nativeAmount(chainRef, raw);
	if (address === null || kind === "native")
		return { raw, decimals: null, symbol: message("token.not-named"), checked: false };
	if (!isEvm(address)) return mintAmount(svmFactsIn(analyses, address), address, raw);
	const facts = evmFactsIn(analyses, address);
	const listed = facts === null && chainRef !== null ? listedUnit(chainRef, address) : null;
	return listed === null ? tokenAmount(facts, address, raw) : { raw, ...listed };
}

export function formatterOf(
	analyses: readonly ItemAnalysis[],
	user: User,
	chainRef: string | null,
): EffectFormatter {
	const here = { ...user, chainRef };
	const name = (address: string): Param =>
		isEvm(address) ? nameParam(here, address) : svmNameParam(user, address);
	const collection = (address: string): Param =>
		isEvm(address)
			? collectionParam({ facts: evmFactsIn(analyses, address), user: here }, address)
			: svmNameParam(user, address);
	const amount = (asset: EffectAsset, raw: bigint) => amountOf(analyses, chainRef, asset, raw);
	const countOf = ({ address }: EffectAsset, raw: bigint): Param =>
		message("items", {
			count: Number(raw),
			collection: address === null ? message("token.not-named") : collection(address),
		});
	const isCounted = ({ kind }: EffectAsset) => kind === "item" || kind === "position";
	return {
		name,
		amount,
		amountParam: (asset, raw) => (isCounted(asset) ? countOf(asset, raw) : amountParam(amount(asset, raw))),
	};
}

export function effectFindings(
	effects: Effects | null,
	analyses: readonly ItemAnalysis[],
	user: User,
	prices?: PriceSource,
	now?: number,
): readonly Finding[] {
	if (effects === null) return [];
	return generalFindings(effects, formatterOf(analyses, user, effects.chainRef), prices, now);
}
