import type { Text } from "../message.ts";

/** Amounts as bigint in base units, and their text. No floats. */

export interface Unit {
	/** null: nobody has said, so base units are shown. */
	readonly decimals: number | null;
	/** Of what has no symbol what it is called in a sentence. */
	readonly symbol: Text;
	/** Decimals and symbol were read from the chain, or are its native coin's own. */
	readonly checked: boolean;
}

export interface Amount extends Unit {
	/** Base units (wei and the like). */
	readonly raw: bigint;
}

const LEAST_SIGNIFICANT = 6;
const MIN_FRACTION = 2;

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

/** Digits of the fraction to show: the whole part is never shortened, and small amounts keep six digits. */
function shownFraction({ whole, fraction }: AmountParts): number {
	if (whole === 0n) return fraction.length - fraction.replace(/^0+/, "").length + LEAST_SIGNIFICANT;
	return Math.max(MIN_FRACTION, LEAST_SIGNIFICANT - whole.toString().length);
}

/** Digits of the fraction of an amount that is rounded: four significant ones below 1, two decimals from 1,000 on. */
function roundedDigits({ whole, fraction }: AmountParts): number {
	if (whole >= 1_000n) return 2;
	return whole > 0n ? 4 : fraction.length - fraction.replace(/^0+/, "").length + 4;
}

/**
 * A few significant digits, thousands grouped. What leaves is rounded up and what comes in is rounded down, so that
 * neither reads better than it is.
 */
export function roundedText(raw: bigint, decimals: number | null, towards: "up" | "down"): string {
	const places = decimals ?? 0;
	const magnitude = raw < 0n ? -raw : raw;
	const kept = Math.min(places, roundedDigits(parts(raw, places)));
	const unit = 10n ** BigInt(places - kept);
	const units = towards === "up" ? (magnitude + unit - 1n) / unit : magnitude / unit;
	return joined(parts((raw < 0n ? -units : units) * unit, places), "");
}

/** Significant digits, thousands grouped; cut, never rounded, and "…" tells where it is cut. */
export function shortText(raw: bigint, decimals: number | null): string {
	const all = parts(raw, decimals ?? 0);
	const shown = shownFraction(all);
	if (all.fraction.length <= shown) return joined(all, "");
	return joined({ ...all, fraction: all.fraction.slice(0, shown) }, "…");
}
