import { setImmediate } from "node:timers/promises";

/** Lets timers, sockets and windows run. Throws the signal's reason if it was aborted in the meantime. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
	await setImmediate();
	signal?.throwIfAborted();
}
