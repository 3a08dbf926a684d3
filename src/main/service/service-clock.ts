import { MAX_CLOCK_OFFSET_MS } from "../../core/match/frozen.ts";

const ALLOWED_MS = 30_000;
const RESOLUTION_MS = 1_000;
const REMEMBERED = 5;
/** Measured offsets vary between responses, but a displayed expiry must not. */
const OFFSET_STEP_MS = 10_000;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

interface Bounds {
	readonly least: number;
	readonly most: number;
}

const widthOf = ({ least, most }: Bounds) => most - least;

/** Estimates the offset from the service's clock, using the `Date` header in its responses. */
export class ServiceClock {
	readonly #onChange: () => void;
	#answers: readonly Bounds[] = [];
	/** The fastest response gives the tightest bounds. Cached, because each inbox entry needs the offset. */
	#best: Bounds | null = null;
	#before = 0;

	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	addSample(date: string | null, sentAt: number, receivedAt: number): void {
		if (date === null || !HTTP_DATE.test(date) || receivedAt < sentAt) return;
		const at = Date.parse(date);
		if (Number.isNaN(at)) return;
		const bounds = { least: sentAt - at - RESOLUTION_MS, most: receivedAt - at };
		this.#answers = [...this.#answers, bounds].slice(-REMEMBERED);
		this.#best = this.#answers.reduce((one, other) => (widthOf(other) < widthOf(one) ? other : one));
		const now = this.offset();
		if (now === this.#before) return;
		this.#before = now;
		this.#onChange();
	}

	/** Returns how far this computer's clock is ahead, in ms. `null` if this is unknown or small. */
	difference(): number | null {
		const best = this.#best;
		if (best === null) return null;
		if (best.least > ALLOWED_MS) return best.least;
		return best.most < -ALLOWED_MS ? best.most : null;
	}

	/**
	 * Returns how much later an offer ends by this computer's clock than the service states, in ms. 0 if the
	 * clocks agree.
	 */
	offset(): number {
		const steps = Math.floor((this.difference() ?? 0) / OFFSET_STEP_MS);
		return Math.min(steps * OFFSET_STEP_MS, MAX_CLOCK_OFFSET_MS);
	}
}
