/**
 * A pure reading of texts that remembers the latest ones: the same text says the same, and is read once.
 * @param most how many texts; the one that came first is forgotten first
 */
export function remembered<T>(most: number, read: (text: string) => T): (text: string) => T {
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

/** From so many characters on, a text takes longer to be read than to be known again. */
const LONG = 1_024;

/** The same for texts that may be very long; a short one is read each time. */
export function rememberedWhereLong<T>(most: number, read: (text: string) => T): (text: string) => T {
	const long = remembered(most, read);
	return (text) => (text.length < LONG ? read(text) : long(text));
}
