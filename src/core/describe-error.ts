/** Describes a thrown value for the log, with its stack if it has one. */
export const describeError = (cause: unknown): string =>
	cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
