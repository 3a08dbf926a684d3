/**
 * How long to wait after failures in a row (docs/service-api/events.md#reconnecting), spread so that many sessions
 * don't knock at once.
 */

const FIRST_MS = 500;
export const CAP_MS = 5_000;

/** A number in [0, 1) of one random byte. */
export type Fraction = () => number;

export function fractionOf(random: (length: number) => Uint8Array): Fraction {
	return () => (random(1)[0] ?? 0) / 256;
}

/** `min(500 · 2^(n−1), cap)` ms for the n-th failure, less up to half of it by chance. */
export function backoffMs(failures: number, fraction: Fraction, capMs = CAP_MS): number {
	const whole = Math.min(FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 16), capMs);
	return Math.round(whole * (1 - fraction() / 2));
}
