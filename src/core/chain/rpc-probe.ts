/** What one RPC is good for, as it was found out by asking it. */
export interface RpcProbe {
	readonly found: "right" | "other" | "unreachable";
	/** By eth_simulateV1, or simulateTransaction of Solana; null where it was not asked or did not say. */
	readonly simulates: boolean | null;
	/** EVM: by debug_traceCall, which simulates as well; null where it was not asked or did not say. */
	readonly traces: boolean | null;
	/** How long it took to say which chain it is of; null where it did not. */
	readonly ms: number | null;
}
