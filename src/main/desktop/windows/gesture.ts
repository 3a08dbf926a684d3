import type { BrowserWindow, InputEvent } from "electron";
import type { Gesture } from "../../ports.ts";

/** Input events at the trusted window, in this file's terms. */
export type GestureEvent =
	| { readonly kind: "shown" | "hidden" | "blurred" }
	| { readonly kind: "press"; readonly by: "mouse" | "touch" | "space"; readonly repeat: boolean }
	| { readonly kind: "release" }
	/** A second button, another key, a cancelled touch: real input that ends a hold. */
	| { readonly kind: "disturb" }
	/** Real input that neither starts nor ends a hold (the wheel). */
	| { readonly kind: "scroll" };

/** The gesture, and the key or button that holds it. */
export interface Watched extends Gesture {
	readonly heldBy: "mouse" | "touch" | "space" | null;
}

export const NOTHING_SEEN: Watched = { visibleSince: null, heldSince: null, heldBy: null, lastInputAt: null };

/** Returns the state after an event at `at` (Unix ms). */
export function afterGestureEvent(watched: Watched, event: GestureEvent, at: number): Watched {
	const released: Watched = { ...watched, heldSince: null, heldBy: null };
	switch (event.kind) {
		case "shown":
			return { ...watched, visibleSince: watched.visibleSince ?? at };
		case "hidden":
			return { ...released, visibleSince: null };
		case "blurred":
			return released;
		case "press": {
			const stillHeld = event.by === "space" && watched.heldBy === "space";
			// A repeat continues the same hold; a repeat of a key pressed elsewhere starts none here.
			if (event.repeat || stillHeld) return { ...watched, lastInputAt: at };
			if (watched.heldBy !== null || watched.visibleSince === null) return { ...released, lastInputAt: at };
			return { ...watched, heldSince: at, heldBy: event.by, lastInputAt: at };
		}
		case "release":
		case "disturb":
			return { ...released, lastInputAt: at };
		case "scroll":
			return { ...watched, lastInputAt: at };
	}
}

/** Members of Electron's `input-event`; its typings declare only two of them. */
export interface RawInput {
	readonly type: InputEvent["type"];
	readonly modifiers?: readonly string[];
	readonly button?: unknown;
	readonly code?: unknown;
	readonly key?: unknown;
	readonly keyCode?: unknown;
	readonly isAutoRepeat?: unknown;
}

/**
 * Parses one input event of Electron; `null` if it is not a user's deliberate act. Electron states a mouse
 * event's buttons in `modifiers` only (blink_converter.cc), and a key by `code` and `key`.
 */
export function readInput(input: RawInput): GestureEvent | null {
	switch (input.type) {
		case "mouseDown":
			return isLeftAlone(input) ? { kind: "press", by: "mouse", repeat: false } : { kind: "disturb" };
		case "touchStart":
			return { kind: "press", by: "touch", repeat: false };
		case "rawKeyDown":
		case "keyDown":
			if (!isSpace(input)) return { kind: "disturb" };
			return { kind: "press", by: "space", repeat: isRepeat(input) };
		case "mouseUp":
		case "touchEnd":
		case "keyUp":
			return { kind: "release" };
		case "touchCancel":
		case "pointerCancel":
			return { kind: "disturb" };
		case "mouseWheel":
			return { kind: "scroll" };
		default:
			// A window that appears under the pointer also causes a move; `char` follows its key.
			return null;
	}
}

function isLeftAlone(input: RawInput): boolean {
	const pressed = new Set((input.modifiers ?? []).map((modifier) => modifier.toLowerCase()));
	if (pressed.has("middlebuttondown") || pressed.has("rightbuttondown")) return false;
	if (input.button !== undefined) return input.button === "left";
	return pressed.has("leftbuttondown");
}

function isSpace(input: RawInput): boolean {
	return input.code === "Space" || input.key === " " || input.keyCode === "Space" || input.keyCode === " ";
}

function isRepeat(input: RawInput): boolean {
	if (input.isAutoRepeat === true) return true;
	return (input.modifiers ?? []).some((modifier) => modifier.toLowerCase() === "isautorepeat");
}

/** Watches a window from the main process, where no page script can imitate a user. */
export class GestureWatch {
	readonly #now: () => number;
	readonly #onInput: () => void;
	#watched = NOTHING_SEEN;

	/** @param onInput called after each press, key or turn of the wheel */
	constructor(now: () => number, onInput: () => void) {
		this.#now = now;
		this.#onInput = onInput;
	}

	current(): Gesture {
		const { visibleSince, heldSince, lastInputAt } = this.#watched;
		return { visibleSince, heldSince, lastInputAt };
	}

	/** Follows a window; one at a time. */
	follow(window: BrowserWindow): void {
		this.#watched = NOTHING_SEEN;
		if (window.isVisible()) this.#note({ kind: "shown" });
		window.on("show", () => this.#note({ kind: "shown" }));
		window.on("restore", () => this.#note({ kind: "shown" }));
		window.on("hide", () => this.#note({ kind: "hidden" }));
		window.on("minimize", () => this.#note({ kind: "hidden" }));
		window.on("closed", () => this.#note({ kind: "hidden" }));
		window.on("blur", () => this.#note({ kind: "blurred" }));
		window.webContents.on("input-event", (_event, input) => {
			const event = readInput(input);
			if (event === null) return;
			this.#note(event);
			this.#onInput();
		});
	}

	#note(event: GestureEvent): void {
		this.#watched = afterGestureEvent(this.#watched, event, this.#now());
	}
}
