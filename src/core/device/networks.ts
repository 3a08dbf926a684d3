/** Networks as the Ethereum app names them. Source: its own list; only Base and unknown ones were recorded. */

export interface DeviceNetwork {
	readonly name: string;
	readonly ticker: string;
	/** False: not in the list below, which is shorter than the app's. */
	readonly known: boolean;
}

const NETWORKS: ReadonlyMap<number, readonly [name: string, ticker: string]> = new Map([
	[1, ["Ethereum", "ETH"]],
	[10, ["OP Mainnet", "ETH"]],
	[25, ["Cronos", "CRO"]],
	[56, ["BSC", "BNB"]],
	[100, ["Gnosis", "xDAI"]],
	[137, ["Polygon", "POL"]],
	[250, ["Fantom", "FTM"]],
	[324, ["ZKsync Era", "ETH"]],
	[1088, ["Metis Andromeda", "METIS"]],
	[1101, ["Polygon zkEVM", "ETH"]],
	[1284, ["Moonbeam", "GLMR"]],
	[1285, ["Moonriver", "MOVR"]],
	[5000, ["Mantle", "MNT"]],
	[8453, ["Base", "ETH"]],
	[17000, ["Holesky", "ETH"]],
	[42161, ["Arbitrum", "ETH"]],
	[42220, ["Celo", "CELO"]],
	[43114, ["Avalanche", "AVAX"]],
	[59144, ["Linea", "ETH"]],
	[81457, ["Blast", "ETH"]],
	[84532, ["Base Sepolia", "ETH"]],
	[421614, ["Arbitrum Sepolia", "ETH"]],
	[534352, ["Scroll", "ETH"]],
	[11155111, ["Sepolia", "ETH"]],
	[11155420, ["OP Sepolia", "ETH"]],
]);

/** A network that the app does not know is shown by its number, and its coin as "???". */
export function deviceNetwork(chainId: number): DeviceNetwork {
	const found = NETWORKS.get(chainId);
	return found === undefined
		? { name: String(chainId), ticker: "???", known: false }
		: { name: found[0], ticker: found[1], known: true };
}
