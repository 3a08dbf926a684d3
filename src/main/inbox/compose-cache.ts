/** Caches one read of the list while views are composed, until something in it changes. */
export class ComposeCache<T> {
	readonly #read: () => T;
	#isComposing = false;
	#kept: { readonly value: T } | null = null;

	constructor(read: () => T) {
		this.#read = read;
	}

	get(): T {
		return this.#isComposing ? this.latest() : this.#read();
	}

	/** The result may be stale, so it is for display only and never for a decision. */
	latest(): T {
		this.#kept ??= { value: this.#read() };
		return this.#kept.value;
	}

	during(compose: () => void): void {
		this.#isComposing = true;
		try {
			compose();
		} finally {
			this.#isComposing = false;
		}
	}

	drop(): void {
		this.#kept = null;
	}
}
