import { globalShortcut } from "electron";
import type { Shortcut } from "../../../ipc/settings.ts";

export class GlobalShortcut {
	readonly #reviewNext: () => void;
	readonly #log: (line: string) => void;
	#held: Shortcut | null = null;
	#isHeld = true;

	constructor(reviewNext: () => void, log: (line: string) => void) {
		this.#reviewNext = reviewNext;
		this.#log = log;
	}

	set(keys: Shortcut | null): void {
		if (this.#held !== null) globalShortcut.unregister(this.#held);
		this.#isHeld = keys === null || this.#register(keys);
		this.#held = this.#isHeld ? keys : null;
		if (!this.#isHeld) this.#log(`the system did not give the shortcut ${keys}`);
	}

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
