import type { Text } from "../message.ts";
import type { Scale } from "./scale.ts";

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

/** Thousands grouped: 1,234,567. */
export function grouped(whole: bigint): string {
	return whole.toString().replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}

interface AmountParts {
	readonly sign: string;
	readonly whole: bigint;
	/** Without trailing zeros; empty for a whole number. */
	readonly fraction: string;
}

function parts(raw: bigint, decimals: number): AmountParts {
	const magnitude = raw < 0n ? -raw : raw;
	const scale = 10n ** BigInt(decimals);
	const fraction = decimals === 0 ? "" : (magnitude % scale).toString().padStart(decimals, "0");
	return { sign: raw < 0n ? "−" : "", whole: magnitude / scale, fraction: fraction.replace(/0+$/, "") };
}

function joined({ sign, whole, fraction }: AmountParts, more: string): string {
	return `${sign}${grouped(whole)}${fraction === "" ? "" : `.${fraction}`}${more}`;
}

/** Every digit, thousands grouped. */
export function fullText(raw: bigint, decimals: number | null): string {
	return joined(parts(raw, decimals ?? 0), "");
}

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
