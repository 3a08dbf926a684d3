import { type RefObject, useEffect } from "react";

const CONTAINERS = "li, fieldset, section, main";

/**
 * When the focused element is removed, focuses its nearest remaining ancestor. Otherwise, the focus would
 * jump to the top of the window.
 */
export function usePreservedFocus(root: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const element = root.current;
		if (element === null) return;
		let around: readonly HTMLElement[] = [];
		const isLost = () => document.activeElement === null || document.activeElement === document.body;
		const note = ({ target }: FocusEvent) => {
			const places: HTMLElement[] = [];
			let at = target instanceof HTMLElement ? target.parentElement : null;
			for (; at !== null && at !== element; at = at.parentElement)
				if (at.matches(CONTAINERS)) places.push(at);
			around = places;
		};
		// After a click outside, nothing should have the focus.
		const forget = ({ target }: FocusEvent) => {
			setTimeout(() => {
				if (isLost() && target instanceof HTMLElement && target.isConnected) around = [];
			});
		};
		const look = () => {
			const place = isLost() ? around.find((each) => each.isConnected) : undefined;
			if (place === undefined) return;
			// If only the whole screen is left, its heading gets the focus.
			const target = place.matches("main") ? (place.querySelector<HTMLElement>("h1") ?? place) : place;
			if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
			target.focus({ preventScroll: true });
		};
		const changes = new MutationObserver(look);
		changes.observe(element, { childList: true, subtree: true });
		element.addEventListener("focusin", note);
		element.addEventListener("focusout", forget);
		return () => {
			changes.disconnect();
			element.removeEventListener("focusin", note);
			element.removeEventListener("focusout", forget);
		};
	}, [root]);
}
