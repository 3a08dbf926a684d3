/** Timeout of an expected state; the message names it and the last state seen. */
class NotSeenError extends Error {
	override readonly name = "NotSeenError";
}

/**
 * Polls until `look` returns a value, and returns it. For states without an event outside the app: records of
 * the service, the chain, the desktop.
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | null | undefined | false>,
	options: { readonly ms?: number; readonly everyMs?: number; readonly seen?: () => unknown } = {},
): Promise<T> {
	const { ms = 60_000, everyMs = 40, seen } = options;
	const end = Date.now() + ms;
	for (;;) {
		const found = await look();
		if (found !== null && found !== undefined && found !== false) return found;
		if (Date.now() > end) {
			const last = seen === undefined ? "" : `\nlast seen: ${JSON.stringify(seen(), null, 1)}`;
			throw new NotSeenError(`waited ${ms} ms for ${what}${last}`);
		}
		await new Promise((resolve) => setTimeout(resolve, everyMs));
	}
}
