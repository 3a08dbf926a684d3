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
	/**
	 * Kept on top of other windows while in use, and excluded from screen captures if the system supports
	 * that.
	 */
	readonly guarded: boolean;
	/** Effect of the user's closing: the desk is destroyed with its page, the trusted window is hidden. */
	readonly onClose: "destroy" | "hide";
	readonly devTools: boolean;
	readonly quitting: () => boolean;
	readonly onCreated?: (window: BrowserWindow) => void;
	/** Called when the page can receive pushes: it needs the whole state, as it is new. */
	readonly onListening: () => void;
	readonly onClosedByUser?: () => void;
	readonly log: (line: string) => void;
}

const MAX_HELD_BACK = 20;
/** The pages' background, so that a window doesn't flash before its first drawing. */
const GROUND = { light: "#f6f6f4", dark: "#121419" };

/** One of the two windows, created when first needed. */
export class AppWindow {
	readonly #spec: WindowSpec;
	readonly #stopped: string;
	#window: BrowserWindow | null = null;
	#isDrawn = false;
	#heldBack: (() => void)[] | null = null;
	#isNotified = false;
	/**
	 * The page received pushes and reports again that it listens: another load of it, or a page that was
	 * taken over.
	 */
	#isNotifiedLater = false;
	#isWanted = false;
	/** Its page listens and gets its pushes once the user wants to see it. */
	#isDeferred = false;

	constructor(spec: WindowSpec) {
		this.#spec = spec;
		this.#stopped = stoppedPageOf(spec.half);
	}

	/**
	 * Creates the window if there is none, and keeps it hidden with its scripts loaded, so that it opens at
	 * once. Its page gets no pushes until then.
	 */
	prepare(): void {
		if (this.#window === null && !this.#spec.quitting()) this.#make(pageOf(this.#spec.half));
	}

	/** Creates the window if there is none, and brings it to the front once it has been drawn. */
	raise(): void {
		this.#isWanted = true;
		if (this.#window === null) this.#make(pageOf(this.#spec.half));
		else {
			if (this.#isDeferred) this.#notify();
			this.#show();
		}
	}

	hide(): void {
		this.#isWanted = false;
		this.#window?.hide();
	}

	/** Pushes to the page at once: its preload listens before any script of the page runs. */
	listening(): void {
		// The whole state costs the main process time: a page can't get it as often as it likes.
		this.#isNotifiedLater = this.#isNotified;
		if (this.#isNotified) return;
		this.#isNotified = true;
		this.#notify();
	}

	/**
	 * Sends a push, delayed until the page listens. Dropped if no page gets pushes: a new one gets the latest
	 * whole state.
	 */
	send(channel: string, push: unknown): void {
		const window = this.#window;
		if (window === null || window.isDestroyed() || this.#isPrepared()) return;
		const { webContents } = window;
		if (this.#heldBack === null) webContents.send(channel, push);
		else this.#heldBack = [...this.#heldBack, () => webContents.send(channel, push)].slice(-MAX_HELD_BACK);
	}

	contentsId(): number | null {
		return this.#window === null || this.#window.isDestroyed() ? null : this.#window.webContents.id;
	}

	/**
	 * Returns whether the user opened it and did not close it: on screen, or in the desktop's list of
	 * windows.
	 */
	isOpen(): boolean {
		return this.#window !== null && this.#isWanted;
	}

	current(): BrowserWindow | null {
		return this.#window;
	}

	#isPrepared(): boolean {
		return this.#heldBack !== null && !this.#isWanted;
	}

	#show(): void {
		if (this.#window === null || !this.#isDrawn || !this.#isWanted) return;
		if (this.#window.isMinimized()) this.#window.restore();
		if (this.#spec.guarded) this.#window.setAlwaysOnTop(true);
		this.#window.show();
		this.#window.focus();
	}

	#notify(): void {
		this.#isDeferred = this.#isPrepared();
		if (this.#isDeferred) return;
		const pushes = this.#heldBack ?? [];
		this.#heldBack = null;
		for (const push of pushes) push();
		this.#spec.onListening();
	}

	#make(address: string): void {
		const spec = this.#spec;
		const made = new BrowserWindow(optionsOf(spec));
		this.#window = made;
		this.#isDrawn = false;
		this.#heldBack = [];
		this.#isNotified = false;
		this.#isNotifiedLater = false;
		this.#isDeferred = false;
		if (spec.guarded) made.setContentProtection(true);
		confine(made, spec.half, spec.log);
		made.once("ready-to-show", () => {
			this.#isDrawn = true;
			this.#show();
		});
		made.on("close", (event) => {
			this.#isWanted = false;
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
			if (this.#window === made) this.#window = null;
		});
		if (spec.guarded) made.on("blur", () => made.setAlwaysOnTop(false));
		made.webContents.on("did-finish-load", () => {
			if (!this.#isNotified || this.#isNotifiedLater) this.#notify();
			this.#isNotified = false;
			this.#isNotifiedLater = false;
		});
		made.webContents.on("render-process-gone", (_event, details) => {
			spec.log(`the ${spec.half} window's process has gone: ${details.reason}`);
			// The stopped page can hardly crash; if it does, the window is created anew when requested.
			const wasStopped = address === this.#stopped && made.webContents.getURL() === this.#stopped;
			made.destroy();
			if (this.#isWanted && !wasStopped && !spec.quitting()) this.#make(this.#stopped);
		});
		spec.onCreated?.(made);
		made.loadURL(address).catch((error: unknown) => {
			spec.log(`the ${spec.half} window's page did not load: ${String(error)}`);
		});
	}
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
 * Confines a page to its address: no navigation, redirect, new window, webview or peer connection. The page
 * that replaces a crashed one leads back to that one, and nowhere else.
 */
function confine(window: BrowserWindow, half: Half, log: (line: string) => void): void {
	const { webContents } = window;
	// A page that evades its own headers' policy still reveals its address to nobody.
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
