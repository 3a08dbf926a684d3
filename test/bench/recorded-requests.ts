/** Records the requests that an operation sends with `fetch`, and repeats them with a plain `fetch`. */

export interface RecordedRequest {
	readonly url: string;
	readonly init: RequestInit;
	readonly startedAt: number;
	/** `Infinity` until the response arrives. */
	endedAt: number;
	/** Whether the response is an event stream, which ends only when it is cancelled. */
	isStream: boolean;
}

/** @param init its body must be a string, as in all of the app's requests */
export const recordRequest = (url: string, init: RequestInit | undefined): RecordedRequest => ({
	url,
	init: { ...init, signal: null },
	startedAt: performance.now(),
	endedAt: Number.POSITIVE_INFINITY,
	isStream: false,
});

export function recordResponse(request: RecordedRequest, response: Response): void {
	request.endedAt = performance.now();
	request.isStream = response.headers.get("content-type")?.includes("event-stream") === true;
}

/** Groups requests that ran concurrently. Each group started after a request of the previous group had ended. */
function groupIntoRounds(requests: readonly RecordedRequest[]): readonly (readonly RecordedRequest[])[] {
	const rounds: RecordedRequest[][] = [];
	let firstEnd = Number.NEGATIVE_INFINITY;
	for (const request of requests.toSorted((left, right) => left.startedAt - right.startedAt)) {
		const round = rounds.at(-1);
		if (round === undefined || request.startedAt >= firstEnd) {
			rounds.push([request]);
			firstEnd = request.endedAt;
		} else {
			round.push(request);
			firstEnd = Math.min(firstEnd, request.endedAt);
		}
	}
	return rounds;
}

/** Returns the number of sequential rounds of requests. */
export const countRounds = (requests: readonly RecordedRequest[]): number => groupIntoRounds(requests).length;

/** Sends a request and reads its response as JSON. */
export async function sendRequest({ url, init }: Pick<RecordedRequest, "url" | "init">): Promise<void> {
	const response = await fetch(url, init);
	JSON.parse(await response.text());
}

/** Repeats the requests in the recorded rounds. @param send sends a single request */
export async function repeatRequests(
	requests: readonly RecordedRequest[],
	send: typeof sendRequest = sendRequest,
): Promise<void> {
	for (const round of groupIntoRounds(requests)) await Promise.all(round.map(send));
}
