/** Names of Solana clusters: with or without `solana:`, and two names for mainnet. */

/** Returns one name per cluster; unknown names stay unchanged. */
export function clusterName(text: string): string {
	const name = text.startsWith("solana:") ? text.slice("solana:".length) : text;
	return name === "mainnet" ? "mainnet-beta" : name;
}

/** Returns whether two names mean the same cluster. An empty name matches none. */
export function sameCluster(left: string, right: string): boolean {
	return clusterName(left) !== "" && clusterName(left) === clusterName(right);
}
