/**
 * What the journal keeps and this version can't read: damaged, or written by another version. It stands where the
 * value would stand, so that nobody takes it for a missing one, and nothing is concluded from it.
 */
export class UnreadableRecord extends Error {
	override readonly name = "UnreadableRecord";

	/** @param what is kept there, for the log; `cause` says where it can't be read */
	constructor(what: string, cause: unknown) {
		super(
			`the journal's ${what} can't be read: ${cause instanceof Error ? cause.message : String(cause)}. It is left as it is, and nothing is done by it.`,
			{ cause },
		);
	}
}

/** The value itself. Throws the UnreadableRecord that stands in its place. */
export function readable<T>(value: T | UnreadableRecord): T {
	if (value instanceof UnreadableRecord) throw value;
	return value;
}

/** The value; null where it can't be read, for what only compares and tells. */
export const readableOrNull = <T>(value: T | UnreadableRecord): T | null =>
	value instanceof UnreadableRecord ? null : value;
