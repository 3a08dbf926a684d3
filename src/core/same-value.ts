type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A member that is undefined is one that is not there. */
const namesOf = (of: Members): readonly string[] => Object.keys(of).filter((name) => of[name] !== undefined);

/**
 * Whether two plain values (what JSON can hold, and bigint) are the same one. The order of members tells nothing: what
 * was read from a file may have been written by another version.
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
