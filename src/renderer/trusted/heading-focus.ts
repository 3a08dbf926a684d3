import { useEffect, useRef } from "react";

/** Moves the focus to the heading if it was in the bottom bar, which usePreservedFocus doesn't cover. */
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
