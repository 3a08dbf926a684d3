import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";

/** The last window that was made, and what its page was told. */
const made = vi.hoisted(() => ({ window: null as unknown, told: [] as unknown[] }));

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
			made.window = this;
			made.told = [];
		}
		readonly loadURL = async () => {};
		readonly isDestroyed = () => false;
	},
}));

// Another file of this worker may have loaded it with an Electron of its own.
vi.resetModules();
const { createAppWindow } = await import("../../../../../src/main/desktop/windows/app-window.ts");

/** A window whose page is on its way; `finish` is the end of its loading. */
function opened() {
	const window = createAppWindow({
		half: "desk",
		title: "",
		preload: "",
		icon: "",
		...{ width: 0, height: 0, minWidth: 0, minHeight: 0 },
		guarded: false,
		onClose: "destroy",
		devTools: false,
		quitting: () => false,
		onListening: () => window.send("push", "whole"),
		log() {},
	});
	window.raise();
	const { webContents } = made.window as { readonly webContents: EventEmitter };
	return { window, finish: () => webContents.emit("did-finish-load") };
}

describe("a window's page", () => {
	it("is told everything as soon as its preload listens, and not again once it has loaded", () => {
		const { window, finish } = opened();
		window.send("push", "go to the inbox");
		expect(made.told).toEqual([]);
		window.listening();
		expect(made.told).toEqual(["go to the inbox", "whole"]);
		window.send("push", "a change");
		finish();
		expect(made.told).toEqual(["go to the inbox", "whole", "a change"]);
	});

	it("is told once it has loaded, where nothing listened before", () => {
		const { window, finish } = opened();
		window.send("push", "go to the inbox");
		finish();
		expect(made.told).toEqual(["go to the inbox", "whole"]);
	});

	it("is told anew where it was loaded anew", () => {
		const { window, finish } = opened();
		window.listening();
		finish();
		window.listening();
		finish();
		finish();
		expect(made.told).toEqual(["whole", "whole", "whole"]);
	});

	it("is told once of each load, however often its page says that it listens", () => {
		const { window, finish } = opened();
		for (let said = 0; said < 100; said += 1) window.listening();
		expect(made.told).toEqual(["whole"]);
		finish();
		const before = made.told.length;
		for (let said = 0; said < 100; said += 1) window.listening();
		expect(made.told).toHaveLength(before + 1);
	});

	it("is told at the end of a load that followed one without an end", () => {
		const { window, finish } = opened();
		window.listening();
		window.listening();
		finish();
		expect(made.told).toEqual(["whole", "whole"]);
	});
});
