/** Limits of the general rules, all in one place; shares are in millionths of a holding. */

/** All of a holding. */
export const WHOLE = 1_000_000n;

export const SHARE = {
	/** Lost to strangers, or within their rights, from which a word is typed. */
	danger: 100_000n,
	/** Gone to anybody, from which it is told: exactly half is half. */
	half: 500_000n,
	/** All but what is kept back for fees or for looks. */
	nearlyAll: 900_000n,
} as const;

/** Percent of a price above which what goes to others is no fee: markets and makers of collections take more. */
export const OTHERS = { ofItems: 25n, ofTokens: 10n } as const;

/** Percent of what is given that has to arrive; a bridge that keeps more takes no usual fee. */
export const BRIDGED = 95n;

/** Hundredths of a percent that interfaces take for themselves of what a router hands on, all of them together. */
export const INTERFACE_FEE = 100n;

/** Units of a token that nobody lists for one that is given: above, it is no receipt of anything. */
export const RECEIPT_UNITS = 100n;

/**
 * Part of a holding; `null` for an amount without a bound, and of a holding that nobody knows. Of nothing, whatever
 * goes is all.
 */
export function shareOf(amount: bigint | null, held: bigint | null): bigint | null {
	if (amount === null || held === null) return null;
	return held === 0n ? (amount === 0n ? 0n : WHOLE) : (amount * WHOLE) / held;
}
