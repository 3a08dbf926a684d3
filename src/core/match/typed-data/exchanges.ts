import type { TypedData } from "./reading.ts";

/** Exchanges that expect one fixed chain id in every signature; no contract verifies them. */

interface Exchange {
	readonly app: string;
	readonly name: string;
	readonly version: string;
	/** Chain ids that identify the exchange itself. */
	readonly chains: readonly bigint[];
	/** Accepts the id of any chain: the action itself states the network. */
	readonly anyChain?: true;
	/** Accepted types, by EIP-712's encodeType. */
	readonly types: RegExp;
}

/**
 * Sources: Hyperliquid's Python SDK (signing.py) and its documentation of `signatureChainId`, Aster's API documentation
 * (v3).
 */
const EXCHANGES: readonly Exchange[] = [
	{
		app: "Hyperliquid",
		name: "Exchange",
		version: "1",
		chains: [1337n],
		types: /^Agent\(string source,bytes32 connectionId\)$/,
	},
	{
		app: "Hyperliquid",
		name: "HyperliquidSignTransaction",
		version: "1",
		chains: [421_614n],
		anyChain: true,
		types: /^HyperliquidTransaction:[A-Za-z]+\(string hyperliquidChain,[^()]+\)$/,
	},
	{
		app: "Aster",
		name: "AsterSignTransaction",
		version: "1",
		chains: [1666n, 714n],
		types: /^Message\(string msg\)$/,
	},
];

const DOMAIN = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";
const NO_CONTRACT = `0x${"0".repeat(40)}`;

/** Returns whether a chain id identifies the exchange and therefore no network. */
export const isOwnChain = ({ chains }: Exchange, chainId: bigint): boolean => chains.includes(chainId);

/** Returns the exchange for a signature's domain and types; `null` for all other typed data. */
export function exchangeOf({
	domain,
	domainType,
	encodedType,
}: Pick<TypedData, "domain" | "domainType" | "encodedType">): Exchange | null {
	const { name, version, chainId, verifyingContract } = domain;
	if (domainType !== DOMAIN || verifyingContract !== NO_CONTRACT || chainId === null) return null;
	return (
		EXCHANGES.find(
			(each) =>
				each.name === name &&
				each.version === version &&
				(each.anyChain === true || each.chains.includes(chainId)) &&
				each.types.test(encodedType),
		) ?? null
	);
}
