/**
 * Maximum number of Chromium's concurrent requests to one host over HTTP/1.1, whose connections it keeps
 * separate: the rest wait (kDefaultMaxSocketsPerGroup in net/socket/client_socket_pool_manager.cc).
 */
export const CHROMIUMS_CONNECTIONS = 6;

/** Maximum bytes that an answer may buffer ahead of its reader while its connection is in use. */
const READ_AHEAD = 512 * 1024;

type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/** A `fetch` that keeps to so many connections for each origin; one is free again when its answer has ended. */
export function boundedFetch(fetch: Fetch, most: number): Fetch {
	const used = new Map<string, number>();
	const waiting = new Map<string, (() => void)[]>();

	async function taken(origin: string): Promise<() => void> {
		if ((used.get(origin) ?? 0) < most) used.set(origin, (used.get(origin) ?? 0) + 1);
		else await new Promise<void>((resolve) => waiting.set(origin, [...(waiting.get(origin) ?? []), resolve]));
		let isFree = false;
		return () => {
			if (isFree) return;
			isFree = true;
			const [next, ...rest] = waiting.get(origin) ?? [];
			waiting.set(origin, rest);
			if (next === undefined) used.set(origin, (used.get(origin) ?? 1) - 1);
			else next();
		};
	}

	return async (input, init) => {
		const free = await taken(new URL(typeof input === "string" ? input : input.url).origin);
		try {
			const answer = await fetch(input, init);
			if (answer.body === null) {
				free();
				return answer;
			}
			// The typings know only one of its two end callbacks.
			const ends = { flush: free, cancel: free };
			const watch = new TransformStream<Uint8Array, Uint8Array>(
				ends,
				undefined,
				new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
			);
			const { status, statusText, headers } = answer;
			return new Response(answer.body.pipeThrough(watch), { status, statusText, headers });
		} catch (error) {
			free();
			throw error;
		}
	};
}
