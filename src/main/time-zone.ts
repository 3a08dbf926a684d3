import type { Clock } from "./ports.ts";

/** Cache lifetime. Querying the system's time zone is expensive. */
const STANDS_MS = 10_000;

export class TimeZone {
	readonly #clock;
	#known: { readonly at: number; readonly name: string } | null = null;

	constructor(clock: Pick<Clock, "now">) {
		this.#clock = clock;
	}

	name(): string {
		const now = this.#clock.now();
		if (this.#known === null || now < this.#known.at || now - this.#known.at >= STANDS_MS)
			this.#known = { at: now, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
		return this.#known.name;
	}
}
