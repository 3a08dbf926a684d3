import { indexed } from "../../../../../src/core/effects/accounting.ts";
import type { Effects } from "../../../../../src/core/effects/effects.ts";
import type { EffectWords, GeneralEvidence } from "../../../../../src/core/risk/general/evidence.ts";
import { NO_PRICES, type PriceSource } from "../../../../../src/core/worth/price.ts";

export const WORDS: EffectWords = {
	name: (address) => address,
	amount: (asset, raw) => ({ raw, decimals: 6, symbol: asset.address ?? "any", checked: true }),
	amountParam: (asset, raw) => `${raw} ${asset.address}`,
};

export const evidenceOf = (effects: Effects, prices: PriceSource = NO_PRICES): GeneralEvidence => ({
	effects: indexed(effects),
	words: WORDS,
	prices,
});
