import { DeviceError, refusalOf } from "./faults.ts";
import type { DeviceRefusal } from "./protocol.ts";

/** Requests of one device, one after the other in the order in which they came; each can be given up. */
export class Queue {
	readonly #waiting = new Map<number, AbortController>();
	#turn: Promise<unknown> = Promise.resolve();

	/** Runs a request in its turn, or refuses it if it was given up before. */
	async add<T>(id: number, run: (signal: AbortSignal) => Promise<T>): Promise<T | DeviceRefusal> {
		const controller = new AbortController();
		this.#waiting.set(id, controller);
		const before = this.#turn;
		const mine = (async () => {
			await before;
			if (controller.signal.aborted) return refusalOf(new DeviceError("cancelled"), false);
			return run(controller.signal);
		})();
		this.#turn = mine.catch(() => {});
		try {
			// A request that is given up while it waits is refused at once.
			return await Promise.race([mine, cancelledBefore(before, controller.signal)]);
		} finally {
			this.#waiting.delete(id);
		}
	}

	/** Gives up the request of this id, waiting or running; does nothing if there is none. */
	cancel(id: number): void {
		this.#waiting.get(id)?.abort();
	}

	cancelAll(): void {
		for (const controller of this.#waiting.values()) controller.abort();
	}
}

/** Settles only if the signal comes before the turn. */
function cancelledBefore(turn: Promise<unknown>, signal: AbortSignal): Promise<DeviceRefusal> {
	return new Promise((resolve) => {
		const giveUp = () => resolve(refusalOf(new DeviceError("cancelled"), false));
		signal.addEventListener("abort", giveUp, { once: true });
		void turn.then(() => signal.removeEventListener("abort", giveUp));
	});
}
