/** The names of Solana's clusters: with or without `solana:`, and two names for its main one. */

/** One name for each cluster; unknown names stay as they are. */
export function clusterName(text: string): string {
	const name = text.startsWith("solana:") ? text.slice("solana:".length) : text;
	return name === "mainnet" ? "mainnet-beta" : name;
}

/** Do both name the same cluster? An empty name is none. */
export function sameCluster(left: string, right: string): boolean {
	return clusterName(left) !== "" && clusterName(left) === clusterName(right);
}
