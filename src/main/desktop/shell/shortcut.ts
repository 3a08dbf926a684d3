import { globalShortcut } from "electron";
import type { Shortcut } from "../../../ipc/settings.ts";

/** Keys of the whole system that do one thing: bring up the next review. Nothing is approved by them. */
export class GlobalShortcut {
	readonly #reviewNext: () => void;
	readonly #log: (line: string) => void;
	#held: Shortcut | null = null;
	#isHeld = true;

	constructor(reviewNext: () => void, log: (line: string) => void) {
		this.#reviewNext = reviewNext;
		this.#log = log;
	}

	/** Registers these keys in place of those before; `null` gives them back. */
	set(keys: Shortcut | null): void {
		if (this.#held !== null) globalShortcut.unregister(this.#held);
		this.#isHeld = keys === null || this.#register(keys);
		this.#held = this.#isHeld ? keys : null;
		if (!this.#isHeld) this.#log(`the system did not give the shortcut ${keys}`);
	}

	/** Whether the system gave the last keys; another program may hold them. */
	isHeld(): boolean {
		return this.#isHeld;
	}

	#register(keys: Shortcut): boolean {
		try {
			return globalShortcut.register(keys, this.#reviewNext);
		} catch (error) {
			this.#log(`the shortcut could not be asked for: ${String(error)}`);
			return false;
		}
	}
}
