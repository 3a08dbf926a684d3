/**
 * Chromium's limit of concurrent requests to one host over HTTP/1.1. Further requests wait
 * (kDefaultMaxSocketsPerGroup in net/socket/client_socket_pool_manager.cc).
 */
export const CHROMIUMS_CONNECTIONS = 6;

/** Maximum number of bytes buffered from a response that hasn't been read yet. */
const READ_AHEAD = 512 * 1024;

type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` with a limited number of connections per origin. A connection is free again when its
 * response ends.
 */
export function boundedFetch(fetch: Fetch, most: number): Fetch {
	const used = new Map<string, number>();
	const waiting = new Map<string, (() => void)[]>();

	async function acquire(origin: string): Promise<() => void> {
		if ((used.get(origin) ?? 0) < most) used.set(origin, (used.get(origin) ?? 0) + 1);
		else await new Promise<void>((resolve) => waiting.set(origin, [...(waiting.get(origin) ?? []), resolve]));
		let isReleased = false;
		return () => {
			if (isReleased) return;
			isReleased = true;
			const [next, ...rest] = waiting.get(origin) ?? [];
			waiting.set(origin, rest);
			if (next === undefined) used.set(origin, (used.get(origin) ?? 1) - 1);
			else next();
		};
	}

	return async (input, init) => {
		const release = await acquire(new URL(typeof input === "string" ? input : input.url).origin);
		try {
			const answer = await fetch(input, init);
			if (answer.body === null) {
				release();
				return answer;
			}
			// The type definitions lack one of the two callbacks.
			const ends = { flush: release, cancel: release };
			const watch = new TransformStream<Uint8Array, Uint8Array>(
				ends,
				undefined,
				new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
			);
			const { status, statusText, headers } = answer;
			return new Response(answer.body.pipeThrough(watch), { status, statusText, headers });
		} catch (error) {
			release();
			throw error;
		}
	};
}
