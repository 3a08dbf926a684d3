/** Whether two plain values hold the same, all the way down. What main pushes is always a new copy. */
export function isSame(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	const ours = Object.entries(a);
	if (Array.isArray(a) !== Array.isArray(b) || ours.length !== Object.keys(b).length) return false;
	return ours.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, Reflect.get(b, key)));
}
