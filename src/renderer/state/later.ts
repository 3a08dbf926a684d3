import { useEffect, useSyncExternalStore } from "react";

/** A part of a window's code that comes after what is seen first: once that is painted, or earlier where it is wanted. */
export interface Later<Part> {
	/** Null until it is there. @throws where its file could not be read */
	readonly part: () => Part | null;
	/** Reads it, once; never rejects. */
	readonly bring: () => Promise<void>;
	readonly subscribe: (onChange: () => void) => () => void;
}

/** @param load a dynamic import, so that the bundler gives the part a file of its own */
export function createLater<Part>(load: () => Promise<Part>): Later<Part> {
	const listeners = new Set<() => void>();
	let state: { readonly part: Part } | { readonly fault: unknown } | null = null;
	let bringing: Promise<void> | null = null;

	function settle(settled: typeof state): void {
		state = settled;
		for (const listener of [...listeners]) listener();
	}

	return {
		part() {
			if (state === null) return null;
			if ("fault" in state) throw state.fault;
			return state.part;
		},
		bring() {
			bringing ??= load().then(
				(part) => settle({ part }),
				(fault: unknown) => settle({ fault }),
			);
			return bringing;
		},
		subscribe(onChange) {
			listeners.add(onChange);
			return () => listeners.delete(onChange);
		},
	};
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
