import { useEffect, useRef } from "react";
import { useDesk } from "./desk.tsx";

/** Fields, and parts of lists and menus where letters select an entry. */
const FIELDS =
	"input, textarea, select, [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=menu], [role=menubar]";

/** Returns whether the focused field, list or menu uses the key. */
function writes(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.closest(FIELDS) !== null);
}

const isDialogOpen = () => document.querySelector("dialog[open], [role=dialog]") !== null;

/** Keyed by `KeyboardEvent.key`, letters in lower case. Returning `false` leaves the key to the page. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/**
 * Moves between regions with F6 and Shift+F6, also while typing. Regions have `data-region`; hidden ones are
 * skipped.
 */
export function useRegions(): void {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key !== "F6" || event.ctrlKey || event.metaKey || event.altKey) return;
			if (isDialogOpen()) return;
			const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((each) =>
				each.checkVisibility(),
			);
			// Regions may be nested.
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
 * Single-key shortcuts of the desk. Inactive while typing, with a modifier, or in a dialog; if disabled in
 * settings, only named keys (Enter, Escape) act.
 */
export function useKeys(keys: KeyMap): void {
	useKeyMap(keys, useDesk().view.settings.singleKeys);
}

/** Shortcuts for either window. */
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
