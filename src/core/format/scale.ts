/** Tokens that show people another number than the chain counts: exact factors, without floats. */

/** An exact factor; both parts are above zero. */
export interface Scale {
	readonly numerator: bigint;
	readonly denominator: bigint;
}

/** How a token scales amounts for people. */
export interface Scaling {
	/** `null` if the factor can't be read: then only base units are certain. */
	readonly now: Scale | null;
	/** A change that is announced; `null` if there is none. */
	readonly next: { readonly scale: Scale | null; readonly atSeconds: bigint } | null;
}

/** The scaling of a token whose factor can't be read. */
export const UNREAD_SCALING: Scaling = { now: null, next: null };

/** Largest factor that is believed, and the inverse of the smallest: beyond it no amount could be shown. */
const LARGEST = 10n ** 18n;

/** Returns the factor, or `null` if it is not above zero or out of bounds. */
export function scaleOf(numerator: bigint, denominator: bigint): Scale | null {
	if (numerator <= 0n || denominator <= 0n) return null;
	if (numerator > denominator * LARGEST || denominator > numerator * LARGEST) return null;
	return { numerator, denominator };
}

export const isUnscaled = ({ numerator, denominator }: Scale): boolean => numerator === denominator;

/** Scales base units; what is not whole is rounded towards zero, or away from it. */
export function scaled(raw: bigint, { numerator, denominator }: Scale, towards: "up" | "down"): bigint {
	const magnitude = raw < 0n ? -raw : raw;
	const product = magnitude * numerator;
	const whole = towards === "up" ? (product + denominator - 1n) / denominator : product / denominator;
	return raw < 0n ? -whole : whole;
}

const FRACTION_BITS = 52n;
const EXPONENT_BIAS = 1_075n;

/** Returns the exact value of the 64 bits of a double, or `null` if it is no number above zero. */
export function scaleOfDouble(bits: bigint): Scale | null {
	const exponent = (bits >> FRACTION_BITS) & 0x7ffn;
	const fraction = bits & (2n ** FRACTION_BITS - 1n);
	if (bits >> 63n === 1n || exponent === 0x7ffn || exponent === 0n) return null;
	const mantissa = fraction | (2n ** FRACTION_BITS);
	const power = exponent - EXPONENT_BIAS;
	return power >= 0n ? scaleOf(mantissa << power, 1n) : scaleOf(mantissa, 1n << -power);
}

/** Digits behind the point of the exponential; a token of 18 decimals needs fewer. */
const PRECISION = 10n ** 40n;
/** Largest exponent that is believed. */
const MAX_EXPONENT = 40n;

/** Returns e to the power of a fraction, to 40 digits behind the point; `null` if the exponent is out of bounds. */
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
