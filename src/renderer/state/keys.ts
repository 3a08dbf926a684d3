import { useEffect, useRef } from "react";
import { useDesk } from "./desk.tsx";

/** True where a key press writes text or drives a control of its own. */
function writes(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** By `KeyboardEvent.key`, letters in lower case. One that answers false leaves the key to the page. */
export type KeyMap = Readonly<Record<string, () => unknown>>;

/**
 * Single-key shortcuts of the desk. Silent while somebody writes, holds a modifier, or a dialog is open; where the user
 * switched them off, only named keys (Enter, Escape) act.
 */
export function useKeys(keys: KeyMap): void {
	const { singleKeys } = useDesk().view.settings;
	const latest = useRef(keys);
	useEffect(() => {
		latest.current = keys;
	});
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			if (writes(event.target) || document.querySelector("dialog[open]") !== null) return;
			if (event.key.length === 1 && !singleKeys) return;
			const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
			if (act === undefined) return;
			if (act() !== false) event.preventDefault();
		}
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [singleKeys]);
}
