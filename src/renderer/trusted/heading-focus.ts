import { useEffect, useRef } from "react";

/** The bottom bar is outside the area of usePreservedFocus. */
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
