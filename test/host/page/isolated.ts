import type { makeBridge } from "./bridge.ts";
import type { makeCodec, Wire } from "./codec.ts";

export interface IsolatedOptions {
	binding: string;
	handshake: string;
	deliver: string;
	platform: string;
}

/** Message from the host's code in the page to the host process, sent as JSON text. */
export interface PageMessage {
	kind: "hello" | "send" | "invoke" | "input" | "preload-error";
	url: string;
	id?: number;
	channel?: string;
	args?: Wire;
	input?: PageInput;
	error?: string;
}

/** A trusted DOM input event, with the fields that the host converts to Electron's InputEvent. */
export interface PageInput {
	type: string;
	key: string;
	code: string;
	repeat: boolean;
	location: number;
	modifiers: string[];
}

export interface IsolatedWorld {
	require: (name: string) => unknown;
	failed: (error: unknown) => void;
	process: object;
}

/**
 * Creates the `electron` module of a sandboxed preload in a world that the page's scripts can't reach. It
 * contains ipcRenderer over a CDP binding that exists only in this world, contextBridge over `makeBridge`,
 * and the detection of real input. Returns `undefined` in a subframe, where no preload runs. Self-contained,
 * because it is injected as source text.
 */
export function startIsolated(
	codecOf: typeof makeCodec,
	bridgeOf: typeof makeBridge,
	options: IsolatedOptions,
): IsolatedWorld | undefined {
	if (window.top !== window) return undefined;
	const codec = codecOf();
	const binding = Reflect.get(globalThis, options.binding) as (text: string) => void;
	Reflect.deleteProperty(globalThis, options.binding);
	const sendToHost = (message: Omit<PageMessage, "url">): void =>
		binding(JSON.stringify({ ...message, url: location.href }));

	function strict<T extends object>(name: string, members: T): T {
		return new Proxy(members, {
			get(target, key) {
				if (key in target || typeof key === "symbol" || key === "then") return Reflect.get(target, key);
				throw new Error(`The Chromium host does not offer ${name}.${String(key)} to a preload.`);
			},
		});
	}

	type Listener = (event: object, ...args: unknown[]) => void;
	const listeners = new Map<string, { listener: Listener; once: boolean }[]>();
	const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
	let invocations = 0;

	function add(channel: string, listener: Listener, once: boolean): void {
		listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
	}
	function remove(channel: string, listener: Listener): void {
		const entries = listeners.get(channel) ?? [];
		const at = entries.findLastIndex((entry) => entry.listener === listener);
		listeners.set(
			channel,
			entries.filter((_, index) => index !== at),
		);
	}

	const ipcRenderer: Record<string, unknown> = strict("ipcRenderer", {
		invoke: (channel: string, ...args: unknown[]) =>
			new Promise((resolve, reject) => {
				const wire = codec.encode(args);
				const id = invocations++;
				waiting.set(id, { resolve, reject });
				sendToHost({ kind: "invoke", id, channel, args: wire });
			}),
		send: (channel: string, ...args: unknown[]) =>
			sendToHost({ kind: "send", channel, args: codec.encode(args) }),
		on(channel: string, listener: Listener) {
			add(channel, listener, false);
			return ipcRenderer;
		},
		once(channel: string, listener: Listener) {
			add(channel, listener, true);
			return ipcRenderer;
		},
		off(channel: string, listener: Listener) {
			remove(channel, listener);
			return ipcRenderer;
		},
		removeListener(channel: string, listener: Listener) {
			remove(channel, listener);
			return ipcRenderer;
		},
		removeAllListeners(channel?: string) {
			if (channel === undefined) listeners.clear();
			else listeners.delete(channel);
			return ipcRenderer;
		},
	});

	const codecList = (wire: Wire): unknown[] => {
		const value = codec.decode(wire);
		return Array.isArray(value) ? value : [];
	};

	Reflect.set(globalThis, options.deliver, (text: string) => {
		const message: Record<string, Wire> = JSON.parse(text);
		if (message.kind === "message") {
			const channel = String(message.channel);
			for (const entry of listeners.get(channel) ?? []) {
				if (entry.once) remove(channel, entry.listener);
				// Each listener gets its own copy, like each context in Electron.
				entry.listener({ sender: ipcRenderer, ports: [] }, ...codecList(message.args ?? []));
			}
			return;
		}
		const pending = waiting.get(Number(message.id));
		waiting.delete(Number(message.id));
		if (message.kind === "result") pending?.resolve(codec.decode(message.value ?? null));
		else pending?.reject(new Error(String(message.error)));
	});

	// The main world dispatches this event once, before any of the page's scripts run.
	let expose: ((key: string, api: unknown) => void) | undefined;
	window.addEventListener(
		options.handshake,
		(event) => {
			const pipe = (event as FocusEvent).relatedTarget;
			if (pipe === null) return;
			const end = bridgeOf(codec, pipe, "to-isolated", "to-main");
			expose = (key, api) => end.send({ kind: "expose", key, api: end.wrap(api) });
			end.send({ kind: "welcome" });
		},
		{ once: true },
	);
	const exposed = new Set<string>();
	const contextBridge = strict("contextBridge", {
		exposeInMainWorld(key: string, api: unknown) {
			if (exposed.has(key) || expose === undefined)
				throw new Error("Cannot bind an API on top of an existing property on the window object");
			exposed.add(key);
			expose(key, api);
		},
	});
	const electron = strict("electron", { contextBridge, ipcRenderer });

	const modifiersOf = (event: MouseEvent | KeyboardEvent | TouchEvent): string[] => {
		const named: [boolean, string][] = [
			[event.shiftKey, "shift"],
			[event.ctrlKey, "control"],
			[event.altKey, "alt"],
			[event.metaKey, "meta"],
			[event instanceof KeyboardEvent && event.repeat, "isautorepeat"],
			// Electron reports pressed buttons only for mouse events.
			[event instanceof MouseEvent && (event.buttons & 1) !== 0, "leftbuttondown"],
			[event instanceof MouseEvent && (event.buttons & 4) !== 0, "middlebuttondown"],
			[event instanceof MouseEvent && (event.buttons & 2) !== 0, "rightbuttondown"],
		];
		return named.filter(([on]) => on).map(([, name]) => name);
	};
	let lastMove = 0;
	function forward(type: string, event: Event): void {
		if (!event.isTrusted) return;
		if (type === "mouseMove") {
			if (event.timeStamp - lastMove < 50) return;
			lastMove = event.timeStamp;
		}
		const key = event instanceof KeyboardEvent ? event : undefined;
		const mouse = event instanceof MouseEvent ? event : undefined;
		const modified = event instanceof TouchEvent ? event : (key ?? mouse);
		sendToHost({
			kind: "input",
			input: {
				type,
				key: key?.key ?? "",
				code: key?.code ?? "",
				repeat: key?.repeat ?? false,
				location: key?.location ?? 0,
				modifiers: modified === undefined ? [] : modifiersOf(modified),
			},
		});
	}
	const watched: [string, string][] = [
		["mousedown", "mouseDown"],
		["mouseup", "mouseUp"],
		["mousemove", "mouseMove"],
		["wheel", "mouseWheel"],
		// For a real key, Electron reports rawKeyDown, and also char if it types a character. sendInputEvent
		// accepts keyDown.
		["keydown", "rawKeyDown"],
		["keypress", "char"],
		["keyup", "keyUp"],
		["touchstart", "touchStart"],
		["touchend", "touchEnd"],
		["touchcancel", "touchCancel"],
	];
	for (const [dom, type] of watched)
		window.addEventListener(dom, (event) => forward(type, event), { capture: true, passive: true });

	sendToHost({ kind: "hello" });
	return {
		require(name) {
			if (name === "electron") return electron;
			throw new Error(`The Chromium host offers a preload no module "${name}": only "electron".`);
		},
		failed: (error) =>
			sendToHost({
				kind: "preload-error",
				error: error instanceof Error ? (error.stack ?? error.message) : String(error),
			}),
		process: strict("process", {
			type: "renderer",
			sandboxed: true,
			contextIsolated: true,
			platform: options.platform,
		}),
	};
}
