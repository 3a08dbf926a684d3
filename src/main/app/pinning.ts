import type { ChainSetting } from "../../bridge/views.ts";
import { ChainError } from "../chains/chain-error.ts";
import { knownGenesis } from "../chains/names.ts";
import { readGenesis } from "../chains/svm.ts";
import type { App } from "./parts.ts";

/** Chains as the person set them: a cluster that is not public is known by the genesis hash that its RPC has now. */

type Given = Pick<ChainSetting, "chainId" | "name" | "rpcUrl">;

export type Pinning =
	| { readonly ok: true; readonly chains: readonly ChainSetting[] }
	| { readonly ok: false; readonly words: string };

const DECIMAL = /^[0-9]+$/;

/** Keeps what was pinned before for the same address; never rejects for an RPC that does not answer. */
export async function pinGenesis(app: App, given: readonly Given[]): Promise<Pinning> {
	const before = app.ports.settings.get().chains;
	const chains: ChainSetting[] = [];
	for (const chain of given) {
		const family = DECIMAL.test(chain.chainId) ? "evm" : "svm";
		if (family === "evm" || knownGenesis(chain.chainId) !== null) {
			chains.push({ ...chain, family, genesisHash: null });
			continue;
		}
		const known = before.find((each) => each.chainId === chain.chainId && each.rpcUrl === chain.rpcUrl);
		try {
			const genesisHash = known?.genesisHash ?? (await readGenesis(chain.rpcUrl, app.ports));
			chains.push({ ...chain, family, genesisHash });
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			return {
				ok: false,
				words: `Which chain “${chain.name}” is could not be read from its RPC, so nothing was saved: ${cause.message}`,
			};
		}
	}
	return { ok: true, chains };
}
