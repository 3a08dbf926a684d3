import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CDPSession, ConsoleMessage, Page } from "playwright";
import { openPage, type PageOwner } from "./browser.ts";
import { makeCodec, type Wire } from "./page/codec.ts";
import type { PageMessage } from "./page/isolated.ts";
import { pageScripts } from "./page/scripts.ts";
import { hostLog, start } from "./state.ts";
import { fromBrowser, toBrowser } from "./urls.ts";

export interface PopupRequest {
	url: string;
	frameName: string;
	features: string;
}

export interface PageListener {
	message: (message: PageMessage, context: number) => void;
	navigated: (url: string) => void;
	loaded: () => void;
	titled: (title: string) => void;
	parsed: () => void;
	crashed: () => void;
	console: (message: ConsoleMessage) => void;
	popup: (request: PopupRequest) => void;
	closed: () => void;
}

export const codec = makeCodec();
const world = "countersign-preload";

/**
 * A page in Chromium with a private connection to the host. The preload runs in an isolated world, as in
 * Electron. The binding that carries its messages exists only in that world, so the page's scripts can't find
 * it.
 */
export class PageLink {
	readonly page: Promise<Page>;
	private session: CDPSession | undefined;
	private context: number | undefined;
	private navigatingTo: string | undefined;
	private readonly deliverName = `deliver${randomBytes(8).toString("hex")}`;
	private readonly listener: PageListener;
	closed = false;

	constructor(
		owner: PageOwner,
		options: { preload: string | undefined; width: number; height: number },
		listener: PageListener,
	) {
		this.listener = listener;
		this.page = openPage(owner, options).then((page) => this.attach(page, options));
		this.page.catch((error: unknown) => {
			if (this.closed) return;
			hostLog(error instanceof Error ? error.message : String(error));
			process.exit(1);
		});
	}

	private async attach(page: Page, options: { preload: string | undefined }): Promise<Page> {
		page.on("crash", () => this.listener.crashed());
		page.on("console", (message) => this.listener.console(message));
		page.on("close", () => this.listener.closed());
		page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
		page.on("framenavigated", (frame) => {
			if (frame === page.mainFrame()) this.listener.navigated(fromBrowser(frame.url()));
		});
		page.on("domcontentloaded", () => this.listener.parsed());
		page.on("load", () => {
			this.listener.loaded();
			page.title().then(
				(title) => this.listener.titled(title),
				() => {},
			);
		});
		const session = await page.context().newCDPSession(page);
		this.session = session;
		// Reports the opener before the window exists. The window itself is always closed (browser.ts).
		session.on("Page.windowOpen", (opened) => {
			this.listener.popup({
				url: fromBrowser(opened.url),
				frameName: opened.windowName,
				features: opened.windowFeatures.join(","),
			});
		});
		await session.send("Page.enable");
		if (options.preload !== undefined) await this.installPreload(session, options.preload);
		return page;
	}

	private async installPreload(session: CDPSession, preload: string): Promise<void> {
		const binding = `line${randomBytes(8).toString("hex")}`;
		const scripts = pageScripts(
			readFileSync(preload, "utf8"),
			{ binding, deliver: this.deliverName },
			`meet${randomBytes(8).toString("hex")}`,
		);
		session.on("Runtime.bindingCalled", (call) => {
			if (call.name !== binding) return;
			const message: PageMessage = JSON.parse(call.payload);
			if (message.kind === "hello") this.context = call.executionContextId;
			this.listener.message({ ...message, url: fromBrowser(message.url) }, call.executionContextId);
		});
		await session.send("Runtime.enable");
		await session.send("Runtime.addBinding", { name: binding, executionContextName: world });
		for (const [source, worldName] of [
			[scripts.isolated, world],
			[scripts.mainWorld, undefined],
			[scripts.preload, world],
		] as const) {
			await session.send("Page.addScriptToEvaluateOnNewDocument", {
				source,
				...(worldName === undefined ? {} : { worldName }),
			});
		}
	}

	/**
	 * Sends a message to the preload of the current document, or of the document with the given context. Does
	 * nothing if none is loaded, like Electron.
	 */
	deliver(message: Record<string, Wire>, context: number | undefined = this.context): void {
		if (context === undefined || this.session === undefined) return;
		const text = JSON.stringify(JSON.stringify(message));
		this.session
			.send("Runtime.evaluate", {
				contextId: context,
				expression: `globalThis[${JSON.stringify(this.deliverName)}]?.(${text})`,
				silent: true,
			})
			// The document may have been replaced in the meantime, along with its listeners.
			.catch(() => {});
	}

	/**
	 * Navigates on behalf of main. Rejects with Chromium's reason. Such a navigation doesn't emit
	 * will-navigate.
	 */
	async navigate(url: string): Promise<void> {
		const page = await this.page;
		this.navigatingTo = url;
		try {
			await page.goto(toBrowser(url), { waitUntil: "load", timeout: 0 });
		} catch (error) {
			const reason = /net::(ERR_\w+)/.exec(String(error))?.[1] ?? "ERR_FAILED";
			throw Object.assign(new Error(`${reason} (-2) loading '${url}'`), { code: reason, url });
		} finally {
			this.navigatingTo = undefined;
		}
	}

	/** Returns whether a request for `url` comes from main's own navigation. */
	isOwnNavigation(url: string): boolean {
		return this.navigatingTo !== undefined && new URL(this.navigatingTo).href === new URL(url).href;
	}

	async reload(): Promise<void> {
		const page = await this.page;
		this.navigatingTo = fromBrowser(page.url());
		await page.reload().finally(() => {
			this.navigatingTo = undefined;
		});
	}

	async resize(size: { width: number; height: number }): Promise<void> {
		const page = await this.page;
		if (start.headless) await page.setViewportSize(size);
		else await this.setBounds(page, { width: size.width, height: size.height });
	}

	async focus(): Promise<void> {
		await (await this.page).bringToFront();
	}

	/** With a display, hiding minimizes the window, because Chromium can't hide a window from outside. */
	async setShown(shown: boolean): Promise<void> {
		const page = await this.page;
		if (!start.headless) await this.setBounds(page, { windowState: shown ? "normal" : "minimized" });
	}

	private async setBounds(
		page: Page,
		bounds: { width?: number; height?: number; windowState?: "normal" | "minimized" },
	): Promise<void> {
		const { windowId } = (await this.session?.send("Browser.getWindowForTarget")) ?? {};
		if (windowId === undefined) return;
		const frame = await page.evaluate(() => ({
			width: outerWidth - innerWidth,
			height: outerHeight - innerHeight,
		}));
		const outer = {
			...(bounds.width === undefined ? {} : { width: bounds.width + frame.width }),
			...(bounds.height === undefined ? {} : { height: bounds.height + frame.height }),
			...(bounds.windowState === undefined ? {} : { windowState: bounds.windowState }),
		};
		await this.session?.send("Browser.setWindowBounds", { windowId, bounds: outer });
	}

	close(): void {
		this.closed = true;
		this.page.then((page) => page.close()).catch(() => {});
	}
}
