import { z } from "zod";
import { knownGenesis } from "../../core/chain/names.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { postJson } from "../chains/rpc-post.ts";
import type { Ports } from "../ports.ts";
import type { ShellFacts } from "./doctor.ts";

const answer = z.object({ result: z.string().max(200) });

type Found = ShellFacts["networks"][number]["found"];

/** What an RPC says of which chain it is; null where it says nothing that can be read. */
async function said(chain: ChainSetting, ports: Pick<Ports, "fetch" | "clock">): Promise<string | null> {
	const method = chain.family === "evm" ? "eth_chainId" : "getGenesisHash";
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] });
	try {
		const { text } = await postJson({ url: chain.rpcUrl, ...ports }, chain.family, body);
		return answer.parse(JSON.parse(text)).result;
	} catch {
		return null;
	}
}

function judged(chain: ChainSetting, result: string | null): Found {
	if (result === null) return "unreachable";
	if (chain.family === "evm")
		return /^0x[0-9a-f]{1,16}$/i.test(result) && BigInt(result) === BigInt(chain.chainId) ? "right" : "other";
	const genesis = chain.genesisHash ?? knownGenesis(chain.chainId);
	return genesis === null || genesis === result ? "right" : "other";
}

/** Asks the RPC of each network that the user set which chain it is; of nobody else anything. */
export function networkFacts(
	chains: readonly ChainSetting[],
	ports: Pick<Ports, "fetch" | "clock">,
): Promise<ShellFacts["networks"]> {
	return Promise.all(
		chains.map(async (chain) => ({ name: chain.name, found: judged(chain, await said(chain, ports)) })),
	);
}
