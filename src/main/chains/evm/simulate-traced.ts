import { ChainError } from "../../../core/chain/chain-error.ts";
import type {
	BlockValues,
	EvmSimulated,
	EvmSimulateRequest,
	SimulatedStep,
} from "../../../core/chain/evm-simulation.ts";
import type { Rpc } from "../json-rpc.ts";
import { readsOf } from "./reads.ts";
import { type CallWords, changesOf, type TraceContext, traceCall, transfersOf, wordsRead } from "./trace.ts";
import { bytes } from "./values.ts";

/**
 * The same by debug_traceCall, for an RPC without eth_simulateV1. What a call changes is handed to the next one as a
 * state override: that, and nothing else, is ever overridden.
 */

type Hex = `0x${string}`;

type TracedRequest = Omit<EvmSimulateRequest, "calls"> & {
	readonly calls: readonly CallWords[];
	readonly at: bigint;
	readonly block: BlockValues;
};

const AT_ONCE = 8;

async function ask(rpc: Rpc, call: object, at: Hex, state: object): Promise<Hex | null> {
	const params = [{ ...call, gas: "0x493e0" }, at, ...(Object.keys(state).length === 0 ? [] : [state])];
	try {
		const answer = await rpc(bytes, "eth_call", params);
		return answer === "0x" ? null : answer;
	} catch (error) {
		// A contract that fails, or has no such function, gives no answer.
		if (error instanceof ChainError && error.kind === "refused") return null;
		throw error;
	}
}

async function askAll(
	rpc: Rpc,
	{ reads }: TracedRequest,
	{ at, before }: TraceContext,
): Promise<(Hex | null)[]> {
	const { asked, stateOverrides } = readsOf(reads);
	const state = { ...before, ...stateOverrides };
	const answers: (Hex | null)[] = [];
	for (let from = 0; from < asked.length; from += AT_ONCE) {
		const some = asked.slice(from, from + AT_ONCE);
		answers.push(...(await Promise.all(some.map((call) => ask(rpc, call, at, state)))));
	}
	return answers;
}

/** Throws ChainError. */
export async function simulateByTracing(rpc: Rpc, request: TracedRequest): Promise<EvmSimulated> {
	const at: Hex = `0x${request.at.toString(16)}`;
	const steps: SimulatedStep[] = [];
	let context: TraceContext = { at, before: {}, block: request.block };
	const answers = [await askAll(rpc, request, context)];
	for (const call of request.calls) {
		const [trace, after, storage] = await Promise.all([
			traceCall(rpc, call, context),
			changesOf(rpc, call, context),
			request.traced ? wordsRead(rpc, call, context) : [],
		]);
		const passed = trace.error === null;
		steps.push({
			passed,
			gasUsed: trace.gasUsed,
			logs: passed ? trace.logs : [],
			transfers: passed ? transfersOf(trace.calls) : [],
			returned: trace.returned,
			fault: trace.error?.slice(0, 300) ?? null,
			tree: request.traced ? trace.calls : [],
			storage,
			// Here all that is known comes of the tree.
			cut: trace.whole ? [] : ["calls"],
		});
		context = { ...context, before: after };
		answers.push(await askAll(rpc, request, context));
		if (!passed) break;
	}
	return { how: "debug_traceCall", at: request.at, block: request.block, steps, answers };
}
