/** Ledger's signed filters of typed data, as scripts/ledger-data.mjs writes them. */

/** Of one member of typed data. */
export interface FilterField {
	/** `token` and `amount` of one `coin_ref` belong together; 255 is the contract that reads the signature. */
	readonly format: "raw" | "datetime" | "token" | "amount";
	readonly label: string;
	/** "details.token". */
	readonly path: string;
	readonly coin_ref?: number;
	/** DER, in hex. */
	readonly signature: string;
}

/** How the Ethereum app shows typed data of one shape, read by one contract of one chain. */
export interface Filter {
	readonly contractName: { readonly label: string; readonly signature: string };
	readonly fields: readonly FilterField[];
}

export interface SignedData {
	readonly from: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
	/** By chain id, contract in lower case and hash of the types, with ":" between them. */
	readonly filters: Readonly<Record<string, Filter>>;
}
