export interface NativeCoin {
	readonly symbol: string;
	readonly decimals: 18 | 9;
}

const KNOWN: Readonly<Record<string, readonly [name: string, symbol: string]>> = {
	"1": ["Ethereum", "ETH"],
	"10": ["OP Mainnet", "ETH"],
	"56": ["BNB Smart Chain", "BNB"],
	"100": ["Gnosis", "xDAI"],
	"130": ["Unichain", "ETH"],
	"137": ["Polygon", "POL"],
	"143": ["Monad", "MON"],
	"324": ["ZKsync Era", "ETH"],
	"480": ["World Chain", "ETH"],
	"4326": ["MegaETH", "ETH"],
	"4663": ["Robinhood Chain", "ETH"],
	// USDC has 18 decimals as the native coin, but 6 in its ERC-20 interface.
	"5042": ["Arc", "USDC"],
	"8453": ["Base", "ETH"],
	"10143": ["Monad Testnet", "MON"],
	"42161": ["Arbitrum One", "ETH"],
	"43114": ["Avalanche C-Chain", "AVAX"],
	"59141": ["Linea Sepolia", "ETH"],
	"59144": ["Linea", "ETH"],
	"534352": ["Scroll", "ETH"],
	"84532": ["Base Sepolia", "ETH"],
	"5042002": ["Arc Testnet", "USDC"],
	"11155111": ["Sepolia", "ETH"],
	"31337": ["Local anvil", "ETH"],
};

export type Cluster = "mainnet-beta" | "devnet" | "testnet" | "localnet";

const CLUSTER_NAMES: Readonly<Record<Cluster, string>> = {
	"mainnet-beta": "Solana",
	devnet: "Solana Devnet",
	testnet: "Solana Testnet",
	localnet: "Solana (local)",
};

const GENESIS: ReadonlyMap<string, string> = new Map([
	["mainnet-beta", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"],
	["devnet", "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"],
	["testnet", "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY"],
]);

const CAIP_NAMESPACE = "solana:";
const CAIP_REFERENCE_LENGTH = 32;

const REFERENCES: ReadonlyMap<string, Cluster> = new Map<string, Cluster>([
	["mainnet-beta", "mainnet-beta"],
	["mainnet", "mainnet-beta"],
	["devnet", "devnet"],
	["testnet", "testnet"],
	["localnet", "localnet"],
]);

/**
 * Parses a cluster name, `solana:<name>`, or a CAIP-2 ID. `localGenesis` is the localnet genesis hash from
 * the user's settings.
 */
export function clusterOf(chainRef: string, localGenesis: string | null = null): Cluster | null {
	if (!chainRef.startsWith(CAIP_NAMESPACE)) return REFERENCES.get(chainRef) ?? null;
	const reference = chainRef.slice(CAIP_NAMESPACE.length);
	const named = REFERENCES.get(reference);
	if (named !== undefined) return named;
	if (reference.length !== CAIP_REFERENCE_LENGTH) return null;
	for (const [cluster, genesis] of GENESIS)
		if (genesis.startsWith(reference)) return REFERENCES.get(cluster) ?? null;
	return localGenesis?.startsWith(reference) === true ? "localnet" : null;
}

/** Returns `null` for localnet, because its genesis hash is in the user's settings. */
export function knownGenesis(cluster: string): string | null {
	return GENESIS.get(cluster) ?? null;
}

export function chainName(chainRef: string): string {
	const cluster = clusterOf(chainRef);
	if (cluster !== null) return CLUSTER_NAMES[cluster];
	return Object.hasOwn(KNOWN, chainRef)
		? (KNOWN[chainRef]?.[0] ?? chainRef)
		: `Chain ${chainRef.slice(0, 24)}`;
}

/** For unknown chains, only the coin's decimals are known. */
export function nativeOf(chainRef: string): NativeCoin {
	if (clusterOf(chainRef) !== null) return { symbol: "SOL", decimals: 9 };
	if (chainRef.startsWith(CAIP_NAMESPACE)) return { symbol: "native coin", decimals: 9 };
	const symbol = Object.hasOwn(KNOWN, chainRef) ? KNOWN[chainRef]?.[1] : undefined;
	return { symbol: symbol ?? "native coin", decimals: 18 };
}
