import { nativeOf } from "../../core/chain/names.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { centsOf, fiatTextOf, type Price, type PriceSource, type Rounding } from "../../core/fiat/price.ts";
import type { Amount } from "../../core/format/amount.ts";
import type { PredictedMove } from "../../core/journal/records.ts";
import { type Message, message } from "../../core/localized-text.ts";

/** Fiat values are only displayed and never compared. */
interface FiatText {
	readonly fiat?: Message;
}

export interface Pricing {
	/** Returns a note if there is no price, and nothing if the user hides fiat values. */
	ofMovement(amount: Amount, asset: string, rounding: Rounding): FiatText;
	ofFee(amount: Amount): FiatText;
	/** Returns `null` if there is no price or the user hides fiat values. */
	centsOf(amount: Amount, asset: string): bigint | null;
	/** Returns nothing if there is no price or the stored unit differs from the listed one. */
	ofStoredMovement(
		raw: bigint,
		move: Pick<PredictedMove, "asset" | "decimals">,
		rounding: Rounding,
	): FiatText;
	/** Returns `null` if there is no price or the stored unit differs from the listed one. */
	centsOfStored(raw: bigint, move: Pick<PredictedMove, "asset" | "decimals">): bigint | null;
	/** Returns the source and age of the prices. `null` if none was used. */
	source(): Message | null;
}

/** @param prices `null` if the user hides fiat values */
export function pricingFor(chainRef: string, prices: PriceSource | null): Pricing {
	const used: Price[] = [];

	function fiat(amount: Amount, asset: string, rounding: Rounding): FiatText | null {
		// An amount in an unverified unit has no known value.
		if (prices === null || !amount.checked || amount.decimals === null) return {};
		const price = prices(chainRef, asset);
		if (price === null) return null;
		used.push(price);
		const found = fiatTextOf(amount.raw, amount.decimals, price, rounding);
		return found === null ? {} : { fiat: found };
	}

	function storedAmount(
		raw: bigint,
		{ asset, decimals }: Pick<PredictedMove, "asset" | "decimals">,
	): Amount | null {
		const listed =
			asset === "native" ? nativeOf(chainRef).decimals : (wellKnownAt(chainRef, asset)?.decimals ?? null);
		return decimals === null || listed !== decimals ? null : { raw, decimals, symbol: "", checked: true };
	}

	function centsOfAmount({ raw, decimals, checked }: Amount, asset: string): bigint | null {
		const price = prices === null || !checked ? null : prices(chainRef, asset);
		return price === null || decimals === null ? null : centsOf(raw, decimals, price, "up");
	}

	return {
		ofStoredMovement(raw, move, rounding) {
			const amount = storedAmount(raw, move);
			return amount === null ? {} : (fiat(amount, move.asset, rounding) ?? {});
		},
		centsOfStored(raw, move) {
			const amount = storedAmount(raw, move);
			return amount === null ? null : centsOfAmount(amount, move.asset);
		},
		ofMovement: (amount, asset, rounding) => fiat(amount, asset, rounding) ?? { fiat: message("worth.none") },
		centsOf: centsOfAmount,
		ofFee: (amount) => fiat(amount, "native", "up") ?? {},
		source() {
			if (used.length === 0) return null;
			const at = Math.min(...used.map((price) => price.at));
			return message("worth.source", { time: { at, style: "minute" } });
		},
	};
}
