import { BrowserWindow, nativeTheme, type Rectangle, screen } from "electron";
import { type Half, pageOf } from "./served-file.ts";
import { stoppedPageOf } from "./stopped-page.ts";
import { grownBounds, type Size } from "./window-size.ts";

export interface WindowSpec {
	readonly half: Half;
	readonly title: string;
	readonly preload: string;
	readonly icon: string;
	readonly width: number;
	readonly height: number;
	readonly minWidth: number;
	readonly minHeight: number;
	/** Whether the window stays on top of other windows and is excluded from screen captures if possible. */
	readonly guarded: boolean;
	readonly onClose: "destroy" | "hide";
	readonly devTools: boolean;
	readonly quitting: () => boolean;
	readonly onCreated?: (window: BrowserWindow) => void;
	readonly onListening: () => void;
	readonly onClosedByUser?: () => void;
	readonly log: (line: string) => void;
}

const MAX_DEFERRED = 20;
const GROUND = { light: "#f6f6f4", dark: "#121419" };

export class AppWindow {
	readonly #spec: WindowSpec;
	readonly #stopped: string;
	#window: BrowserWindow | null = null;
	#isDrawn = false;
	#deferred: (() => void)[] | null = null;
	#isNotified = false;
	/** A reloaded or compromised page reports again that it is listening. */
	#isNotifiedLater = false;
	#isWanted = false;
	/** The page gets its pushes when the user opens the window. */
	#isDeferred = false;
	#grown: Size | null = null;
	/** Bounds to restore after the window was enlarged. */
	#before: Rectangle | null = null;

	constructor(spec: WindowSpec) {
		this.#spec = spec;
		this.#stopped = stoppedPageOf(spec.half);
	}

	/**
	 * Loads the window while it is hidden, so it opens instantly. Its page doesn't get any pushes until the
	 * window opens.
	 */
	prepare(): void {
		if (this.#window === null && !this.#spec.quitting()) this.#make(pageOf(this.#spec.half));
	}

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

	/** Enlarges the window until called with `null`. Doesn't change a maximized window. */
	grow(size: Size | null): void {
		this.#grown = size;
		const window = this.#window;
		if (window === null || window.isDestroyed()) return;
		if (size === null) {
			const before = this.#before;
			this.#before = null;
			if (before !== null && isFree(window)) window.setBounds(before);
		} else if (this.#before === null && isFree(window)) {
			this.#before = window.getBounds();
			window.setBounds(grownBounds(this.#before, size, screen.getDisplayMatching(this.#before).workArea));
		}
	}

	/** Called by the preload, which runs before any of the page's scripts. */
	listening(): void {
		// Composing the whole state is expensive, so a page can't request it at will.
		this.#isNotifiedLater = this.#isNotified;
		if (this.#isNotified) return;
		this.#isNotified = true;
		this.#notify();
	}

	/**
	 * Waits until the page is listening. If there is no page, drops the push, because a new page gets the
	 * whole state.
	 */
	send(channel: string, push: unknown): void {
		const window = this.#window;
		if (window === null || window.isDestroyed() || this.#isPrepared()) return;
		const { webContents } = window;
		if (this.#deferred === null) webContents.send(channel, push);
		else this.#deferred = [...this.#deferred, () => webContents.send(channel, push)].slice(-MAX_DEFERRED);
	}

	contentsId(): number | null {
		return this.#window === null || this.#window.isDestroyed() ? null : this.#window.webContents.id;
	}

	isOpen(): boolean {
		return this.#window !== null && this.#isWanted;
	}

	current(): BrowserWindow | null {
		return this.#window;
	}

	#isPrepared(): boolean {
		return this.#deferred !== null && !this.#isWanted;
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
		const pushes = this.#deferred ?? [];
		this.#deferred = null;
		for (const push of pushes) push();
		this.#spec.onListening();
	}

	#make(address: string): void {
		const spec = this.#spec;
		const made = new BrowserWindow(optionsOf(spec));
		this.#window = made;
		this.#isDrawn = false;
		this.#deferred = [];
		this.#isNotified = false;
		this.#isNotifiedLater = false;
		this.#isDeferred = false;
		this.#before = null;
		this.grow(this.#grown);
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
			// If the static page crashes too, the window is recreated when it is needed.
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

const isFree = (window: BrowserWindow): boolean => !window.isMaximized() && !window.isFullScreen();

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
 * Blocks navigation, redirects, new windows, webviews and peer connections. The page shown after a crash can
 * only lead back to the window's own page.
 */
function confine(window: BrowserWindow, half: Half, log: (line: string) => void): void {
	const { webContents } = window;
	// Even a page that evades the content security policy can't reveal this computer's address.
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
