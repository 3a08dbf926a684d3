/** What is remembered of commits is let go of once they are long over, or too many. */

/** A commit that is over can still be looked at for a day. */
export const OVER_MS = 24 * 3600_000;
/** Beyond this many, those that are over go first, then the ones used longest ago. */
export const MAX_REMEMBERED = 2_000;

export interface CacheUse {
	readonly id: string;
	/** Since when it is over, Unix ms; null while it is not. */
	readonly overSince: number | null;
}

/**
 * The ids to forget.
 * @param all used longest ago first.
 * @param open the one that the user looks at: it stays.
 */
export function evictable(all: readonly CacheUse[], open: string | null, now: number): readonly string[] {
	const others = all.filter((each) => each.id !== open);
	const old = others.filter(({ overSince }) => overSince !== null && now - overSince > OVER_MS);
	const excess = all.length - old.length - MAX_REMEMBERED;
	if (excess <= 0) return old.map((each) => each.id);
	const gone = new Set(old);
	const left = others.filter((each) => !gone.has(each));
	const over = left.filter(({ overSince }) => overSince !== null);
	const waiting = left.filter(({ overSince }) => overSince === null);
	return [...old, ...[...over, ...waiting].slice(0, excess)].map((each) => each.id);
}
