import type { BrowserWindow, InputEvent } from "electron";
import type { Gesture } from "../../ports.ts";

export type GestureEvent =
	| { readonly kind: "shown" | "hidden" | "blurred" }
	| { readonly kind: "press"; readonly by: "mouse" | "touch" | "space"; readonly repeat: boolean }
	| { readonly kind: "release" }
	| { readonly kind: "disturb" }
	| { readonly kind: "scroll" };

export interface Watched extends Gesture {
	readonly pressedBy: "mouse" | "touch" | "space" | null;
}

export const NOTHING_SEEN: Watched = {
	visibleSince: null,
	pressedSince: null,
	pressedBy: null,
	lastInputAt: null,
};

export function afterGestureEvent(watched: Watched, event: GestureEvent, at: number): Watched {
	const released: Watched = { ...watched, pressedSince: null, pressedBy: null };
	switch (event.kind) {
		case "shown":
			return { ...watched, visibleSince: watched.visibleSince ?? at };
		case "hidden":
			return { ...released, visibleSince: null };
		case "blurred":
			return released;
		case "press": {
			const stillHeld = event.by === "space" && watched.pressedBy === "space";
			// A repeated key event continues a hold, but a key pressed in another window can't start one.
			if (event.repeat || stillHeld) return { ...watched, lastInputAt: at };
			if (watched.pressedBy !== null || watched.visibleSince === null)
				return { ...released, lastInputAt: at };
			return { ...watched, pressedSince: at, pressedBy: event.by, lastInputAt: at };
		}
		case "release":
		case "disturb":
			return { ...released, lastInputAt: at };
		case "scroll":
			return { ...watched, lastInputAt: at };
	}
}

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
 * Electron reports a mouse event's buttons only in `modifiers` (blink_converter.cc), and keys in `code` and
 * `key`. Returns `null` if the event isn't deliberate input.
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
			// A window that opens under the pointer also causes a move event, and `char` follows its key
			// event.
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

/** Observes input in the main process, where page scripts can't fake it. */
export class GestureWatch {
	readonly #now: () => number;
	readonly #onInput: () => void;
	#watched = NOTHING_SEEN;

	constructor(now: () => number, onInput: () => void) {
		this.#now = now;
		this.#onInput = onInput;
	}

	current(): Gesture {
		const { visibleSince, pressedSince, lastInputAt } = this.#watched;
		return { visibleSince, pressedSince, lastInputAt };
	}

	follow(window: BrowserWindow): void {
		this.#watched = NOTHING_SEEN;
		if (window.isVisible()) this.#recordEvent({ kind: "shown" });
		window.on("show", () => this.#recordEvent({ kind: "shown" }));
		window.on("restore", () => this.#recordEvent({ kind: "shown" }));
		window.on("hide", () => this.#recordEvent({ kind: "hidden" }));
		window.on("minimize", () => this.#recordEvent({ kind: "hidden" }));
		window.on("closed", () => this.#recordEvent({ kind: "hidden" }));
		window.on("blur", () => this.#recordEvent({ kind: "blurred" }));
		window.webContents.on("input-event", (_event, input) => {
			const event = readInput(input);
			if (event === null) return;
			this.#recordEvent(event);
			this.#onInput();
		});
	}

	#recordEvent(event: GestureEvent): void {
		this.#watched = afterGestureEvent(this.#watched, event, this.#now());
	}
}
