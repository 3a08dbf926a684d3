import { useEffect, useRef } from "react";

/**
 * Focuses the heading when a screen change (`state`) removes the focused element: the bottom bar is in no
 * part that could keep it (useKeptFocus). The window handles the first render.
 */
export function useHeadingFocus(state: string): void {
	const drawn = useRef(state);
	useEffect(() => {
		if (drawn.current === state) return;
		drawn.current = state;
		const { activeElement } = document;
		if (activeElement === null || activeElement === document.body) {
			document.querySelector<HTMLElement>("main h1")?.focus();
		}
	}, [state]);
}
