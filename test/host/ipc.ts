import { strict } from "./strict.ts";

type Handler = (event: object, ...args: unknown[]) => unknown;
type ChannelListener = (event: object, ...args: unknown[]) => void;

const handlers = new Map<string, { handler: Handler; once: boolean }>();
const channels = new Map<string, { listener: ChannelListener; once: boolean }[]>();

function setHandler(channel: string, handler: Handler, once: boolean): void {
	if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
	if (typeof handler !== "function")
		throw new TypeError(`Expected handler to be a function, but found ${typeof handler}`);
	handlers.set(channel, { handler, once });
}

function addListener(channel: string, listener: ChannelListener, once: boolean): typeof ipcMain {
	channels.set(channel, [...(channels.get(channel) ?? []), { listener, once }]);
	return ipcMain;
}

function removeListener(channel: string, listener: ChannelListener): typeof ipcMain {
	const entries = channels.get(channel) ?? [];
	const at = entries.findLastIndex((entry) => entry.listener === listener);
	channels.set(
		channel,
		entries.filter((_, index) => index !== at),
	);
	return ipcMain;
}

interface HostIpcMain {
	handle: (channel: string, handler: Handler) => void;
	handleOnce: (channel: string, handler: Handler) => void;
	removeHandler: (channel: string) => void;
	on: (channel: string, listener: ChannelListener) => HostIpcMain;
	once: (channel: string, listener: ChannelListener) => HostIpcMain;
	addListener: (channel: string, listener: ChannelListener) => HostIpcMain;
	off: (channel: string, listener: ChannelListener) => HostIpcMain;
	removeListener: (channel: string, listener: ChannelListener) => HostIpcMain;
	removeAllListeners: (channel?: string) => HostIpcMain;
}

const members = {
	handle: (channel: string, handler: Handler) => setHandler(channel, handler, false),
	handleOnce: (channel: string, handler: Handler) => setHandler(channel, handler, true),
	removeHandler: (channel: string) => void handlers.delete(channel),
	on: (channel: string, listener: ChannelListener) => addListener(channel, listener, false),
	once: (channel: string, listener: ChannelListener) => addListener(channel, listener, true),
	addListener: (channel: string, listener: ChannelListener) => addListener(channel, listener, false),
	off: removeListener,
	removeListener,
	removeAllListeners(channel?: string) {
		if (channel === undefined) channels.clear();
		else channels.delete(channel);
		return ipcMain;
	},
} satisfies Record<keyof Electron.IpcMain & keyof HostIpcMain, unknown>;

export const ipcMain: HostIpcMain = strict("ipcMain", members);

/** Handles an invoke call. Returns the handler's value, or the error text of Electron's renderer. */
export async function answerInvoke(
	event: object,
	channel: string,
	args: unknown[],
): Promise<{ ok: true; value: unknown } | { ok: false; error: string }> {
	const entry = handlers.get(channel);
	try {
		if (entry === undefined) throw new Error(`No handler registered for '${channel}'`);
		if (entry.once) handlers.delete(channel);
		return { ok: true, value: await entry.handler(event, ...args) };
	} catch (error) {
		return { ok: false, error: invokeError(channel, error) };
	}
}

/** Electron's text for an error in a handler. */
export function invokeError(channel: string, error: unknown): string {
	return `Error invoking remote method '${channel}': ${String(error)}`;
}

/** Passes a message to the listeners of ipcMain. */
export function announce(event: object, channel: string, args: unknown[]): void {
	for (const entry of channels.get(channel) ?? []) {
		if (entry.once) removeListener(channel, entry.listener);
		entry.listener(event, ...args);
	}
}
