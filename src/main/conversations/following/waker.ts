import type { Clock } from "../../ports.ts";

/** A sleep that can be cut short. A wake while nobody sleeps is kept for the next sleep. */
export class Waker {
	readonly #clock: Clock;
	#woken = false;
	#end: (() => void) | null = null;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	wake(): void {
		this.#woken = true;
		this.#end?.();
	}

	/** Forgets a wake that has been served already. */
	clear(): void {
		this.#woken = false;
	}

	/** Until woken, or until `ms` have passed; null sleeps until woken. */
	async sleep(ms: number | null): Promise<void> {
		if (!this.#woken && ms !== 0) {
			await new Promise<void>((resolve) => {
				const cancel = ms === null ? () => {} : this.#clock.after(ms, resolve);
				this.#end = () => {
					cancel();
					resolve();
				};
			});
			this.#end = null;
		}
		this.#woken = false;
	}
}
