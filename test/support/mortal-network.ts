/**
 * `fetch` over a network that can die silently, as when a computer changes networks: pending requests then
 * neither continue nor end, and requests without a network are never answered.
 */
export interface MortalNetwork {
	readonly fetch: typeof globalThis.fetch;
	/** From now on, pending and new queries hang for good. */
	die(): void;
	/** Connects another network: requests from now on are answered. */
	come(): void;
	/** Number of hanging queries that nobody has given up yet. */
	hanging(): number;
}

export function mortalNetwork(): MortalNetwork {
	let network = 0;
	let isThere = true;
	let hanging = 0;

	/** Ends only if the caller gives up. */
	function hang(signal: AbortSignal | null | undefined): Promise<never> {
		hanging += 1;
		return new Promise((_, reject) => {
			const leave = () => {
				hanging -= 1;
				reject(signal?.reason);
			};
			if (signal?.aborted === true) leave();
			else signal?.addEventListener("abort", leave, { once: true });
		});
	}

	function bodyOf(answer: Response, own: number, signal: AbortSignal | null | undefined) {
		const reader = answer.body?.getReader();
		if (reader === undefined) return null;
		return new ReadableStream<Uint8Array>({
			async pull(controller) {
				const { done, value } = await reader.read();
				if (own !== network) await hang(signal);
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		});
	}

	return {
		async fetch(input, init) {
			const own = network;
			const signal = init?.signal;
			if (!isThere) return await hang(signal);
			const answer = await globalThis.fetch(input, init);
			if (own !== network) return await hang(signal);
			const { status, statusText, headers } = answer;
			return new Response(bodyOf(answer, own, signal), { status, statusText, headers });
		},
		die() {
			network += 1;
			isThere = false;
		},
		come() {
			isThere = true;
		},
		hanging: () => hanging,
	};
}
