import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { TypedData } from "./reading.ts";

/** Exchanges that expect a fixed chain ID in every signature. No contract verifies these signatures. */

interface Exchange {
	readonly app: string;
	readonly name: string;
	readonly version: string;
	readonly chains: readonly bigint[];
	/** Set if the exchange accepts any chain ID, because the action itself states the network. */
	readonly anyChain?: true;
	readonly types: RegExp;
}

/**
 * Sources: Hyperliquid's Python SDK (signing.py) and its documentation for `signatureChainId`, Aster's API
 * documentation (v3).
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

export const isExchangesChain = ({ chains }: Exchange, chainId: bigint): boolean => chains.includes(chainId);

export function exchangeOf({
	domain,
	domainType,
	encodedType,
}: Pick<TypedData, "domain" | "domainType" | "encodedType">): Exchange | null {
	const { name, version, chainId, verifyingContract } = domain;
	if (domainType !== DOMAIN || verifyingContract !== ZERO_ADDRESS || chainId === null) return null;
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
