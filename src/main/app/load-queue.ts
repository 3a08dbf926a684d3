/** Work in the background goes a few at a time; what the person waits for goes at once. */

export interface LoadQueue<T> {
	/** Runs it now, whether it was queued or not; one that runs already is shared. */
	now(id: string): Promise<T>;
	/** Runs it when its turn comes, first come first served. Null where it is no longer wanted by then. */
	soon(id: string): Promise<T | null>;
}

interface Waiting<T> {
	readonly promise: Promise<T | null>;
	readonly settle: (result: T | null | Promise<T>) => void;
}

/**
 * @param run must not reject.
 * @param wanted asked as the turn of a queued one comes.
 */
export function createLoadQueue<T>(
	most: number,
	run: (id: string) => Promise<T>,
	wanted: (id: string) => boolean,
): LoadQueue<T> {
	const running = new Map<string, Promise<T>>();
	const waiting = new Map<string, Waiting<T>>();
	let busy = 0;

	function now(id: string): Promise<T> {
		const held = running.get(id);
		const started = held ?? run(id).finally(() => running.delete(id));
		running.set(id, started);
		const queued = waiting.get(id);
		waiting.delete(id);
		queued?.settle(started);
		return started;
	}

	function fill(): void {
		for (const [id, queued] of waiting) {
			if (busy >= most) return;
			if (!wanted(id)) {
				waiting.delete(id);
				queued.settle(null);
				continue;
			}
			busy += 1;
			void now(id).finally(() => {
				busy -= 1;
				fill();
			});
		}
	}

	return {
		now,
		soon(id) {
			const under = running.get(id) ?? waiting.get(id)?.promise;
			if (under !== undefined) return under;
			const { promise, resolve } = Promise.withResolvers<T | null>();
			waiting.set(id, { promise, settle: resolve });
			fill();
			return promise;
		},
	};
}
