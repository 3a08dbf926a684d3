/** What is read once for all who ask while several views are composed together. */

export interface SharedReading<T> {
	/** As it was read before in the same composition; read anew outside of one, and after a change. */
	get(): T;
	/** Composes: whoever asks meanwhile is given the same. */
	during(compose: () => void): void;
	/** Something changed: what was read before is no longer given. */
	drop(): void;
}

export function createSharedReading<T>(read: () => T): SharedReading<T> {
	let isComposing = false;
	let kept: { readonly value: T } | null = null;

	return {
		get() {
			if (!isComposing) return read();
			kept ??= { value: read() };
			return kept.value;
		},
		during(compose) {
			isComposing = true;
			try {
				compose();
			} finally {
				isComposing = false;
				kept = null;
			}
		},
		drop() {
			kept = null;
		},
	};
}
