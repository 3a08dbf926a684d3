import { type BrowserWindow, screen } from "electron";
import type { Paths } from "../paths.ts";
import { AppWindow } from "./app-window.ts";
import type { GestureWatch } from "./gesture.ts";
import { fitInto, type Size } from "./window-size.ts";

/** Large enough for the list of sessions, the current request and the next one. */
export const TRIAGE_SIZE: Size = { width: 1280, height: 800 };

export interface WindowPair {
	readonly desk: AppWindow;
	readonly trusted: AppWindow;
}

/**
 * The desk window may show hostile text. The trusted window approves and handles secrets. Both are created on
 * demand.
 */
export function createWindowPair(options: {
	readonly paths: Paths;
	readonly devTools: boolean;
	readonly gestures: { readonly desk: GestureWatch; readonly trusted: GestureWatch };
	readonly quitting: () => boolean;
	readonly onDeskShown: (window: BrowserWindow) => void;
	readonly onDeskListening: () => void;
	readonly onDeskClosed: () => void;
	readonly onTrustedListening: () => void;
	readonly onTrustedClosed: () => void;
	readonly onTrustedBlurred: () => void;
	readonly log: (line: string) => void;
}): WindowPair {
	const { paths, devTools, quitting, log } = options;
	const area = screen.getPrimaryDisplay().workAreaSize;
	const shared = { icon: paths.icon, devTools, quitting, log };
	return {
		desk: new AppWindow({
			...shared,
			half: "desk",
			title: "Countersign",
			preload: paths.deskPreload,
			...fitInto({ width: 1280, height: 800 }, area),
			minWidth: 900,
			minHeight: 600,
			guarded: false,
			onClose: "destroy",
			onCreated(window) {
				options.gestures.desk.follow(window);
				window.on("show", () => options.onDeskShown(window));
			},
			onListening: options.onDeskListening,
			onClosedByUser: options.onDeskClosed,
		}),
		trusted: new AppWindow({
			...shared,
			half: "trusted",
			title: "Countersign: review",
			preload: paths.trustedPreload,
			...fitInto({ width: 560, height: 820 }, area),
			minWidth: 480,
			minHeight: 640,
			guarded: true,
			onClose: "hide",
			onCreated(window) {
				options.gestures.trusted.follow(window);
				window.on("blur", options.onTrustedBlurred);
			},
			onListening: options.onTrustedListening,
			onClosedByUser: options.onTrustedClosed,
		}),
	};
}
