import { describe, expect, it } from "vitest";
import {
	afterGestureEvent,
	type GestureEvent,
	GestureWatch,
	NOTHING_SEEN,
	readInput,
	type Watched,
} from "../../../../../src/main/desktop/windows/gesture.ts";
import { fakeWindow } from "./fake-window.ts";

/** Applies the events, one every 100 ms, starting at 100. */
function after(...events: GestureEvent[]): Watched {
	return events.reduce(
		(watched, event, index) => afterGestureEvent(watched, event, (index + 1) * 100),
		NOTHING_SEEN,
	);
}

const shown: GestureEvent = { kind: "shown" };
const mouse: GestureEvent = { kind: "press", by: "mouse", repeat: false };
const touch: GestureEvent = { kind: "press", by: "touch", repeat: false };
const space: GestureEvent = { kind: "press", by: "space", repeat: false };
const spaceAgain: GestureEvent = { kind: "press", by: "space", repeat: true };

describe("a gesture at the trusted window", () => {
	it("knows nothing before the window is shown", () => {
		expect(after(mouse)).toMatchObject({ visibleSince: null, pressedSince: null, lastInputAt: 100 });
	});

	it("keeps the first moment at which the window was shown", () => {
		expect(after(shown, shown).visibleSince).toBe(100);
	});

	it.each([mouse, touch, space])("begins a hold with $by", (press) => {
		expect(after(shown, press)).toMatchObject({ pressedSince: 200, lastInputAt: 200 });
	});

	it("does not begin the hold again when a held key repeats", () => {
		expect(after(shown, space, spaceAgain, spaceAgain)).toMatchObject({
			pressedSince: 200,
			lastInputAt: 400,
		});
	});

	it("begins no hold with a repeated key that was pressed elsewhere", () => {
		expect(after(shown, spaceAgain).pressedSince).toBeNull();
	});

	it("treats the two events of one key press as one hold", () => {
		expect(after(shown, space, space).pressedSince).toBe(200);
	});

	const endings: GestureEvent[] = [
		{ kind: "release" },
		{ kind: "disturb" },
		{ kind: "blurred" },
		{ kind: "hidden" },
		mouse,
		touch,
	];
	it.each(endings)("ends a hold on %o", (ending) => {
		expect(after(shown, mouse, ending).pressedSince).toBeNull();
	});

	it("continues holding while the user scrolls", () => {
		expect(after(shown, mouse, { kind: "scroll" })).toMatchObject({ pressedSince: 200, lastInputAt: 300 });
	});

	it("restarts the time on screen after the window was hidden", () => {
		expect(after(shown, { kind: "hidden" }).visibleSince).toBeNull();
		expect(after(shown, { kind: "hidden" }, shown).visibleSince).toBe(300);
	});
});

describe("reading an input event", () => {
	it("recognises the left button by its modifier, as Electron reports it", () => {
		expect(readInput({ type: "mouseDown", modifiers: ["leftbuttondown"] })).toEqual(mouse);
	});

	it("treats the right button, two buttons, and an unnamed one as a disturbance", () => {
		const disturb = { kind: "disturb" };
		expect(readInput({ type: "mouseDown", modifiers: ["rightbuttondown"] })).toEqual(disturb);
		expect(readInput({ type: "mouseDown", modifiers: ["leftbuttondown", "rightbuttondown"] })).toEqual(
			disturb,
		);
		expect(readInput({ type: "mouseDown", modifiers: [] })).toEqual(disturb);
		expect(readInput({ type: "mouseDown", button: "middle" })).toEqual(disturb);
	});

	it("recognises Space by its code, its key or its key code", () => {
		for (const named of [{ code: "Space" }, { key: " " }, { keyCode: "Space" }, { keyCode: " " }])
			expect(readInput({ type: "rawKeyDown", ...named })).toEqual(space);
	});

	it("recognises a repeated key by either of Electron's signs", () => {
		expect(readInput({ type: "keyDown", code: "Space", isAutoRepeat: true })).toEqual(spaceAgain);
		expect(readInput({ type: "keyDown", code: "Space", modifiers: ["isAutoRepeat"] })).toEqual(spaceAgain);
	});

	it("never treats Enter as a press", () => {
		expect(readInput({ type: "rawKeyDown", code: "Enter", key: "Enter" })).toEqual({ kind: "disturb" });
	});

	it("ignores a pointer that only moves, and a key's character event", () => {
		for (const type of ["mouseMove", "mouseEnter", "mouseLeave", "char", "gestureTap", "undefined"] as const)
			expect(readInput({ type })).toBeNull();
	});
});

describe("watching a window", () => {
	it("follows the events of the window and its contents, and exposes only the gesture", () => {
		let now = 1000;
		let uses = 0;
		const watch = new GestureWatch(
			() => now,
			() => {
				uses += 1;
			},
		);
		const window = fakeWindow();
		watch.follow(window.asWindow);
		window.emit("show");
		now = 2000;
		window.emitInput({ type: "mouseDown", modifiers: ["leftbuttondown"] });
		expect(watch.current()).toEqual({ visibleSince: 1000, pressedSince: 2000, lastInputAt: 2000 });
		window.emit("blur");
		expect(watch.current()).toEqual({ visibleSince: 1000, pressedSince: null, lastInputAt: 2000 });
		window.emit("closed");
		expect(watch.current().visibleSince).toBeNull();
		expect(uses).toBe(1);
		window.emitInput({ type: "mouseMove" });
		expect(uses).toBe(1);
		window.emitInput({ type: "mouseWheel" });
		expect(uses).toBe(2);
	});
});
