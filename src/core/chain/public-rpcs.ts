import { chainName } from "./names.ts";

/**
 * Networks that the app offers, and their public RPCs in the order in which the app tries them. The first RPC
 * of each EVM chain comes from viem's chain definitions. Solana's first RPC is the Solana Foundation's own.
 * An RPC's operator sees the user's IP address, their addresses, and each transaction before it is signed.
 */

interface PublicRpc {
	readonly url: string;
	readonly operator: string;
}

export interface PublicNetwork {
	readonly family: "evm" | "svm";
	readonly chainId: string;
	readonly name: string;
	readonly rpcs: readonly PublicRpc[];
}

const allnodes = (name: string): PublicRpc => ({
	url: `https://${name}.publicnode.com`,
	operator: "Allnodes",
});

function evm(
	chainId: string,
	[url, operator]: readonly [string, string],
	...others: readonly PublicRpc[]
): PublicNetwork {
	return { family: "evm", chainId, name: chainName(chainId), rpcs: [{ url, operator }, ...others] };
}

export const PUBLIC_NETWORKS: readonly PublicNetwork[] = [
	evm("1", ["https://ethereum.reth.rs/rpc", "Paradigm"], allnodes("ethereum-rpc")),
	evm("8453", ["https://mainnet.base.org", "Coinbase"], allnodes("base-rpc")),
	evm("42161", ["https://arb1.arbitrum.io/rpc", "Offchain Labs"], allnodes("arbitrum-one-rpc")),
	evm("10", ["https://mainnet.optimism.io", "OP Labs"], allnodes("optimism-rpc")),
	evm("137", ["https://polygon.drpc.org", "dRPC"], allnodes("polygon-bor-rpc")),
	{
		family: "svm",
		chainId: "mainnet-beta",
		name: chainName("mainnet-beta"),
		rpcs: [
			{ url: "https://api.mainnet-beta.solana.com", operator: "Solana Foundation" },
			allnodes("solana-rpc"),
		],
	},
	evm("59144", ["https://rpc.linea.build", "Consensys"], allnodes("linea-rpc")),
	evm("56", ["https://56.rpc.thirdweb.com", "thirdweb"], allnodes("bsc-rpc")),
	evm("100", ["https://rpc.gnosischain.com", "Gnosis"], allnodes("gnosis-rpc")),
	evm("43114", ["https://api.avax.network/ext/bc/C/rpc", "Ava Labs"], allnodes("avalanche-c-chain-rpc")),
	evm("130", ["https://mainnet.unichain.org/", "Uniswap Labs"], allnodes("unichain-rpc")),
	evm("534352", ["https://rpc.scroll.io", "Scroll"], allnodes("scroll-rpc")),
	evm("480", ["https://worldchain-mainnet.g.alchemy.com/public", "Alchemy"], {
		url: "https://480.rpc.thirdweb.com",
		operator: "thirdweb",
	}),
	evm("143", ["https://rpc.monad.xyz", "QuickNode"], {
		url: "https://rpc1.monad.xyz",
		operator: "Alchemy",
	}),
	evm("5042", ["https://rpc.mainnet.arc.io", "Circle"], {
		url: "https://rpc.drpc.mainnet.arc.io",
		operator: "dRPC",
	}),
	evm("4663", ["https://rpc.mainnet.chain.robinhood.com", "Robinhood"], {
		url: "https://rpc.ordofi.network",
		operator: "Ordofi",
	}),
	// Neither viem nor MegaETH lists a second RPC.
	evm("4326", ["https://mainnet.megaeth.com/rpc", "MegaETH"]),
];

export const publicNetwork = (chainId: string): PublicNetwork | null =>
	PUBLIC_NETWORKS.find((each) => each.chainId === chainId) ?? null;

export function operatorOf(url: string): string | null {
	for (const { rpcs } of PUBLIC_NETWORKS) {
		const found = rpcs.find((each) => each.url === url);
		if (found !== undefined) return found.operator;
	}
	return null;
}

export interface RpcProbe {
	readonly found: "right" | "other" | "unreachable";
	/** Whether the RPC supports eth_simulateV1 or simulateTransaction. `null` if it didn't respond. */
	readonly simulates: boolean | null;
	/** Whether the RPC supports debug_traceCall, which can also simulate. `null` if it didn't respond. */
	readonly traces: boolean | null;
	readonly ms: number | null;
}
