/** Result of checking a file. */
export interface Verified {
	readonly ok: boolean;
	/** For a terminal; foreign text is sanitized. */
	readonly lines: readonly string[];
}
