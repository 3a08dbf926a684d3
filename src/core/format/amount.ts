import type { Text } from "../localized-text.ts";
import { type AmountParts, fullText, joined, parts } from "./decimal-units.ts";
import type { Scale } from "./scale.ts";

export { fullText, grouped } from "./decimal-units.ts";

/** Formats amounts, which are always bigints in base units, never floats. */

export interface Unit {
	readonly decimals: number | null;
	readonly symbol: Text;
	/** `true` if the symbol and decimals come from the chain, or if the asset is the native coin. */
	readonly checked: boolean;
	readonly scale?: Scale;
}

export interface Amount extends Unit {
	readonly raw: bigint;
}

const SIGNIFICANT = 4;
const MANY = 1_000n;
const CENTS = 2;

function shownDigits({ whole, fraction }: AmountParts): number {
	if (whole >= MANY) return CENTS;
	const zeros = whole > 0n ? 0 : fraction.length - fraction.replace(/^0+/, "").length;
	return zeros + SIGNIFICANT;
}

/**
 * Shortens an amount. Limits and fees are rounded up and inflows down, so that none looks better than it is.
 */
export function roundedText(raw: bigint, decimals: number | null, towards: "up" | "down"): string {
	const places = decimals ?? 0;
	const magnitude = raw < 0n ? -raw : raw;
	const kept = Math.min(places, shownDigits(parts(raw, places)));
	const unit = 10n ** BigInt(places - kept);
	const units = towards === "up" ? (magnitude + unit - 1n) / unit : magnitude / unit;
	return joined(parts((raw < 0n ? -units : units) * unit, places), "");
}

export function shortText(raw: bigint, decimals: number | null): string {
	const all = parts(raw, decimals ?? 0);
	const shown = shownDigits(all);
	if (all.fraction.length <= shown) return joined(all, "");
	return joined({ ...all, fraction: all.fraction.slice(0, shown) }, "…");
}

/** Returns a key that two units share only if their amounts are formatted in the same way. */
export const unitKey = ({ decimals, symbol, checked }: Unit): string =>
	JSON.stringify([decimals, symbol, checked]);

export const percentOf = (basisPoints: bigint): string => fullText(basisPoints, 2);
