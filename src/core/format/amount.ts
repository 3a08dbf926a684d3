import type { Text } from "../message.ts";
import { type AmountParts, joined, parts } from "./decimal-text.ts";
import type { Scale } from "./scale.ts";

export { fullText, grouped } from "./decimal-text.ts";

/** Amounts as bigint in base units, and their text. No floats. */

export interface Unit {
	/** null: nobody has said, so base units are shown. */
	readonly decimals: number | null;
	/** Of what has no symbol what it is called in a sentence. */
	readonly symbol: Text;
	/** Decimals and symbol were read from the chain, or are its native coin's own. */
	readonly checked: boolean;
	/** Factor by which the token shows amounts to people; absent if it shows them as the chain counts. */
	readonly scale?: Scale;
}

export interface Amount extends Unit {
	/** Base units (wei and the like). */
	readonly raw: bigint;
}

/** The whole part is never shortened; below 1 so many digits stand after the zeros. */
const SIGNIFICANT = 4;
/** From so many on cents are enough. */
const MANY = 1_000n;
const CENTS = 2;

/** Digits of the fraction that are shown, wherever an amount is shortened. */
function shownDigits({ whole, fraction }: AmountParts): number {
	if (whole >= MANY) return CENTS;
	const zeros = whole > 0n ? 0 : fraction.length - fraction.replace(/^0+/, "").length;
	return zeros + SIGNIFICANT;
}

/**
 * A few significant digits, thousands grouped. What leaves is rounded up and what comes in is rounded down, so that
 * neither reads better than it is.
 */
export function roundedText(raw: bigint, decimals: number | null, towards: "up" | "down"): string {
	const places = decimals ?? 0;
	const magnitude = raw < 0n ? -raw : raw;
	const kept = Math.min(places, shownDigits(parts(raw, places)));
	const unit = 10n ** BigInt(places - kept);
	const units = towards === "up" ? (magnitude + unit - 1n) / unit : magnitude / unit;
	return joined(parts((raw < 0n ? -units : units) * unit, places), "");
}

/**
 * The same digits where nobody says whether it leaves or comes in: cut, never rounded, and "…" tells where it is cut, so
 * that it reads as more than it shows.
 */
export function shortText(raw: bigint, decimals: number | null): string {
	const all = parts(raw, decimals ?? 0);
	const shown = shownDigits(all);
	if (all.fraction.length <= shown) return joined(all, "");
	return joined({ ...all, fraction: all.fraction.slice(0, shown) }, "…");
}

/** The same for two units if and only if amounts in them are written alike but for the figure. */
export const unitKey = ({ decimals, symbol, checked }: Unit): string =>
	JSON.stringify([decimals, symbol, checked]);
