import type { Clock } from "./ports.ts";

/** Lifetime of the cached zone, in ms: a system query costs more than everything done with its answer. */
const STANDS_MS = 10_000;

/** The time zone of this computer's wall clock, by its IANA name. */
export class TimeZone {
	readonly #clock;
	#known: { readonly at: number; readonly name: string } | null = null;

	constructor(clock: Pick<Clock, "now">) {
		this.#clock = clock;
	}

	/** Returns the zone; queries it again after ten seconds, and if the clock was set back. */
	name(): string {
		const now = this.#clock.now();
		if (this.#known === null || now < this.#known.at || now - this.#known.at >= STANDS_MS)
			this.#known = { at: now, name: Intl.DateTimeFormat().resolvedOptions().timeZone };
		return this.#known.name;
	}
}
