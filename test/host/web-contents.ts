import type { ConsoleMessage, Request, Route } from "playwright";
import { HostEmitter, type HostEvent, hostEvent } from "./emitter.ts";
import { announce, answerInvoke, invokeError } from "./ipc.ts";
import type { Wire } from "./page/codec.ts";
import type { PageInput, PageMessage } from "./page/isolated.ts";
import { codec, PageLink, type PopupRequest } from "./page-link.ts";
import { defaultSession, serve } from "./session.ts";
import { hostLog } from "./state.ts";
import { NotOfferedError, strict } from "./strict.ts";
import { fromBrowser } from "./urls.ts";

const events = [
	"input-event",
	"before-input-event",
	"will-navigate",
	"will-frame-navigate",
	// The next two events can't happen here: the app's handler may not redirect, and a page in Chromium has
	// no webview tag.
	"will-redirect",
	"will-attach-webview",
	"did-finish-load",
	"did-fail-load",
	"did-navigate",
	"dom-ready",
	"render-process-gone",
	"unresponsive",
	"responsive",
	"preload-error",
	"console-message",
	"page-title-updated",
	"destroyed",
] as const;

type OpenAnswer =
	| { action: "deny" }
	| { action: "allow"; overrideBrowserWindowOptions?: Electron.BrowserWindowConstructorOptions };
type OpenHandler = (details: Record<string, unknown>) => OpenAnswer;

/** Receives the events that concern the window rather than its contents. */
export interface ContentsOwner {
	allowPopup: (url: string, options: Electron.BrowserWindowConstructorOptions) => void;
	/** Called when the page has been rendered. */
	drawn: () => void;
	titled: (title: string) => void;
	gone: () => void;
}

let ids = 0;

/** The host's version of Electron's WebContents: a page in Chromium that is controlled by a PageLink. */
export class HostWebContents extends HostEmitter {
	readonly id: number;
	readonly session = defaultSession;
	readonly mainFrame: ReturnType<typeof makeMainFrame>;
	private readonly link: PageLink;
	private readonly holder: ContentsOwner;
	private self: HostWebContents;
	private url = "";
	private title = "";
	private gone = false;
	private openHandler: OpenHandler | undefined;

	constructor(options: { preload: string | undefined; width: number; height: number }, owner: ContentsOwner) {
		super("webContents", events);
		this.id = ++ids;
		this.holder = owner;
		this.mainFrame = makeMainFrame(this.id, { url: () => this.url, gone: () => this.gone });
		this.self = this;
		this.link = new PageLink({ id: this.id, route: (route) => this.route(route) }, options, {
			message: (message, context) => this.onMessage(message, context),
			navigated: (url) => {
				this.url = url;
				this.emit("did-navigate", hostEvent({}), url, 200, "");
			},
			parsed: () => this.emit("dom-ready", hostEvent({})),
			loaded: () => {
				this.holder.drawn();
				this.emit("did-finish-load", hostEvent({}));
			},
			titled: (title) => {
				this.title = title;
				this.holder.titled(title);
			},
			crashed: () => this.emit("render-process-gone", hostEvent({}), { reason: "crashed", exitCode: 133 }),
			console: (message) => this.consoled(message),
			popup: (request) => this.popup(request),
			closed: () => this.destroyed(),
		});
	}

	/** Sets the strict view of this object that events contain. Called by the window that owns it. */
	viewAs(view: HostWebContents): void {
		this.self = view;
	}

	/** The page, which the host attaches to or closes. */
	get hostLink(): PageLink {
		return this.link;
	}

	send(channel: string, ...args: unknown[]): void {
		if (this.gone) throw new TypeError("Object has been destroyed");
		this.link.deliver({ kind: "message", channel, args: codec.encode(args) });
	}

	async loadURL(url: string): Promise<void> {
		try {
			await this.link.navigate(url);
		} catch (error) {
			if (!this.gone) this.emit("did-fail-load", hostEvent({}), -2, String(error), url, true);
			throw error;
		}
	}

	getURL(): string {
		return this.url;
	}

	getTitle(): string {
		return this.title;
	}

	isDestroyed(): boolean {
		return this.gone;
	}

	reload(): void {
		this.link.reload().catch((error: unknown) => hostLog(`reload failed: ${String(error)}`));
	}

	setWindowOpenHandler(handler: OpenHandler): void {
		this.openHandler = handler;
	}

	setWebRTCIPHandlingPolicy(policy: string): void {
		// The policy applies to Chromium as a whole, so this only checks that the app sets it.
		if (policy !== "disable_non_proxied_udp") throw new NotOfferedError(`WebRTC policy ${policy}`);
	}

	openDevTools(): void {
		throw new NotOfferedError("webContents.openDevTools");
	}

	/** Ends everything that belongs to the page. Called by the window that owns it. */
	destroyed(): void {
		if (this.gone) return;
		this.gone = true;
		this.link.close();
		this.emit("destroyed");
		this.holder.gone();
	}

	private popup(request: PopupRequest): void {
		// Without a handler, Electron would open the window. Here, the app must set one.
		if (this.openHandler === undefined) throw new NotOfferedError("window.open without setWindowOpenHandler");
		const answer = this.openHandler({
			...request,
			disposition: "foreground-tab",
			referrer: { url: this.url, policy: "strict-origin-when-cross-origin" },
		});
		if (answer.action === "allow")
			this.holder.allowPopup(request.url, answer.overrideBrowserWindowOptions ?? {});
	}

	private async route(route: Route): Promise<void> {
		const request = route.request();
		const url = fromBrowser(request.url());
		if (request.isNavigationRequest() && this.prevented(request, url)) return route.abort("aborted");
		await serve(route, this.id);
	}

	private navigation(request: Request, url: string): HostEvent & { url: string; isMainFrame: boolean } {
		const isMainFrame = request.frame().parentFrame() === null;
		return hostEvent({ url, isMainFrame, isSameDocument: false, frame: isMainFrame ? this.mainFrame : null });
	}

	private prevented(request: Request, url: string): boolean {
		if (this.link.isOwnNavigation(url)) return false;
		const event = this.navigation(request, url);
		this.emit("will-frame-navigate", event);
		if (event.defaultPrevented || !event.isMainFrame) return event.defaultPrevented;
		this.emit("will-navigate", event, url, false, true);
		return event.defaultPrevented;
	}

	private consoled(message: ConsoleMessage): void {
		const levels: Record<string, string> = { error: "error", warning: "warning", debug: "debug" };
		const { url, lineNumber } = message.location();
		this.emit(
			"console-message",
			hostEvent({
				level: levels[message.type()] ?? "info",
				message: message.text(),
				lineNumber,
				sourceId: fromBrowser(url),
				frame: this.mainFrame,
			}),
		);
	}

	private ipcEvent(url: string): object {
		this.url = url;
		return hostEvent({
			type: "frame",
			frameId: 1,
			processId: this.id,
			ports: [],
			sender: this.self,
			senderFrame: this.mainFrame,
			reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
		});
	}

	private onMessage(message: PageMessage, context: number): void {
		if (this.gone) return;
		switch (message.kind) {
			case "hello":
				this.url = message.url;
				break;
			case "input":
				if (message.input !== undefined) this.input(message.input);
				break;
			case "preload-error":
				hostLog(`preload failed: ${message.error}`);
				this.emit("preload-error", hostEvent({}), "", new Error(message.error));
				break;
			case "send":
				announce(this.ipcEvent(message.url), message.channel ?? "", listOf(message.args));
				break;
			case "invoke":
				void this.invoked(message, context);
				break;
		}
	}

	private async invoked(message: PageMessage, context: number): Promise<void> {
		const channel = message.channel ?? "";
		const id = message.id ?? 0;
		const answer = await answerInvoke(this.ipcEvent(message.url), channel, listOf(message.args));
		let reply: Record<string, Wire>;
		try {
			reply = answer.ok
				? { kind: "result", id, value: codec.encode(answer.value) }
				: { kind: "failed", id, error: answer.error };
		} catch (error) {
			reply = { kind: "failed", id, error: invokeError(channel, error) };
		}
		this.link.deliver(reply, context);
	}

	private input(input: PageInput): void {
		const { type, modifiers } = input;
		if (!["rawKeyDown", "char", "keyUp"].includes(type)) {
			this.emit("input-event", hostEvent({}), { type, modifiers });
			return;
		}
		const key = {
			key: input.key,
			code: input.code,
			isAutoRepeat: input.repeat,
			isComposing: false,
			shift: modifiers.includes("shift"),
			control: modifiers.includes("control"),
			alt: modifiers.includes("alt"),
			meta: modifiers.includes("meta"),
			location: input.location,
			modifiers,
		};
		// The page already has the key, so preventing it here is too late, unlike in Electron.
		if (type !== "char")
			this.emit("before-input-event", hostEvent({}), {
				...key,
				type: type === "keyUp" ? "keyUp" : "keyDown",
			});
		this.emit("input-event", hostEvent({}), { ...key, type });
	}
}

function listOf(wire: Wire | undefined): unknown[] {
	const value = codec.decode(wire ?? ["A", []]);
	return Array.isArray(value) ? value : [];
}

function makeMainFrame(id: number, state: { url: () => string; gone: () => boolean }) {
	const frame = strict("webFrameMain", {
		routingId: 1,
		processId: id,
		frameTreeNodeId: id,
		frameToken: `frame-${id}`,
		name: "",
		parent: null,
		frames: [],
		detached: false,
		isDestroyed: state.gone,
		get url(): string {
			return state.url();
		},
		get origin(): string {
			return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(state.url())?.[0] ?? "null";
		},
		get top(): object {
			return frame;
		},
	});
	return frame;
}
