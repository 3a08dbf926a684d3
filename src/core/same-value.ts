type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const namesOf = (of: Members): readonly string[] => Object.keys(of).filter((name) => of[name] !== undefined);

/**
 * Compares plain values (JSON and bigint). Ignores the order of keys, because a different version may have
 * written the file.
 */
export function sameValue(left: unknown, right: unknown): boolean {
	if (left === right) return true;
	if (Array.isArray(left))
		return (
			Array.isArray(right) &&
			left.length === right.length &&
			left.every((each, at) => sameValue(each, right[at]))
		);
	if (!isMembers(left) || !isMembers(right)) return false;
	const names = namesOf(left);
	return (
		names.length === namesOf(right).length &&
		names.every((name) => Object.hasOwn(right, name) && sameValue(left[name], right[name]))
	);
}
