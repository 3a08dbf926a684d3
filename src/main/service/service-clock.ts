/** How far this computer's clock is from the service's, by the `Date` of its answers. */

export interface ServiceClock {
	/** Notes one answer. @param sentAt, receivedAt Unix ms by this computer's clock */
	readonly note: (date: string | null, sentAt: number, receivedAt: number) => void;
	/** How far this computer is ahead, in ms (negative: behind); `null` if that is unknown or small. */
	difference(): number | null;
}

/** Clocks that differ by no more than this count as equal. */
const ALLOWED_MS = 30_000;
/** `Date` has whole seconds. */
const RESOLUTION_MS = 1_000;
/** Answers that are remembered: an old one says nothing once the clock was set. */
const REMEMBERED = 5;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** @param onChange called when the difference becomes too large, or is no more */
export function createServiceClock(onChange: () => void): ServiceClock {
	let answers: readonly { readonly least: number; readonly most: number }[] = [];
	let before = false;
	const difference = () => {
		// The quickest answer bounds the difference most closely.
		const [best] = answers.toSorted((a, b) => a.most - a.least - (b.most - b.least));
		if (best === undefined) return null;
		if (best.least > ALLOWED_MS) return best.least;
		return best.most < -ALLOWED_MS ? best.most : null;
	};
	return {
		note(date, sentAt, receivedAt) {
			if (date === null || !HTTP_DATE.test(date) || receivedAt < sentAt) return;
			const at = Date.parse(date);
			if (Number.isNaN(at)) return;
			const bounds = { least: sentAt - at - RESOLUTION_MS, most: receivedAt - at };
			answers = [...answers, bounds].slice(-REMEMBERED);
			const differs = difference() !== null;
			if (differs !== before) onChange();
			before = differs;
		},
		difference,
	};
}
