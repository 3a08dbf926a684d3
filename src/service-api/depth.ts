/** Maximum nesting depth. No API record and no signable typed data is nested deeper. */
export const MAX_DEPTH = 100;

const inside = (value: unknown): readonly unknown[] =>
	typeof value === "object" && value !== null ? Object.values(value) : [];

export function isTooDeep(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
		level = level.flatMap(inside);
		if (level.length === 0) return false;
	}
	return true;
}

export const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep`;
