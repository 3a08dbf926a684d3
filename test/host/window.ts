import { HostEmitter, hostEvent } from "./emitter.ts";
import { hostLog, start } from "./state.ts";
import { strict } from "./strict.ts";
import { HostWebContents } from "./web-contents.ts";

const events = [
	"close",
	"closed",
	"ready-to-show",
	"show",
	"hide",
	"focus",
	"blur",
	"minimize",
	"restore",
	"resize",
	"move",
	"page-title-updated",
	"always-on-top-changed",
	"session-end",
	"query-session-end",
] as const;

/** Window events for the app's lifecycle. */
export const windowEvents = { lastClosed: (): void => {}, created: (_contents: HostWebContents): void => {} };

const windows = new Map<number, BrowserWindow>();
let focused: BrowserWindow | undefined;
let ids = 0;

const offered = [
	"show",
	"showInactive",
	"hide",
	"close",
	"destroy",
	"isDestroyed",
	"isVisible",
	"isMinimized",
	"minimize",
	"restore",
	"focus",
	"blur",
	"isFocused",
	"moveTop",
	"center",
	"setAlwaysOnTop",
	"isAlwaysOnTop",
	"setTitle",
	"getTitle",
	"getBounds",
	"setBounds",
	"isMaximized",
	"isFullScreen",
	"setSize",
	"getSize",
	"setMenu",
	"removeMenu",
	"setMenuBarVisibility",
	"setContentProtection",
	"setVisibleOnAllWorkspaces",
	"flashFrame",
	"setBackgroundColor",
	"setSkipTaskbar",
	"id",
] as const satisfies readonly (keyof Electron.BrowserWindow)[];

/** Electron's BrowserWindow, shown as a page in Chromium. The constructor refuses insecure webPreferences. */
export class BrowserWindow
	extends HostEmitter
	implements Pick<Electron.BrowserWindow, (typeof offered)[number]>
{
	readonly id: number;
	readonly webContents: HostWebContents;
	private readonly contents: HostWebContents;
	private readonly self: BrowserWindow;
	private readonly preload: string | undefined;
	private bounds: Electron.Rectangle;
	private title: string;
	private visible: boolean;
	private minimized = false;
	private onTop: boolean;
	private gone = false;
	private ready = false;
	/** Calls that only have an effect on a real desktop, recorded for tests. */
	readonly hostRecord: Record<string, unknown> = {};

	constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
		super("BrowserWindow", events);
		const preferences = options.webPreferences ?? {};
		if (preferences.sandbox !== true) throw new Error("BrowserWindow: webPreferences.sandbox must be true");
		if (preferences.contextIsolation === false)
			throw new Error("BrowserWindow: webPreferences.contextIsolation must not be false");
		for (const forbidden of [
			"nodeIntegration",
			"nodeIntegrationInSubFrames",
			"nodeIntegrationInWorker",
		] as const)
			if (preferences[forbidden] === true)
				throw new Error(`BrowserWindow: webPreferences.${forbidden} must not be true`);
		if (preferences.webSecurity === false)
			throw new Error("BrowserWindow: webPreferences.webSecurity must not be false");
		if (preferences.webviewTag === true)
			throw new Error("BrowserWindow: webPreferences.webviewTag must not be true");
		const { width = 800, height = 600, x = 0, y = 0 } = options;
		this.id = ++ids;
		this.bounds = { x, y, width, height };
		this.title = options.title ?? start.name;
		this.visible = options.show !== false;
		this.onTop = options.alwaysOnTop === true;
		this.preload = preferences.preload;
		this.self = strict("BrowserWindow", this);
		this.contents = new HostWebContents(
			{ preload: preferences.preload, width, height },
			{
				allowPopup: (url, override) => this.openAllowed(url, override),
				drawn: () => this.drawn(),
				titled: (title) => this.setTitle(title),
				gone: () => this.destroy(),
			},
		);
		this.webContents = strict("webContents", this.contents);
		this.contents.viewAs(this.webContents);
		windows.set(this.id, this.self);
		windowEvents.created(this.webContents);
		if (this.visible) focused = this.self;
		else this.effect(this.contents.hostLink.setShown(false));
		// biome-ignore lint/correctness/noConstructorReturn: the app gets the view that refuses unknown members
		return this.self;
	}

	static getAllWindows(): BrowserWindow[] {
		return [...windows.values()];
	}

	static getFocusedWindow(): BrowserWindow | null {
		return focused ?? null;
	}

	static fromWebContents(contents: { id: number }): BrowserWindow | null {
		return BrowserWindow.getAllWindows().find((window) => window.webContents.id === contents.id) ?? null;
	}

	static fromId(id: number): BrowserWindow | null {
		return windows.get(id) ?? null;
	}

	loadURL(url: string): Promise<void> {
		return this.contents.loadURL(url);
	}

	show(): void {
		this.appear();
		this.focus();
	}

	showInactive(): void {
		this.appear();
	}

	hide(): void {
		if (!this.visible) return;
		this.visible = false;
		this.effect(this.contents.hostLink.setShown(false));
		this.emit("hide");
		if (focused === this.self) this.blur();
	}

	focus(): void {
		if (this.gone) throw new TypeError("Object has been destroyed");
		this.effect(this.contents.hostLink.focus());
		if (focused === this.self || !this.visible) return;
		const before = focused;
		focused = this.self;
		before?.emit("blur");
		this.emit("focus");
	}

	blur(): void {
		if (focused !== this.self) return;
		focused = undefined;
		this.emit("blur");
	}

	close(): void {
		if (this.gone) return;
		const event = hostEvent({});
		this.emit("close", event);
		if (!event.defaultPrevented) this.destroy();
	}

	destroy(): void {
		if (this.gone) return;
		this.gone = true;
		windows.delete(this.id);
		if (focused === this.self) focused = undefined;
		this.contents.destroyed();
		this.emit("closed");
		if (windows.size === 0) windowEvents.lastClosed();
	}

	minimize(): void {
		this.minimized = true;
		this.effect(this.contents.hostLink.setShown(false));
		this.emit("minimize");
	}

	restore(): void {
		if (!this.minimized) return;
		this.minimized = false;
		this.effect(this.contents.hostLink.setShown(true));
		this.emit("restore");
	}

	isDestroyed(): boolean {
		return this.gone;
	}

	isVisible(): boolean {
		return this.visible && !this.gone && !this.minimized;
	}

	isMinimized(): boolean {
		return this.minimized;
	}

	isMaximized(): boolean {
		return false;
	}

	isFullScreen(): boolean {
		return false;
	}

	isFocused(): boolean {
		return focused === this.self;
	}

	isAlwaysOnTop(): boolean {
		return this.onTop;
	}

	moveTop(): void {
		this.effect(this.contents.hostLink.focus());
	}

	center(): void {
		this.hostRecord.centered = true;
	}

	setTitle(title: string): void {
		if (title !== "") this.title = title;
	}

	getTitle(): string {
		return this.title;
	}

	setBounds(bounds: Partial<Electron.Rectangle>): void {
		this.bounds = { ...this.bounds, ...bounds };
		this.effect(this.contents.hostLink.resize(this.bounds));
		this.emit("resize");
	}

	getBounds(): Electron.Rectangle {
		return { ...this.bounds };
	}

	setSize(width: number, height: number): void {
		this.setBounds({ width, height });
	}

	getSize(): number[] {
		return [this.bounds.width, this.bounds.height];
	}

	setAlwaysOnTop(flag: boolean): void {
		this.onTop = flag;
		this.emit("always-on-top-changed", hostEvent({}), flag);
	}

	setMenu(menu: Electron.Menu | null): void {
		this.hostRecord.menu = menu;
	}

	removeMenu(): void {
		this.hostRecord.menu = null;
	}

	setMenuBarVisibility(visible: boolean): void {
		this.hostRecord.menuBar = visible;
	}

	setContentProtection(enable: boolean): void {
		this.hostRecord.contentProtection = enable;
	}

	setVisibleOnAllWorkspaces(visible: boolean): void {
		this.hostRecord.allWorkspaces = visible;
	}

	flashFrame(flag: boolean): void {
		this.hostRecord.flashing = flag;
	}

	setBackgroundColor(color: string): void {
		this.hostRecord.backgroundColor = color;
	}

	setSkipTaskbar(skip: boolean): void {
		this.hostRecord.skipTaskbar = skip;
	}

	private appear(): void {
		if (this.gone) throw new TypeError("Object has been destroyed");
		const before = this.isVisible();
		this.visible = true;
		this.minimized = false;
		this.effect(this.contents.hostLink.setShown(true));
		if (!before) this.emit("show");
	}

	private drawn(): void {
		if (this.ready) return;
		this.ready = true;
		this.emit("ready-to-show");
	}

	/**
	 * Opens a window that the app allows a page to open. It has the same preload as its opener, but no link
	 * to it.
	 */
	private openAllowed(url: string, override: Electron.BrowserWindowConstructorOptions): void {
		const inherited = { sandbox: true, ...(this.preload === undefined ? {} : { preload: this.preload }) };
		const window = new BrowserWindow({
			...override,
			webPreferences: { ...inherited, ...override.webPreferences },
		});
		window.loadURL(url).catch((error: unknown) => hostLog(String(error)));
	}

	private effect(work: Promise<unknown>): void {
		work.catch((error: unknown) => {
			if (!this.gone) hostLog(`window ${this.id}: ${String(error)}`);
		});
	}
}
