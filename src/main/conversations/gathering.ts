import type { Arrival, PagesApplied, SessionStore } from "./store.ts";

/**
 * Pages that many streams bring at the same moment are made durable by one transaction: to begin and end one costs
 * more than to write down an event. Nothing waits for it longer than until everything that has arrived by now is read.
 */
export interface Gathering {
	/** Resolves once the pages are durable and told; rejects with a StorageError, and then nothing was taken. */
	apply(arrival: Arrival): Promise<PagesApplied>;
}

interface Waiting {
	readonly arrival: Arrival;
	resolve(applied: PagesApplied): void;
	reject(cause: unknown): void;
}

/** @param soon runs what it is given once all that has arrived by now is read */
export function createGathering(
	store: Pick<SessionStore, "applyTogether">,
	soon: (run: () => void) => void = setImmediate,
): Gathering {
	/** By session. */
	let waiting = new Map<string, Waiting>();

	function flush(): void {
		const now = [...waiting.values()];
		waiting = new Map();
		if (now.length === 0) return;
		try {
			const applied = store.applyTogether(now.map(({ arrival }) => arrival));
			for (const [at, { resolve, reject }] of now.entries()) {
				const each = applied[at];
				if (each === undefined) reject(new Error("nothing was applied"));
				else resolve(each);
			}
		} catch (cause) {
			for (const { reject } of now) reject(cause);
		}
	}

	return {
		apply: (arrival) =>
			new Promise((resolve, reject) => {
				// What one session brings follows from what it brought before.
				if (waiting.has(arrival.id)) flush();
				if (waiting.size === 0) soon(flush);
				waiting.set(arrival.id, { arrival, resolve, reject });
			}),
	};
}
