import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";

/** Number of created windows, the last window, and the messages to its page. */
const made = vi.hoisted(() => ({ count: 0, window: null as unknown, told: [] as unknown[] }));

vi.mock("electron", () => ({
	nativeTheme: { shouldUseDarkColors: false },
	BrowserWindow: class extends EventEmitter {
		readonly webContents = Object.assign(new EventEmitter(), {
			id: 7,
			send: (_channel: string, push: unknown) => made.told.push(push),
			setWebRTCIPHandlingPolicy() {},
			setWindowOpenHandler() {},
		});
		constructor() {
			super();
			made.count += 1;
			made.window = this;
			made.told = [];
		}
		readonly loadURL = async () => {};
		readonly isDestroyed = () => false;
		readonly isMinimized = () => false;
		readonly show = () => made.told.push("shown");
		readonly focus = () => {};
	},
}));

// Another test file may have loaded this module with its own Electron mock.
vi.resetModules();
const { AppWindow } = await import("../../../../../src/main/desktop/windows/app-window.ts");

function created({ quitting = false } = {}) {
	made.count = 0;
	const window = new AppWindow({
		half: "desk",
		title: "",
		preload: "",
		icon: "",
		...{ width: 0, height: 0, minWidth: 0, minHeight: 0 },
		guarded: false,
		onClose: "destroy",
		devTools: false,
		quitting: () => quitting,
		onListening: () => window.send("push", "whole"),
		log() {},
	});
	return window;
}

const lastMade = () => made.window as EventEmitter & { readonly webContents: EventEmitter };

/** Simulates that the page has loaded. */
function finish(): void {
	lastMade().webContents.emit("did-finish-load");
}

/** Simulates that the page has loaded and is rendered. */
function draw(): void {
	finish();
	lastMade().emit("ready-to-show");
}

/** Returns a window whose page is loading. */
function opened() {
	const window = created();
	window.raise();
	return window;
}

/** Closes the window as the user does. */
function close(): void {
	lastMade().emit("close", { preventDefault() {} });
	lastMade().emit("closed");
}

describe("a window's page", () => {
	it("gets everything as soon as its preload listens, and not again once it has loaded", () => {
		const window = opened();
		window.send("push", "go to the inbox");
		expect(made.told).toEqual([]);
		window.listening();
		expect(made.told).toEqual(["go to the inbox", "whole"]);
		window.send("push", "a change");
		finish();
		expect(made.told).toEqual(["go to the inbox", "whole", "a change"]);
	});

	it("gets everything once it has loaded, if nothing listened before", () => {
		const window = opened();
		window.send("push", "go to the inbox");
		finish();
		expect(made.told).toEqual(["go to the inbox", "whole"]);
	});

	it("gets everything again after a reload", () => {
		const window = opened();
		window.listening();
		finish();
		window.listening();
		finish();
		finish();
		expect(made.told).toEqual(["whole", "whole", "whole"]);
	});

	it("gets everything once per load, however often its page reports that it listens", () => {
		const window = opened();
		for (let said = 0; said < 100; said += 1) window.listening();
		expect(made.told).toEqual(["whole"]);
		finish();
		const before = made.told.length;
		for (let said = 0; said < 100; said += 1) window.listening();
		expect(made.told).toHaveLength(before + 1);
	});

	it("gets everything at the end of a load that followed an unfinished one", () => {
		const window = opened();
		window.listening();
		window.listening();
		finish();
		expect(made.told).toEqual(["whole", "whole"]);
	});
});

describe("a prepared window", () => {
	it("gets nothing before it is opened, then everything at once, and is shown", () => {
		const window = created();
		window.prepare();
		window.listening();
		draw();
		window.send("push", "a change");
		expect(made.told).toEqual([]);
		expect(window.isOpen()).toBe(false);
		window.raise();
		window.send("push", "go to a conversation");
		expect(made.told).toEqual(["whole", "shown", "go to a conversation"]);
		expect(window.isOpen()).toBe(true);
		expect(made.count).toBe(1);
	});

	it("gets everything once if it is opened while its page is loading", () => {
		const window = created();
		window.prepare();
		window.listening();
		window.raise();
		draw();
		expect(made.told).toEqual(["whole", "shown"]);
	});

	it("gets everything once its page listens, if it is opened before that", () => {
		const window = created();
		window.prepare();
		window.raise();
		expect(made.told).toEqual([]);
		window.listening();
		draw();
		expect(made.told).toEqual(["whole", "shown"]);
	});

	it("is created if there is none, and not while the app quits", () => {
		const window = opened();
		window.prepare();
		expect(made.count).toBe(1);
		close();
		expect(window.isOpen()).toBe(false);
		window.prepare();
		window.prepare();
		expect(made.count).toBe(2);
		const quitting = created({ quitting: true });
		quitting.prepare();
		expect(made.count).toBe(0);
	});
});
