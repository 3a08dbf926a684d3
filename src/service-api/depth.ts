/** Levels of lists and objects in one record; no record of the interface, and no typed data that is signed, has more. */
export const MAX_DEPTH = 100;

const inside = (value: unknown): readonly unknown[] =>
	typeof value === "object" && value !== null ? Object.values(value) : [];

/** Whether a value is nested deeper than `MAX_DEPTH`. Code that calls itself for each level would run out of stack. */
export function isTooDeep(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
		level = level.flatMap(inside);
		if (level.length === 0) return false;
	}
	return true;
}

/** The reason of whatever is not read because of it, for a log or a user. */
export const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep`;
