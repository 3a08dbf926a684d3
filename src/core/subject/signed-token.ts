/**
 * A token description signed by Ledger, by which the Ethereum app shows amounts. The app does not compare the
 * description's chain with the transaction's, so tokens are looked up by chain and address, never by address
 * alone.
 */
export interface SignedToken {
	readonly chainId: number;
	/** 0x and 40 hex digits, lower case. */
	readonly address: string;
	/** Ticker that the device shows; it may differ from the token's own symbol. */
	readonly ticker: string;
	readonly decimals: number;
	/** Payload of APDU E0 0A. */
	readonly description: Uint8Array;
}

/** Ledger's token descriptions. */
export interface SignedTokens {
	/** Returns `null` if Ledger does not describe a token at this address of this chain. */
	readonly find: (chainId: number, address: string) => SignedToken | null;
}
