/** Caches one read of the list while views are composed, until something in it changes. */
export class ComposeCache<T> {
	readonly #read: () => T;
	#isComposing = false;
	#cached: { readonly value: T } | null = null;

	constructor(read: () => T) {
		this.#read = read;
	}

	get(): T {
		return this.#isComposing ? this.latest() : this.#read();
	}

	/** The result may be stale, so it is for display only and never for a decision. */
	latest(): T {
		this.#cached ??= { value: this.#read() };
		return this.#cached.value;
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
		this.#cached = null;
	}
}
