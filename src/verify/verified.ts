/** What a check of a file came to. */
export interface Verified {
	readonly ok: boolean;
	/** For a terminal; text of others in it is harmless. */
	readonly lines: readonly string[];
}
