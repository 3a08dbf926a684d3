import type { Clock } from "./ports.ts";

/** Until a move into another zone shows, in ms: asking costs more than all that is done with the answer. */
const STANDS_MS = 10_000;

/** The time zone of this computer's wall clock, by its IANA name. */
export class TimeZone {
	readonly #clock;
	#known: { readonly at: number; readonly name: string } | null = null;

	constructor(clock: Pick<Clock, "now">) {
		this.#clock = clock;
	}

	/** Asks again after ten seconds, and when the clock was put back. */
	name(): string {
		const now = this.#clock.now();
		if (this.#known === null || now < this.#known.at || now - this.#known.at >= STANDS_MS)
			this.#known = { at: now, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
		return this.#known.name;
	}
}
