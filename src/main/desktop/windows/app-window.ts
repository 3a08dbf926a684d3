import { BrowserWindow, nativeTheme } from "electron";
import { type Half, pageOf } from "./served-file.ts";
import { stoppedPageOf } from "./stopped-page.ts";

export interface WindowSpec {
	readonly half: Half;
	readonly title: string;
	readonly preload: string;
	readonly icon: string;
	readonly width: number;
	readonly height: number;
	readonly minWidth: number;
	readonly minHeight: number;
	/** Over other windows while it is being looked at, and kept out of screen captures where the system can. */
	readonly guarded: boolean;
	/** What the user's closing does: the desk goes with its page, the trusted window waits hidden. */
	readonly onClose: "destroy" | "hide";
	readonly devTools: boolean;
	readonly quitting: () => boolean;
	readonly onCreated?: (window: BrowserWindow) => void;
	/** The page can be told: of everything, as it is new. */
	readonly onListening: () => void;
	readonly onClosedByUser?: () => void;
	readonly log: (line: string) => void;
}

export interface AppWindow {
	/**
	 * Makes the window where there is none, and keeps it hidden with its scripts read: it can be shown in a moment. Its
	 * page is told nothing until then.
	 */
	readonly prepare: () => void;
	/** Makes the window if there is none, and brings it to the front once it has been drawn. */
	readonly raise: () => void;
	readonly hide: () => void;
	/** Its preload listens, before any script of the page: it is told at once, and need not be once it has loaded. */
	readonly listening: () => void;
	/** Held back until the page listens. Dropped where no page is to know: a new one gets the latest of everything. */
	readonly send: (channel: string, push: unknown) => void;
	readonly contentsId: () => number | null;
	/** The user opened it and did not close it: on screen, or in the desktop's list of windows. */
	readonly isOpen: () => boolean;
	readonly current: () => BrowserWindow | null;
}

const MAX_HELD_BACK = 20;
/** The pages' ground, so that a window doesn't flash before its first drawing. */
const GROUND = { light: "#f6f6f4", dark: "#121419" };

/** One of the two windows, made when it is first needed. */
export function createAppWindow(spec: WindowSpec): AppWindow {
	let window: BrowserWindow | null = null;
	let isDrawn = false;
	let heldBack: (() => void)[] | null = null;
	let isTold = false;
	/** It was told, and says again that it listens: another load of it, or a page that was taken over. */
	let isToldLater = false;
	let isWanted = false;
	/** Its page listens, and is told once somebody wants to see it. */
	let isOwed = false;
	const stopped = stoppedPageOf(spec.half);

	const show = () => {
		if (window === null || !isDrawn || !isWanted) return;
		if (window.isMinimized()) window.restore();
		if (spec.guarded) window.setAlwaysOnTop(true);
		window.show();
		window.focus();
	};

	const isPrepared = () => heldBack !== null && !isWanted;

	const tell = () => {
		isOwed = isPrepared();
		if (isOwed) return;
		const pushes = heldBack ?? [];
		heldBack = null;
		for (const push of pushes) push();
		spec.onListening();
	};

	const make = (address: string) => {
		const made = new BrowserWindow(optionsOf(spec));
		window = made;
		isDrawn = false;
		heldBack = [];
		isTold = false;
		isToldLater = false;
		isOwed = false;
		if (spec.guarded) made.setContentProtection(true);
		confine(made, spec.half, spec.log);
		made.once("ready-to-show", () => {
			isDrawn = true;
			show();
		});
		made.on("close", (event) => {
			isWanted = false;
			if (spec.quitting()) return;
			if (spec.onClose === "destroy") {
				made.once("closed", () => spec.onClosedByUser?.());
				return;
			}
			event.preventDefault();
			made.hide();
			spec.onClosedByUser?.();
		});
		made.on("closed", () => {
			if (window === made) window = null;
		});
		if (spec.guarded) made.on("blur", () => made.setAlwaysOnTop(false));
		made.webContents.on("did-finish-load", () => {
			if (!isTold || isToldLater) tell();
			isTold = false;
			isToldLater = false;
		});
		made.webContents.on("render-process-gone", (_event, details) => {
			spec.log(`the ${spec.half} window's process has gone: ${details.reason}`);
			// What asks nothing of the page can hardly die; where it does, the window is made anew when it is asked for.
			const wasStopped = address === stopped && made.webContents.getURL() === stopped;
			made.destroy();
			if (isWanted && !wasStopped && !spec.quitting()) make(stopped);
		});
		spec.onCreated?.(made);
		made.loadURL(address).catch((error: unknown) => {
			spec.log(`the ${spec.half} window's page did not load: ${String(error)}`);
		});
	};

	return {
		prepare() {
			if (window === null && !spec.quitting()) make(pageOf(spec.half));
		},
		raise() {
			isWanted = true;
			if (window === null) make(pageOf(spec.half));
			else {
				if (isOwed) tell();
				show();
			}
		},
		hide() {
			isWanted = false;
			window?.hide();
		},
		listening() {
			// All of it costs main some time: no page has it as often as it likes.
			isToldLater = isTold;
			if (isTold) return;
			isTold = true;
			tell();
		},
		send(channel, push) {
			if (window === null || window.isDestroyed() || isPrepared()) return;
			const { webContents } = window;
			if (heldBack === null) webContents.send(channel, push);
			else heldBack = [...heldBack, () => webContents.send(channel, push)].slice(-MAX_HELD_BACK);
		},
		contentsId: () => (window === null || window.isDestroyed() ? null : window.webContents.id),
		isOpen: () => window !== null && isWanted,
		current: () => window,
	};
}

function optionsOf(spec: WindowSpec): Electron.BrowserWindowConstructorOptions {
	return {
		title: spec.title,
		icon: spec.icon,
		width: spec.width,
		height: spec.height,
		minWidth: spec.minWidth,
		minHeight: spec.minHeight,
		show: false,
		backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
		webPreferences: {
			preload: spec.preload,
			sandbox: true,
			contextIsolation: true,
			nodeIntegration: false,
			webviewTag: false,
			spellcheck: false,
			devTools: spec.devTools,
		},
	};
}

/**
 * A page stays where it was loaded: no navigation, redirect, new window, webview or peer connection. The page that
 * stands for one that died leads back to that one, and nowhere else.
 */
function confine(window: BrowserWindow, half: Half, log: (line: string) => void): void {
	const { webContents } = window;
	// A page that gets past the policy of its own headers still tells nobody its address.
	webContents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
	const refuse = (event: { preventDefault: () => void }) => {
		event.preventDefault();
		log("a page's navigation was refused");
	};
	const judge = (event: { readonly url: string; preventDefault: () => void }) => {
		const isReload = webContents.getURL() === stoppedPageOf(half) && event.url === pageOf(half);
		if (!isReload) refuse(event);
	};
	webContents.on("will-navigate", judge);
	webContents.on("will-frame-navigate", judge);
	webContents.on("will-redirect", refuse);
	webContents.on("will-attach-webview", refuse);
	webContents.setWindowOpenHandler(() => {
		log("a page's new window was refused");
		return { action: "deny" };
	});
}
