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

/** The watch asks for nothing that the fake lacks, which is all that a window is to it. */
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
