import { MAX_CLOCK_OFFSET_MS } from "../../core/match/frozen.ts";

/** How far this computer's clock is from the service's, by the `Date` of its answers. */

export interface ServiceClock {
	/** Notes one answer. @param sentAt, receivedAt Unix ms by this computer's clock */
	readonly note: (date: string | null, sentAt: number, receivedAt: number) => void;
	/** How far this computer is ahead, in ms (negative: behind); `null` if that is unknown or small. */
	difference(): number | null;
	/**
	 * How much later than the service states an offer of its ends by this computer's clock, in ms (negative: earlier);
	 * 0 while the clocks count as equal.
	 */
	readonly offset: () => number;
}

/** Clocks that differ by no more than this count as equal. */
const ALLOWED_MS = 30_000;
/** `Date` has whole seconds. */
const RESOLUTION_MS = 1_000;
/** Answers that are remembered: an old one says nothing once the clock was set. */
const REMEMBERED = 5;
/** Measured differences vary with each answer's way; an end that is shown must not. */
const OFFSET_STEP_MS = 10_000;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** @param onChange called when the offset changes */
export function createServiceClock(onChange: () => void): ServiceClock {
	let answers: readonly { readonly least: number; readonly most: number }[] = [];
	let before = 0;
	const difference = () => {
		// The quickest answer bounds the difference most closely.
		const [best] = answers.toSorted((a, b) => a.most - a.least - (b.most - b.least));
		if (best === undefined) return null;
		if (best.least > ALLOWED_MS) return best.least;
		return best.most < -ALLOWED_MS ? best.most : null;
	};
	const offset = () =>
		Math.min(Math.floor((difference() ?? 0) / OFFSET_STEP_MS) * OFFSET_STEP_MS, MAX_CLOCK_OFFSET_MS);
	return {
		note(date, sentAt, receivedAt) {
			if (date === null || !HTTP_DATE.test(date) || receivedAt < sentAt) return;
			const at = Date.parse(date);
			if (Number.isNaN(at)) return;
			const bounds = { least: sentAt - at - RESOLUTION_MS, most: receivedAt - at };
			answers = [...answers, bounds].slice(-REMEMBERED);
			const now = offset();
			if (now === before) return;
			before = now;
			onChange();
		},
		difference,
		offset,
	};
}
