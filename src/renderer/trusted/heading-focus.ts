import { useEffect, useRef } from "react";

/**
 * Where a change of the screen (`state`) takes away what had the focus, the heading gets it: a bar at the bottom is in
 * no part that could keep it (useKeptFocus). The screen's first drawing is left to the window.
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
