/**
 * Token description signed by Ledger, whose Ethereum app uses it to format amounts. The app doesn't compare
 * the description's chain with the transaction's, so tokens are always looked up by both chain and address.
 */
export interface SignedToken {
	readonly chainId: number;
	readonly address: string;
	/** Ticker shown on the device. It can differ from the token's symbol. */
	readonly ticker: string;
	readonly decimals: number;
	/** Payload for APDU E0 0A. */
	readonly description: Uint8Array;
}

export interface SignedTokens {
	readonly find: (chainId: number, address: string) => SignedToken | null;
}
