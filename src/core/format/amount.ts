import type { Text } from "../message.ts";
import { type AmountParts, fullText, joined, parts } from "./decimal-text.ts";
import type { Scale } from "./scale.ts";

export { fullText, grouped } from "./decimal-text.ts";

/** Amounts as bigint in base units, and their text. No floats. */

export interface Unit {
	/** `null` if unknown: base units are shown. */
	readonly decimals: number | null;
	/** Name in a sentence for an asset without a symbol. */
	readonly symbol: Text;
	/** Decimals and symbol were read from the chain, or belong to its native coin. */
	readonly checked: boolean;
	/** The token's display factor; absent if it does not scale. */
	readonly scale?: Scale;
}

export interface Amount extends Unit {
	/** Base units (such as wei). */
	readonly raw: bigint;
}

/** Significant digits below 1; the integer part is never shortened. */
const SIGNIFICANT = 4;
/** Amount from which two decimals suffice. */
const MANY = 1_000n;
const CENTS = 2;

/** Returns the number of displayed fraction digits of a shortened amount. */
function shownDigits({ whole, fraction }: AmountParts): number {
	if (whole >= MANY) return CENTS;
	const zeros = whole > 0n ? 0 : fraction.length - fraction.replace(/^0+/, "").length;
	return zeros + SIGNIFICANT;
}

/**
 * Formats a few significant digits with grouped thousands. Outflows are rounded up and inflows down, so that
 * neither looks better than it is.
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
 * Formats like `roundedText` if the direction is unknown: digits are cut, never rounded, and "…" marks the
 * cut.
 */
export function shortText(raw: bigint, decimals: number | null): string {
	const all = parts(raw, decimals ?? 0);
	const shown = shownDigits(all);
	if (all.fraction.length <= shown) return joined(all, "");
	return joined({ ...all, fraction: all.fraction.slice(0, shown) }, "…");
}

/** Returns the same key for two units if and only if their amounts are formatted alike. */
export const unitKey = ({ decimals, symbol, checked }: Unit): string =>
	JSON.stringify([decimals, symbol, checked]);

/** Formats basis points as a percentage without its sign, with all digits: 50 is "0.5". */
export const percentOf = (basisPoints: bigint): string => fullText(basisPoints, 2);
