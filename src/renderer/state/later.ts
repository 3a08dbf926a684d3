import { useEffect, useSyncExternalStore } from "react";

/** A part of a window's code that comes after what is seen first: once that is painted, or earlier where it is wanted. */
export class Later<Part> {
	readonly #load: () => Promise<Part>;
	readonly #listeners = new Set<() => void>();
	#state: { readonly part: Part } | { readonly fault: unknown } | null = null;
	#bringing: Promise<void> | null = null;

	/** @param load a dynamic import, so that the bundler gives the part a file of its own */
	constructor(load: () => Promise<Part>) {
		this.#load = load;
	}

	/** `null` until it is loaded. @throws if its file could not be read */
	readonly part = (): Part | null => {
		if (this.#state === null) return null;
		if ("fault" in this.#state) throw this.#state.fault;
		return this.#state.part;
	};

	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange);
		return () => this.#listeners.delete(onChange);
	};

	/** Loads it, once; never rejects. */
	async bring(): Promise<void> {
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

/** So long what is seen first has the window to itself, and so long a busy window waits for the rest after that. In ms. */
const [FIRST_MS, PATIENCE_MS] = [500, 1000];

/** @param isWanted it is to be drawn now */
export function useLater<Part>(later: Later<Part>, isWanted: boolean): Part | null {
	const part = useSyncExternalStore(later.subscribe, later.part, later.part);
	useEffect(() => {
		if (isWanted) void later.bring();
		let idle = 0;
		const first = setTimeout(() => {
			idle = requestIdleCallback(() => void later.bring(), { timeout: PATIENCE_MS });
		}, FIRST_MS);
		return () => {
			clearTimeout(first);
			cancelIdleCallback(idle);
		};
	}, [later, isWanted]);
	return part;
}
