/** Records the requests that an operation made by `fetch`, and repeats them with nothing but `fetch`. */

export interface Asking {
	readonly url: string;
	readonly init: RequestInit;
	readonly began: number;
	/** Infinity while no answer is there. */
	ended: number;
	/** Its answer is a stream, which ends when it is broken off. */
	streams: boolean;
}

/** @param init a body that is text, as all of ours are */
export const askingOf = (url: string, init: RequestInit | undefined): Asking => ({
	url,
	init: { ...init, signal: null },
	began: performance.now(),
	ended: Number.POSITIVE_INFINITY,
	streams: false,
});

/** An answer is there. */
export function answered(asking: Asking, response: Response): void {
	asking.ended = performance.now();
	asking.streams = response.headers.get("content-type")?.includes("event-stream") === true;
}

/** Requests that were under way together, in the order in which each group had to wait for the one before it. */
function wavesOf(askings: readonly Asking[]): readonly (readonly Asking[])[] {
	const waves: Asking[][] = [];
	let end = Number.NEGATIVE_INFINITY;
	for (const asking of askings.toSorted((left, right) => left.began - right.began)) {
		const wave = waves.at(-1);
		if (wave === undefined || asking.began >= end) {
			waves.push([asking]);
			end = asking.ended;
		} else {
			wave.push(asking);
			end = Math.min(end, asking.ended);
		}
	}
	return waves;
}

/** How many times something had to be waited for before the next could be asked. */
export const roundsOf = (askings: readonly Asking[]): number => wavesOf(askings).length;

/** Puts one request again and reads its answer. */
export async function put({ url, init }: Pick<Asking, "url" | "init">): Promise<void> {
	const response = await fetch(url, init);
	JSON.parse(await response.text());
}

/** All of them again, each after those that it waited for. @param one how one is put */
export async function putAgain(askings: readonly Asking[], one: typeof put = put): Promise<void> {
	for (const wave of wavesOf(askings)) await Promise.all(wave.map(one));
}
