import type { ChainSetting } from "../../ipc/settings.ts";
import { whichChain } from "../chains/which-chain.ts";
import type { Ports } from "../ports.ts";
import type { ShellFacts } from "./doctor.ts";

/** Asks the RPC of each network that the user set which chain it is; of nobody else anything. */
export function networkFacts(
	chains: readonly ChainSetting[],
	ports: Pick<Ports, "fetch" | "clock">,
): Promise<ShellFacts["networks"]> {
	return Promise.all(
		chains.map(async (chain) => ({
			name: chain.name,
			found: await whichChain(chain, { url: chain.rpcUrl, fetch: ports.fetch, clock: ports.clock }),
		})),
	);
}
