import { useEffect, useLayoutEffect, useRef } from "react";
import { useDesk } from "./desk.tsx";

/** Elements that use letter keys themselves. */
const FIELDS =
	"input, textarea, select, [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=menu], [role=menubar]";

function writes(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null);
}

export const isDialogOpen = () => document.querySelector("dialog[open], [role=dialog]") !== null;

/**
 * Handlers by `KeyboardEvent.key`, with letters in lower case. A handler returns `false` if it didn't handle
 * the key.
 */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** Handles all keys that reach the window. */
export function useWindowKeys(onKey: (event: KeyboardEvent) => void): void {
	const latest = useRef(onKey);
	// A layout effect, so that a key always acts on what is on screen.
	useLayoutEffect(() => {
		latest.current = onKey;
	});
	useEffect(() => {
		const listener = (event: KeyboardEvent) => latest.current(event);
		window.addEventListener("keydown", listener);
		return () => window.removeEventListener("keydown", listener);
	}, []);
}

/**
 * On F6 and Shift+F6, moves the focus between visible elements with `data-region`, even while the user is
 * typing.
 */
export function useRegions(): void {
	useWindowKeys((event) => {
		if (event.key !== "F6" || event.ctrlKey || event.metaKey || event.altKey) return;
		if (isDialogOpen()) return;
		const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((each) =>
			each.checkVisibility(),
		);
		// Regions may be nested, so the innermost one is used.
		const at = regions.findLastIndex((each) => each.contains(document.activeElement));
		const by = event.shiftKey ? -1 : 1;
		const next = regions[(Math.max(at, event.shiftKey ? 0 : -1) + by + regions.length) % regions.length];
		if (next === undefined) return;
		event.preventDefault();
		if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
		next.focus();
	});
}

/**
 * Registers single-key shortcuts. They don't work while typing, with a modifier key or in dialogs. If the
 * user turns them off, only named keys (Enter, Escape) still work.
 */
export function useKeys(keys: KeyMap): void {
	useKeyMap(keys, useDesk().view.settings.singleKeys);
}

export function useKeyMap(keys: KeyMap, singleKeys: boolean): void {
	useWindowKeys((event) => {
		if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
		if (writes(event.target) || isDialogOpen()) return;
		if (event.key.length === 1 && !singleKeys) return;
		const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
		if (act === undefined) return;
		if (act(event) !== false) event.preventDefault();
	});
}
