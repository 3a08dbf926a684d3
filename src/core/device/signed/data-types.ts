/** Ledger's signed filters of typed data, as written by scripts/ledger-data.mjs. */

/** Filter of one member of typed data. */
export interface FilterField {
	/** `token` and `amount` with the same `coin_ref` belong together; 255 is the verifying contract. */
	readonly format: "raw" | "datetime" | "token" | "amount";
	readonly label: string;
	/** "details.token". */
	readonly path: string;
	readonly coin_ref?: number;
	/** DER, in hex. */
	readonly signature: string;
}

/** Display of typed data of one shape, for one contract on one chain. */
export interface Filter {
	readonly contractName: { readonly label: string; readonly signature: string };
	readonly fields: readonly FilterField[];
}

export interface SignedData {
	readonly from: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
	/** Keyed by chain id, lower-case contract and hash of the types, joined by ":". */
	readonly filters: Readonly<Record<string, Filter>>;
}
