/** What the accounts have allowed others so far, for the desk. */
export interface AllowancesView {
	readonly rows: readonly never[];
}
