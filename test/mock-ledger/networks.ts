/** Chains that the Ethereum app has words for (the common ones of its list); another one is a number, its coin "???". */

const NETWORKS: ReadonlyMap<bigint, readonly [name: string, ticker: string]> = new Map([
	[1n, ["Ethereum", "ETH"]],
	[10n, ["OP Mainnet", "ETH"]],
	[56n, ["BSC", "BNB"]],
	[100n, ["Gnosis", "xDAI"]],
	[137n, ["Polygon", "POL"]],
	[324n, ["ZKsync Era", "ETH"]],
	[8453n, ["Base", "ETH"]],
	[42161n, ["Arbitrum", "ETH"]],
	[42220n, ["Celo", "CELO"]],
	[43114n, ["Avalanche", "AVAX"]],
	[59144n, ["Linea", "ETH"]],
	[534352n, ["Scroll", "ETH"]],
	[81457n, ["Blast", "ETH"]],
	[84532n, ["Base Sepolia", "ETH"]],
	[421614n, ["Arbitrum Sepolia", "ETH"]],
	[11155111n, ["Sepolia", "ETH"]],
	[11155420n, ["OP Sepolia", "ETH"]],
]);

export function chainName(chainId: bigint): string {
	return NETWORKS.get(chainId)?.[0] ?? chainId.toString();
}

export function ticker(chainId: bigint): string {
	return NETWORKS.get(chainId)?.[1] ?? "???";
}
