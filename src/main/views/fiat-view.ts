import { nativeOf } from "../../core/chain/names.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import type { Amount } from "../../core/format/amount.ts";
import type { PredictedMove } from "../../core/journal/records.ts";
import { type Message, message } from "../../core/message.ts";
import { fiatTextOf, type Price, type PriceSource, type Rounding } from "../../core/worth/price.ts";

/** Fiat value of amounts: for display only, and never compared. */

interface FiatText {
	readonly worth?: Message;
}

export interface Pricing {
	/**
	 * Returns the value of a movement, or that there is no price; nothing if the user wants to see no values.
	 */
	ofMovement(amount: Amount, asset: string, rounding: Rounding): FiatText;
	/** Returns the value of a fee in the chain's own coin: nothing without a price. */
	ofFee(amount: Amount): FiatText;
	/**
	 * Returns the value of a movement stored in the journal: nothing without a price, or if its unit is not
	 * the listed one.
	 */
	ofStoredMovement(
		raw: bigint,
		move: Pick<PredictedMove, "asset" | "decimals">,
		rounding: Rounding,
	): FiatText;
	/** Returns source and age of the prices used; `null` if none was used. */
	source(): Message | null;
}

/** @param prices `null` if the user doesn't want to see fiat amounts */
export function pricingFor(chainRef: string, prices: PriceSource | null): Pricing {
	const used: Price[] = [];

	/** Returns `null` without a price. */
	function worth(amount: Amount, asset: string, rounding: Rounding): FiatText | null {
		// An amount in an unproven unit has no known value.
		if (prices === null || !amount.checked || amount.decimals === null) return {};
		const price = prices(chainRef, asset);
		if (price === null) return null;
		used.push(price);
		const found = fiatTextOf(amount.raw, amount.decimals, price, rounding);
		return found === null ? {} : { worth: found };
	}

	return {
		ofStoredMovement(raw, { asset, decimals }, rounding) {
			const listed =
				asset === "native" ? nativeOf(chainRef).decimals : (wellKnownAt(chainRef, asset)?.decimals ?? null);
			if (decimals === null || listed !== decimals) return {};
			return worth({ raw, decimals, symbol: "", checked: true }, asset, rounding) ?? {};
		},
		ofMovement: (amount, asset, rounding) =>
			worth(amount, asset, rounding) ?? { worth: message("worth.none") },
		ofFee: (amount) => worth(amount, "native", "up") ?? {},
		source() {
			if (used.length === 0) return null;
			const at = Math.min(...used.map((price) => price.at));
			return message("worth.source", { time: { at, style: "minute" } });
		},
	};
}
