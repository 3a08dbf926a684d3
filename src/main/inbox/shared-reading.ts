/** What is read once for all who compose views, until something of it changes. */

export interface SharedReading<T> {
	/** In a composition as it was read before, where nothing changed since; read anew outside of one. */
	readonly get: () => T;
	/** As it was read last, where nothing changed since: for what only looks, and decides nothing. */
	readonly latest: () => T;
	/** Composes: whoever asks meanwhile is given the same. */
	during(compose: () => void): void;
	/** Something changed: what was read before is no longer given. */
	readonly drop: () => void;
}

export function createSharedReading<T>(read: () => T): SharedReading<T> {
	let isComposing = false;
	let kept: { readonly value: T } | null = null;

	function latest(): T {
		kept ??= { value: read() };
		return kept.value;
	}

	return {
		get: () => (isComposing ? latest() : read()),
		latest,
		during(compose) {
			isComposing = true;
			try {
				compose();
			} finally {
				isComposing = false;
			}
		},
		drop() {
			kept = null;
		},
	};
}
