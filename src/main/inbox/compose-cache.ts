/** Shares one reading among everybody who composes views, until something of it changes. */
export class ComposeCache<T> {
	readonly #read: () => T;
	#isComposing = false;
	#kept: { readonly value: T } | null = null;

	constructor(read: () => T) {
		this.#read = read;
	}

	/** Returns the shared reading during a composition; reads anew outside of one. */
	get(): T {
		return this.#isComposing ? this.latest() : this.#read();
	}

	/** Returns the last reading unless something changed: for what only looks, and decides nothing. */
	latest(): T {
		this.#kept ??= { value: this.#read() };
		return this.#kept.value;
	}

	/** Composes; everybody who reads meanwhile gets the same. */
	during(compose: () => void): void {
		this.#isComposing = true;
		try {
			compose();
		} finally {
			this.#isComposing = false;
		}
	}

	/** Drops the reading, since something changed. */
	drop(): void {
		this.#kept = null;
	}
}
