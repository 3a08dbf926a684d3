import { useEffect, useRef } from "react";
import { useDesk } from "./desk.tsx";

/** Fields, and the parts of lists and menus where a letter chooses an entry. */
const FIELDS =
	"input, textarea, select, [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=menu], [role=menubar]";

/** Tells whether a key press belongs to the field, list or menu that has the focus. */
function writes(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null);
}

const isDialogOpen = () => document.querySelector("dialog[open], [role=dialog]") !== null;

/** By `KeyboardEvent.key`, letters in lower case. One that answers false leaves the key to the page. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/**
 * F6 leads from one region of the window to the next, Shift+F6 back, also while somebody writes. Regions are marked by
 * `data-region`; one that is not drawn is left out.
 */
export function useRegions(): void {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key !== "F6" || event.ctrlKey || event.metaKey || event.altKey) return;
			if (isDialogOpen()) return;
			const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((each) =>
				each.checkVisibility(),
			);
			// A region may stand inside another.
			const at = regions.findLastIndex((each) => each.contains(document.activeElement));
			const by = event.shiftKey ? -1 : 1;
			const next = regions[(Math.max(at, event.shiftKey ? 0 : -1) + by + regions.length) % regions.length];
			if (next === undefined) return;
			event.preventDefault();
			if (!next.hasAttribute("tabindex")) next.tabIndex = -1;
			next.focus();
		}
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
}

/**
 * Single-key shortcuts of the desk. Silent while somebody writes, holds a modifier, or a dialog is open; where the user
 * switched them off, only named keys (Enter, Escape) act.
 */
export function useKeys(keys: KeyMap): void {
	useKeyMap(keys, useDesk().view.settings.singleKeys);
}

/** The same in either window. */
export function useKeyMap(keys: KeyMap, singleKeys: boolean): void {
	const latest = useRef(keys);
	useEffect(() => {
		latest.current = keys;
	});
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			if (writes(event.target) || isDialogOpen()) return;
			if (event.key.length === 1 && !singleKeys) return;
			const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
			if (act === undefined) return;
			if (act(event) !== false) event.preventDefault();
		}
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [singleKeys]);
}
