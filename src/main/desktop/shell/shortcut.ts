import { globalShortcut } from "electron";
import type { Shortcut } from "../../../ipc/settings.ts";

export class GlobalShortcut {
	readonly #reviewNext: () => void;
	readonly #log: (line: string) => void;
	#registered: Shortcut | null = null;
	#isRegistered = true;

	constructor(reviewNext: () => void, log: (line: string) => void) {
		this.#reviewNext = reviewNext;
		this.#log = log;
	}

	set(keys: Shortcut | null): void {
		if (this.#registered !== null) globalShortcut.unregister(this.#registered);
		this.#isRegistered = keys === null || this.#register(keys);
		this.#registered = this.#isRegistered ? keys : null;
		if (!this.#isRegistered) this.#log(`the system did not give the shortcut ${keys}`);
	}

	isRegistered(): boolean {
		return this.#isRegistered;
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
