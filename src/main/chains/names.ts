/** Chains known by name. Anything else is shown by its number. */

export interface NativeCoin {
	readonly symbol: string;
	/** Every EVM chain counts its native coin in wei. */
	readonly decimals: 18;
}

const KNOWN: Readonly<Record<string, readonly [name: string, symbol: string]>> = {
	"1": ["Ethereum", "ETH"],
	"10": ["OP Mainnet", "ETH"],
	"56": ["BNB Smart Chain", "BNB"],
	"100": ["Gnosis", "xDAI"],
	"130": ["Unichain", "ETH"],
	"137": ["Polygon", "POL"],
	"324": ["ZKsync Era", "ETH"],
	"480": ["World Chain", "ETH"],
	"8453": ["Base", "ETH"],
	"42161": ["Arbitrum One", "ETH"],
	"43114": ["Avalanche C-Chain", "AVAX"],
	"59144": ["Linea", "ETH"],
	"534352": ["Scroll", "ETH"],
	"84532": ["Base Sepolia", "ETH"],
	"11155111": ["Sepolia", "ETH"],
	"31337": ["Local anvil", "ETH"],
};

/** A name for a decimal chain id, or “Chain 123”. */
export function chainName(chainRef: string): string {
	return Object.hasOwn(KNOWN, chainRef)
		? (KNOWN[chainRef]?.[0] ?? chainRef)
		: `Chain ${chainRef.slice(0, 24)}`;
}

/** The native coin of a chain; of an unknown chain only its 18 decimals are certain. */
export function nativeOf(chainRef: string): NativeCoin {
	const symbol = Object.hasOwn(KNOWN, chainRef) ? KNOWN[chainRef]?.[1] : undefined;
	return { symbol: symbol ?? "native coin", decimals: 18 };
}
