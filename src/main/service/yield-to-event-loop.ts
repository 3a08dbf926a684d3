import { setImmediate } from "node:timers/promises";

/**
 * Gives timers, sockets and windows a chance to run. If the signal was aborted in the meantime, throws its
 * reason.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
	await setImmediate();
	signal?.throwIfAborted();
}
