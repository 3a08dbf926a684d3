import { indexed } from "../../../../../src/core/effects/accounting.ts";
import type { Effects, MentionedToken } from "../../../../../src/core/effects/effects.ts";
import { NO_PRICES, type PriceSource } from "../../../../../src/core/fiat/price.ts";
import type { EffectFormatter, GeneralEvidence } from "../../../../../src/core/risk/general/evidence.ts";

export const WORDS: EffectFormatter = {
	name: (address) => address,
	amount: (asset, raw) => ({ raw, decimals: 6, symbol: asset.address ?? "any", checked: true }),
	amountParam: (asset, raw) => `${raw} ${asset.address}`,
};

export const evidenceOf = (
	effects: Effects,
	prices: PriceSource = NO_PRICES,
	now: number | null = null,
): GeneralEvidence => ({
	effects: indexed(effects),
	formatter: WORDS,
	prices,
	now,
});

/** Returns a token as a request mentions it. */
export const mentionedToken = (over: Partial<MentionedToken> = {}): MentionedToken => ({
	chainRef: "1",
	address: `0x${"5a".repeat(20)}`,
	shown: over.address ?? "0x5A5A…5A5A",
	chain: { symbol: null, name: null, decimals: null, standard: null },
	claims: [],
	wraps: null,
	scaled: null,
	...over,
});
