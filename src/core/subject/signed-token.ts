/**
 * A token as Ledger describes it, signed by its key, so that the Ethereum app shows amounts by it. The app does not
 * compare a description's chain with the transaction's: a token is looked up by chain and address, never by address.
 */
export interface SignedToken {
	readonly chainId: number;
	/** 0x and 40 digits in lower case. */
	readonly address: string;
	/** As the device writes it; not always the symbol that the token gives itself. */
	readonly ticker: string;
	readonly decimals: number;
	/** Bytes for E0 0A. */
	readonly description: Uint8Array;
}

/** Ledger's descriptions, to look tokens up in. */
export interface SignedTokens {
	/** Returns `null` if Ledger describes no token at this address of this chain. */
	readonly find: (chainId: number, address: string) => SignedToken | null;
}
