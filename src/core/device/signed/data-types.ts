export interface FilterField {
	/**
	 * `token` and `amount` form a pair if they have the same `coin_ref`. 255 means the verifying contract.
	 */
	readonly format: "raw" | "datetime" | "token" | "amount";
	readonly label: string;
	readonly path: string;
	readonly coin_ref?: number;
	readonly signature: string;
}

export interface Filter {
	readonly contractName: { readonly label: string; readonly signature: string };
	readonly fields: readonly FilterField[];
}

export interface SignedData {
	readonly from: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
	/** Filters by chain ID, contract in lower case, and hash of the types, joined with ":". */
	readonly filters: Readonly<Record<string, Filter>>;
}
