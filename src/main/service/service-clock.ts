import { MAX_CLOCK_OFFSET_MS } from "../../core/match/frozen.ts";

/** Clocks that differ by no more than this count as equal. */
const ALLOWED_MS = 30_000;
/** `Date` has whole seconds. */
const RESOLUTION_MS = 1_000;
/** Answers that are remembered: an old one says nothing once the clock was set. */
const REMEMBERED = 5;
/** Measured differences vary with each answer's way; an end that is shown must not. */
const OFFSET_STEP_MS = 10_000;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Measures how far this computer's clock is from the service's, by the `Date` of its answers. */
export class ServiceClock {
	readonly #onChange: () => void;
	#answers: readonly { readonly least: number; readonly most: number }[] = [];
	#before = 0;

	/** @param onChange called when the offset changes */
	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	/** Notes one answer. @param sentAt, receivedAt Unix ms by this computer's clock */
	note(date: string | null, sentAt: number, receivedAt: number): void {
		if (date === null || !HTTP_DATE.test(date) || receivedAt < sentAt) return;
		const at = Date.parse(date);
		if (Number.isNaN(at)) return;
		const bounds = { least: sentAt - at - RESOLUTION_MS, most: receivedAt - at };
		this.#answers = [...this.#answers, bounds].slice(-REMEMBERED);
		const now = this.offset();
		if (now === this.#before) return;
		this.#before = now;
		this.#onChange();
	}

	/** How far this computer is ahead, in ms (negative: behind); `null` if that is unknown or small. */
	difference(): number | null {
		// The quickest answer bounds the difference most closely.
		const [best] = this.#answers.toSorted((a, b) => a.most - a.least - (b.most - b.least));
		if (best === undefined) return null;
		if (best.least > ALLOWED_MS) return best.least;
		return best.most < -ALLOWED_MS ? best.most : null;
	}

	/**
	 * How much later than the service states an offer of its ends by this computer's clock, in ms (negative: earlier);
	 * 0 while the clocks count as equal.
	 */
	offset(): number {
		const steps = Math.floor((this.difference() ?? 0) / OFFSET_STEP_MS);
		return Math.min(steps * OFFSET_STEP_MS, MAX_CLOCK_OFFSET_MS);
	}
}
