import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * What was pressed to put a part in, leave it out or remove it is gone afterwards: the focus goes to the first control
 * of the part (`data-part`) that is named, as soon as it is drawn.
 */
export function useMovedFocus(): {
	readonly root: RefObject<HTMLDivElement | null>;
	readonly move: (part: string) => void;
} {
	const root = useRef<HTMLDivElement>(null);
	const wanted = useRef<string | null>(null);
	useEffect(() => {
		if (wanted.current === null) return;
		const part = root.current?.querySelector(`:scope > [data-part="${wanted.current}"]`);
		wanted.current = null;
		part?.querySelector<HTMLElement>("input, textarea, select, button:not([aria-disabled])")?.focus();
	});
	const move = useCallback((part: string) => {
		wanted.current = part;
	}, []);
	return { root, move };
}
