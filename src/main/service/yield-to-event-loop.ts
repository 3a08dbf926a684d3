import { setImmediate } from "node:timers/promises";

/**
 * Lets timers, sockets and windows have their turn, before the next slice of a long reading.
 * Throws the signal's own reason where the reading is called off meanwhile.
 */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
	await setImmediate();
	signal?.throwIfAborted();
}
