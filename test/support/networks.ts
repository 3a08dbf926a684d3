import type { ChainSetting } from "../../src/ipc/settings.ts";
import type { Anvil } from "../chains/evm.ts";
import type { Svm } from "../chains/svm.ts";

/** Returns the user's network setting for a local EVM chain. */
export const evmNetwork = (
	{ chainId, url }: Pick<Anvil, "chainId" | "url">,
	more: Partial<ChainSetting> = {},
): ChainSetting => ({
	family: "evm",
	chainId: String(chainId),
	name: "Anvil",
	rpcUrl: url,
	genesisHash: null,
	...more,
});

/** Returns the user's network setting for a local Solana cluster. */
export const svmNetwork = (
	{ cluster, url, genesisHash }: { readonly cluster: string } & Pick<Svm, "url" | "genesisHash">,
	more: Partial<ChainSetting> = {},
): ChainSetting => ({
	family: "svm",
	chainId: cluster,
	name: "Local Solana",
	rpcUrl: url,
	genesisHash,
	...more,
});
