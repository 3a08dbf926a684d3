import { z } from "zod";
import { ChainError } from "../../core/chain/chain-error.ts";
import { knownGenesis } from "../../core/chain/names.ts";
import type { RpcProbe } from "../../core/chain/public-rpcs.ts";
import { ZERO_ADDRESS } from "../../core/chain/well-known.ts";
import { isRefusal } from "./abilities.ts";
import { createRpc, evmLink } from "./json-rpc.ts";
import { postJson, type RpcPorts } from "./rpc-post.ts";
import { createSvmRpc, svmLink } from "./svm/rpc.ts";
import { simulateNothing } from "./svm/simulate.ts";

export type WhichChain = "right" | "other" | "unreachable";

interface ChainIdentity {
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

const NOTHING = { from: ZERO_ADDRESS, to: ZERO_ADDRESS };

async function does(asked: Promise<unknown>): Promise<boolean | null> {
	try {
		await asked;
		return true;
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause;
		return isRefusal(cause) ? false : null;
	}
}

/** Uses queries without user data to test what an RPC supports. */
export async function probeRpc(chain: ChainIdentity, ports: RpcPorts): Promise<RpcProbe> {
	const began = ports.clock.now();
	const found = await whichChain(chain, ports);
	const ms = Math.max(0, ports.clock.now() - began);
	if (found !== "right") return { found, simulates: null, traces: null, ms: found === "other" ? ms : null };
	if (chain.family === "svm")
		return { found, simulates: await does(simulateNothing(createSvmRpc(svmLink(ports)))), traces: null, ms };
	const rpc = createRpc(evmLink(ports));
	const [simulates, traces] = await Promise.all([
		does(
			rpc(z.array(z.unknown()), "eth_simulateV1", [
				{ blockStateCalls: [{ calls: [NOTHING] }], validation: false, traceTransfers: true },
				"latest",
			]),
		),
		does(rpc(z.looseObject({}), "debug_traceCall", [NOTHING, "latest", { tracer: "callTracer" }])),
	]);
	return { found, simulates, traces, ms };
}
