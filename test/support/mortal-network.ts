/**
 * `fetch` over a network that can fail silently, as when a computer changes networks. Pending and new requests
 * then hang until the caller aborts them.
 */
export interface MortalNetwork {
	readonly fetch: typeof globalThis.fetch;
	/** Makes pending and new requests hang. */
	die(): void;
	/** Connects another network. New requests are answered, but those that hang stay so. */
	come(): void;
	/** Returns the number of hanging requests that haven't been aborted. */
	hanging(): number;
}

export function mortalNetwork(): MortalNetwork {
	let network = 0;
	let isConnected = true;
	let hanging = 0;

	/** Rejects only when the caller aborts. */
	function hang(signal: AbortSignal | null | undefined): Promise<never> {
		hanging += 1;
		return new Promise((_, reject) => {
			const abort = () => {
				hanging -= 1;
				reject(signal?.reason);
			};
			if (signal?.aborted === true) abort();
			else signal?.addEventListener("abort", abort, { once: true });
		});
	}

	function bodyOf(answer: Response, requestNetwork: number, signal: AbortSignal | null | undefined) {
		const reader = answer.body?.getReader();
		if (reader === undefined) return null;
		return new ReadableStream<Uint8Array>({
			async pull(controller) {
				const { done, value } = await reader.read();
				if (requestNetwork !== network) await hang(signal);
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		});
	}

	return {
		async fetch(input, init) {
			const requestNetwork = network;
			const signal = init?.signal;
			if (!isConnected) return await hang(signal);
			const answer = await globalThis.fetch(input, init);
			if (requestNetwork !== network) return await hang(signal);
			const { status, statusText, headers } = answer;
			return new Response(bodyOf(answer, requestNetwork, signal), { status, statusText, headers });
		},
		die() {
			network += 1;
			isConnected = false;
		},
		come() {
			isConnected = true;
		},
		hanging: () => hanging,
	};
}
