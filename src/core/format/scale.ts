export interface Scale {
	readonly numerator: bigint;
	readonly denominator: bigint;
}

export interface Scaling {
	readonly now: Scale | null;
	readonly next: { readonly scale: Scale | null; readonly atSeconds: bigint } | null;
}

export const UNREAD_SCALING: Scaling = { now: null, next: null };

/**
 * Largest factor that is accepted, and the inverse of the smallest. Amounts outside this range couldn't be
 * displayed.
 */
const LARGEST = 10n ** 18n;

export function scaleOf(numerator: bigint, denominator: bigint): Scale | null {
	if (numerator <= 0n || denominator <= 0n) return null;
	if (numerator > denominator * LARGEST || denominator > numerator * LARGEST) return null;
	return { numerator, denominator };
}

export const isUnscaled = ({ numerator, denominator }: Scale): boolean => numerator === denominator;

export function scaled(raw: bigint, { numerator, denominator }: Scale, towards: "up" | "down"): bigint {
	const magnitude = raw < 0n ? -raw : raw;
	const product = magnitude * numerator;
	const whole = towards === "up" ? (product + denominator - 1n) / denominator : product / denominator;
	return raw < 0n ? -whole : whole;
}

const FRACTION_BITS = 52n;
const EXPONENT_BIAS = 1_075n;

export function scaleOfDouble(bits: bigint): Scale | null {
	const exponent = (bits >> FRACTION_BITS) & 0x7ffn;
	const fraction = bits & (2n ** FRACTION_BITS - 1n);
	if (bits >> 63n === 1n || exponent === 0x7ffn || exponent === 0n) return null;
	const mantissa = fraction | (2n ** FRACTION_BITS);
	const power = exponent - EXPONENT_BIAS;
	return power >= 0n ? scaleOf(mantissa << power, 1n) : scaleOf(mantissa, 1n << -power);
}

/** Precision of 40 decimals, which is more than any token has. */
const PRECISION = 10n ** 40n;
const MAX_EXPONENT = 40n;

export function exponential(numerator: bigint, denominator: bigint): Scale | null {
	const magnitude = numerator < 0n ? -numerator : numerator;
	if (magnitude > denominator * MAX_EXPONENT) return null;
	let term = PRECISION;
	let sum = PRECISION;
	for (let step = 1n; term !== 0n; step += 1n) {
		term = (term * magnitude) / (denominator * step);
		sum += term;
	}
	return numerator < 0n ? scaleOf(PRECISION, sum) : scaleOf(sum, PRECISION);
}
