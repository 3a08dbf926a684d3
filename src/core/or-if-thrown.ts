/** Returns `otherwise` if the function throws. Rethrows anything that isn't of the expected class. */
export function orIfThrown<T, U>(
	otherwise: U,
	run: () => T,
	expected?: abstract new (...args: never[]) => unknown,
): T | U {
	try {
		return run();
	} catch (cause) {
		if (expected === undefined || cause instanceof expected) return otherwise;
		throw cause;
	}
}
