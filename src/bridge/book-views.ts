/** The address book, for both windows. */
export interface BookView {
	readonly contacts: readonly never[];
}
