import { DeviceError, refusalOf } from "./faults.ts";
import type { DeviceRefusal } from "./protocol.ts";

/** Requests of one device, one after the other in the order in which they came; each can be given up. */
export interface Queue {
	/** Answers what `run` does, or that it was given up before its turn. */
	add<T>(id: number, run: (signal: AbortSignal) => Promise<T>): Promise<T | DeviceRefusal>;
	/** Gives up the request of this id, waiting or at work. False where there is none. */
	cancel(id: number): boolean;
	cancelAll(): void;
}

export function createQueue(): Queue {
	const waiting = new Map<number, AbortController>();
	let turn: Promise<unknown> = Promise.resolve();
	return {
		async add(id, run) {
			const controller = new AbortController();
			waiting.set(id, controller);
			const before = turn;
			const mine = (async () => {
				await before;
				if (controller.signal.aborted) return refusalOf(new DeviceError("cancelled"), false);
				return run(controller.signal);
			})();
			turn = mine.catch(() => {});
			try {
				// Who is given up while waiting is told at once.
				return await Promise.race([mine, cancelledBefore(before, controller.signal)]);
			} finally {
				waiting.delete(id);
			}
		},
		cancel(id) {
			const controller = waiting.get(id);
			controller?.abort();
			return controller !== undefined;
		},
		cancelAll() {
			for (const controller of waiting.values()) controller.abort();
		},
	};
}

/** Settles only where the signal comes before the turn. */
function cancelledBefore(turn: Promise<unknown>, signal: AbortSignal): Promise<DeviceRefusal> {
	return new Promise((resolve) => {
		const giveUp = () => resolve(refusalOf(new DeviceError("cancelled"), false));
		signal.addEventListener("abort", giveUp, { once: true });
		void turn.then(() => signal.removeEventListener("abort", giveUp));
	});
}
