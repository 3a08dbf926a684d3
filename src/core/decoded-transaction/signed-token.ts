/**
 * Token description signed by Ledger, which the Ethereum app uses to format amounts. The app doesn't compare
 * the description's chain with the transaction's, so tokens are looked up by chain and address, never by
 * address alone.
 */
export interface SignedToken {
	readonly chainId: number;
	readonly address: string;
	/** Ticker shown on the device. May differ from the token's symbol. */
	readonly ticker: string;
	readonly decimals: number;
	/** Payload of APDU E0 0A. */
	readonly description: Uint8Array;
}

export interface SignedTokens {
	readonly find: (chainId: number, address: string) => SignedToken | null;
}
