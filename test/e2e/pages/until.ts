/**
 * Thrown if an expected state isn't reached in time. The message contains the expected state and the last one
 * seen.
 */
class NotSeenError extends Error {
	override readonly name = "NotSeenError";
}

/**
 * Polls until `look` returns a value, and returns that value. For states outside the app that emit no event,
 * such as the service's records, the chain and the desktop.
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
