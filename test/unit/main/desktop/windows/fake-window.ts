import { EventEmitter } from "node:events";
import type { BrowserWindow } from "electron";
import type { RawInput } from "../../../../../src/main/desktop/windows/gesture.ts";

/** Window members that the gesture watch uses. */
class FakeWindow extends EventEmitter {
	readonly webContents = new EventEmitter();

	isVisible(): boolean {
		return false;
	}
}

/** Narrows the fake to BrowserWindow. The gesture watch uses only the members that the fake has. */
function isWindow(value: object): value is BrowserWindow {
	return value instanceof FakeWindow;
}

export function fakeWindow() {
	const fake = new FakeWindow();
	const asWindow: object = fake;
	if (!isWindow(asWindow)) throw new Error("the fake is no window");
	return {
		asWindow,
		emit: (event: string) => fake.emit(event),
		emitInput: (input: RawInput) => fake.webContents.emit("input-event", {}, input),
	};
}
