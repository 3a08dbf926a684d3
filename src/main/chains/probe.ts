import { z } from "zod";
import { ChainError } from "../../core/chain/chain-error.ts";
import type { RpcProbe } from "../../core/chain/public-rpcs.ts";
import { isRefusal } from "./abilities.ts";
import { createRpc, evmLink } from "./json-rpc.ts";
import type { RpcPorts } from "./rpc-post.ts";
import { createSvmRpc, svmLink } from "./svm/rpc.ts";
import { simulateNothing } from "./svm/simulate.ts";
import { type ChainIdentity, whichChain } from "./which-chain.ts";

/** Tests what an RPC supports, using queries without user data. */

const NOBODY = `0x${"0".repeat(40)}`;
const NOTHING = { from: NOBODY, to: NOBODY };

async function does(asked: Promise<unknown>): Promise<boolean | null> {
	try {
		await asked;
		return true;
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause;
		return isRefusal(cause) ? false : null;
	}
}

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
