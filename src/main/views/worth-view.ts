import { nativeOf } from "../../core/chain/names.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import type { Amount } from "../../core/format/amount.ts";
import type { PredictedMove } from "../../core/journal/records.ts";
import { type Message, message } from "../../core/message.ts";
import { type Price, type PriceSource, type Rounding, worthOf } from "../../core/worth/price.ts";

/** Worth beside amounts: for the eye alone, and part of nothing that is compared. */

interface Worth {
	readonly worth?: Message;
}

export interface Pricing {
	/** Of what moves: its worth, or that there is no price; nothing where nobody wants to see any. */
	moved(amount: Amount, asset: string, rounding: Rounding): Worth;
	/** Of a fee in the chain's own coin: nothing where there is no price. */
	fee(amount: Amount): Worth;
	/** Of a movement that the journal keeps: nothing where there is no price, or its unit is not the listed one. */
	kept(raw: bigint, move: Pick<PredictedMove, "asset" | "decimals">, rounding: Rounding): Worth;
	/** Where the prices that were used come from, and how old they are; null where none was. */
	source(): Message | null;
}

/** @param prices null where the user does not want to see worth */
export function pricingFor(chainRef: string, prices: PriceSource | null): Pricing {
	const used: Price[] = [];

	/** null where there is no price. */
	function worth(amount: Amount, asset: string, rounding: Rounding): Worth | null {
		// Of what is counted in a unit that nobody proves, nothing can be told.
		if (prices === null || !amount.checked || amount.decimals === null) return {};
		const price = prices(chainRef, asset);
		if (price === null) return null;
		used.push(price);
		const found = worthOf(amount.raw, amount.decimals, price, rounding);
		return found === null ? {} : { worth: found };
	}

	return {
		kept(raw, { asset, decimals }, rounding) {
			const listed =
				asset === "native" ? nativeOf(chainRef).decimals : (wellKnownAt(chainRef, asset)?.decimals ?? null);
			if (decimals === null || listed !== decimals) return {};
			return worth({ raw, decimals, symbol: "", checked: true }, asset, rounding) ?? {};
		},
		moved: (amount, asset, rounding) => worth(amount, asset, rounding) ?? { worth: message("worth.none") },
		fee: (amount) => worth(amount, "native", "up") ?? {},
		source() {
			if (used.length === 0) return null;
			const at = Math.min(...used.map((price) => price.at));
			return message("worth.source", { time: { at, style: "minute" } });
		},
	};
}
