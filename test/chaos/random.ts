/** Returns a generator of numbers from 0 to 1 for a seed (Mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function bytesOf(random: () => number): (length: number) => Uint8Array {
	return (length) => Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

/** Chooses one element. @throws RangeError if there are none */
export function oneOf<T>(random: () => number, choices: readonly T[]): T {
	const chosen = choices[Math.floor(random() * choices.length)];
	if (chosen === undefined) throw new RangeError("nothing to choose from");
	return chosen;
}
