/** Capabilities of an RPC, found by querying it. */
export interface RpcProbe {
	readonly found: "right" | "other" | "unreachable";
	/** Supports eth_simulateV1, or Solana's simulateTransaction; `null` if not queried or not answered. */
	readonly simulates: boolean | null;
	/** EVM: supports debug_traceCall, which can simulate too; `null` if not queried or not answered. */
	readonly traces: boolean | null;
	/** Response time of the chain id query; `null` if it did not answer. */
	readonly ms: number | null;
}
