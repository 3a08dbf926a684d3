import { ChainError } from "./chain-error.ts";
import type { EvmSimulated, EvmSimulateRequest, SimulatedStep } from "./evm-simulate.ts";
import { type CallWords, changesOf, type StateDiff, traceCall, transfersOf, wordsRead } from "./evm-trace.ts";
import { bytes } from "./evm-words.ts";
import type { Rpc } from "./json-rpc.ts";

/**
 * The same by debug_traceCall, for an RPC without eth_simulateV1. What a call changes is handed to the next one as a
 * state override: that, and nothing else, is ever overridden.
 */

type Hex = `0x${string}`;

type TracedRequest = Omit<EvmSimulateRequest, "calls"> & {
	readonly calls: readonly CallWords[];
	readonly at: bigint;
};

const AT_ONCE = 8;

async function ask(rpc: Rpc, to: string, data: string, at: Hex, state: StateDiff): Promise<Hex | null> {
	const params = [
		{ to, input: data, gas: "0x493e0" },
		at,
		...(Object.keys(state).length === 0 ? [] : [state]),
	];
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
	at: Hex,
	state: StateDiff,
): Promise<(Hex | null)[]> {
	const answers: (Hex | null)[] = [];
	for (let from = 0; from < reads.length; from += AT_ONCE) {
		const some = reads.slice(from, from + AT_ONCE);
		answers.push(...(await Promise.all(some.map(({ to, data }) => ask(rpc, to, data, at, state)))));
	}
	return answers;
}

/** Throws ChainError. */
export async function simulateByTracing(rpc: Rpc, request: TracedRequest): Promise<EvmSimulated> {
	const at: Hex = `0x${request.at.toString(16)}`;
	const steps: SimulatedStep[] = [];
	let state: StateDiff = {};
	const answers = [await askAll(rpc, request, at, state)];
	for (const call of request.calls) {
		const [trace, after, storage] = await Promise.all([
			traceCall(rpc, call, at, state),
			changesOf(rpc, call, at, state),
			request.traced ? wordsRead(rpc, call, at, state) : [],
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
		});
		state = after;
		answers.push(await askAll(rpc, request, at, state));
		if (!passed) break;
	}
	return { how: "debug_traceCall", at: request.at, steps, answers };
}
