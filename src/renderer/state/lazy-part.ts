import { useEffect, useSyncExternalStore } from "react";

/** Code that is loaded after the first paint or on demand. */
export class LazyPart<Part> {
	readonly #load: () => Promise<Part>;
	readonly #listeners = new Set<() => void>();
	#state: { readonly part: Part } | { readonly fault: unknown } | null = null;
	#bringing: Promise<void> | null = null;

	constructor(load: () => Promise<Part>) {
		this.#load = load;
	}

	/** Returns `null` until the part has loaded. Throws if loading failed. */
	readonly part = (): Part | null => {
		if (this.#state === null) return null;
		if ("fault" in this.#state) throw this.#state.fault;
		return this.#state.part;
	};

	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange);
		return () => this.#listeners.delete(onChange);
	};

	/** Never rejects. */
	async load(): Promise<void> {
		this.#bringing ??= this.#load().then(
			(part) => this.#settle({ part }),
			(fault: unknown) => this.#settle({ fault }),
		);
		await this.#bringing;
	}

	#settle(state: { readonly part: Part } | { readonly fault: unknown }): void {
		this.#state = state;
		for (const listener of [...this.#listeners]) listener();
	}
}

/** Delay that leaves time for the first screen, and the maximum wait for the window to become idle. */
const [FIRST_MS, PATIENCE_MS] = [500, 1000];

/** @param isWanted set if the part is needed right now */
export function useLazyPart<Part>(later: LazyPart<Part>, isWanted: boolean): Part | null {
	const part = useSyncExternalStore(later.subscribe, later.part, later.part);
	useEffect(() => {
		if (isWanted) void later.load();
		let idle = 0;
		const first = setTimeout(() => {
			idle = requestIdleCallback(() => void later.load(), { timeout: PATIENCE_MS });
		}, FIRST_MS);
		return () => {
			clearTimeout(first);
			cancelIdleCallback(idle);
		};
	}, [later, isWanted]);
	return part;
}
