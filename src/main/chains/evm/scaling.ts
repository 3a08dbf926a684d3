import { type Scaling, scaleOf } from "../../../core/format/scale.ts";

/** How an ERC-8056 token scales amounts, by its answers. */

/** A factor of one, in the 18 digits that ERC-8056 counts. */
const ONE = 10n ** 18n;

interface ScaleAnswers {
	/** `uiMultiplier`. */
	readonly factor: bigint;
	/** `newUIMultiplier` and `effectiveAt`; `null` if the token has no such function. */
	readonly later: bigint | null;
	readonly atSeconds: bigint | null;
}

/** Returns `null` for a token whose factor is one and stays so. */
export function scalingBy({ factor, later, atSeconds }: ScaleAnswers, nowSeconds: bigint): Scaling | null {
	const now = scaleOf(factor, ONE);
	const isPending = later !== null && atSeconds !== null && atSeconds > nowSeconds && later !== factor;
	if (!isPending) return factor === ONE ? null : { now, next: null };
	return { now, next: { scale: scaleOf(later, ONE), atSeconds } };
}
