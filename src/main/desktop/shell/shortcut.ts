import { globalShortcut } from "electron";
import type { Shortcut } from "../../../ipc/settings.ts";

export interface GlobalShortcut {
	/** Takes these keys in place of those before; null gives them back. */
	readonly set: (keys: Shortcut | null) => void;
	/** The system gave what was asked for last; another program may hold it. */
	readonly isHeld: () => boolean;
}

/** Keys of the whole system that do one thing: bring up the next review. Nothing is approved by them. */
export function createShortcut(reviewNext: () => void, log: (line: string) => void): GlobalShortcut {
	let held: Shortcut | null = null;
	let isHeld = true;

	function take(keys: Shortcut): boolean {
		try {
			return globalShortcut.register(keys, reviewNext);
		} catch (error) {
			log(`the shortcut could not be asked for: ${String(error)}`);
			return false;
		}
	}

	return {
		set(keys) {
			if (held !== null) globalShortcut.unregister(held);
			isHeld = keys === null || take(keys);
			held = isHeld ? keys : null;
			if (!isHeld) log(`the system did not give the shortcut ${keys}`);
		},
		isHeld: () => isHeld,
	};
}
