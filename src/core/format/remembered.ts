/**
 * Caches a pure function of text.
 * @param most number of cached texts; the oldest is removed first
 */
export function memoized<T>(most: number, read: (text: string) => T): (text: string) => T {
	const known = new Map<string, { readonly value: T }>();
	return (text) => {
		const held = known.get(text);
		if (held !== undefined) return held.value;
		const value = read(text);
		if (known.size >= most)
			for (const first of known.keys()) {
				known.delete(first);
				break;
			}
		known.set(text, { value });
		return value;
	};
}

/** Length from which parsing takes longer than a cache lookup. */
const LONG = 1_024;

/** Caches like `remembered`, but only long texts. */
export function memoizedIfLong<T>(most: number, read: (text: string) => T): (text: string) => T {
	const long = memoized(most, read);
	return (text) => (text.length < LONG ? read(text) : long(text));
}
