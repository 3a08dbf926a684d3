/** Something came out otherwise than it must; the demo ends with 1. */
class DeviationError extends Error {
	override readonly name = "DeviationError";
}

/** Holds the demo to what it promises. */
export function must(what: string, holds: boolean, seen?: unknown): asserts holds {
	if (holds) return;
	const shown = seen === undefined ? "" : `; seen: ${typeof seen === "string" ? seen : stringify(seen)}`;
	throw new DeviationError(`${what}${shown}`);
}

function stringify(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? each.toString() : each));
}

export interface Teller {
	/** Begins a story. */
	story(title: string): void;
	/** One step, one line. */
	step(name: string, text: string): void;
	/** Milliseconds since this teller began. */
	since(): number;
}

/** Prints a line a step, with the time since the start in ms. */
export function teller(): Teller {
	const start = performance.now();
	const since = () => Math.round(performance.now() - start);
	return {
		since,
		story: (title) => console.log(`\n${title}`),
		step: (name, text) => console.log(`${String(since()).padStart(7)} ms  ${name.padEnd(12)} ${text}`),
	};
}

/** How long `work` takes, in ms, beside what it gives. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
	const start = performance.now();
	const value = await work();
	return { value, ms: Math.round(performance.now() - start) };
}
