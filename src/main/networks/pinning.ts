import { ChainError } from "../../core/chain/chain-error.ts";
import { knownGenesis } from "../../core/chain/names.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { readGenesis } from "../chains/svm/chain.ts";
import type { Ports } from "../ports.ts";

export type ChainToPin = Omit<ChainSetting, "family" | "genesisHash">;

export type Pinning =
	| { readonly ok: true; readonly chains: readonly ChainSetting[] }
	| { readonly ok: false; readonly text: Text };

const DECIMAL = /^[0-9]+$/;

export const familyOf = (chainId: string): ChainSetting["family"] => (DECIMAL.test(chainId) ? "evm" : "svm");

/**
 * Identifies private clusters by their RPC's genesis hash. Doesn't replace a hash that is already pinned for
 * the same address. Never rejects because of an unreachable RPC.
 */
export async function pinGenesis(
	ports: Pick<Ports, "settings" | "fetch" | "clock">,
	given: readonly ChainToPin[],
): Promise<Pinning> {
	const before = ports.settings.get().chains;
	const chains: ChainSetting[] = [];
	for (const chain of given) {
		const family = familyOf(chain.chainId);
		if (family === "evm" || knownGenesis(chain.chainId) !== null) {
			chains.push({ ...chain, family, genesisHash: null });
			continue;
		}
		const known = before.find((each) => each.chainId === chain.chainId && each.rpcUrl === chain.rpcUrl);
		try {
			const genesisHash = known?.genesisHash ?? (await readGenesis(chain.rpcUrl, ports));
			chains.push({ ...chain, family, genesisHash });
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			return {
				ok: false,
				text: message("app.chain-unread", { chain: chain.name, why: cause.text }),
			};
		}
	}
	return { ok: true, chains };
}
