/** What is shown of a field, and what decides whether it changed. */
export interface Told {
	readonly text: string;
	readonly whole: string;
}

const LONGEST = 120;

export function clipped(text: string): string {
	return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

/** A digest's beginning and end: it is compared by machine, and shown whole below. */
export function ends(text: string): string {
	return text.length <= 28 ? text : `${text.slice(0, 12)}…${text.slice(-8)}`;
}
