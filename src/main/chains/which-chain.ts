import { z } from "zod";
import { knownGenesis } from "../../core/chain/names.ts";
import { postJson, type RpcPorts } from "./rpc-post.ts";

export type WhichChain = "right" | "other" | "unreachable";

export interface ChainIdentity {
	readonly family: "evm" | "svm";
	readonly chainId: string;
	readonly genesisHash: string | null;
}

const answer = z.object({ result: z.string().max(200) });

function isOf({ family, chainId, genesisHash }: ChainIdentity, answered: string): boolean {
	if (family === "evm") return /^0x[0-9a-f]{1,16}$/i.test(answered) && BigInt(answered) === BigInt(chainId);
	const genesis = genesisHash ?? knownGenesis(chainId);
	return genesis === null || genesis === answered;
}

export async function whichChain(chain: ChainIdentity, ports: RpcPorts): Promise<WhichChain> {
	const method = chain.family === "evm" ? "eth_chainId" : "getGenesisHash";
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] });
	try {
		const { text } = await postJson(ports, chain.family, body);
		return isOf(chain, answer.parse(JSON.parse(text)).result) ? "right" : "other";
	} catch {
		return "unreachable";
	}
}
