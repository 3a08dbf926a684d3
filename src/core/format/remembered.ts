/** Caches the results of a pure function. Evicts the oldest entry once there are `most` entries. */
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

/** Length below which parsing a text is faster than a cache lookup. */
const LONG = 1_024;

export function memoizedIfLong<T>(most: number, read: (text: string) => T): (text: string) => T {
	const long = memoized(most, read);
	return (text) => (text.length < LONG ? read(text) : long(text));
}
