import { ChainError } from "../../../core/chain/chain-error.ts";
import type {
	BlockValues,
	EvmSimulated,
	EvmSimulateRequest,
	SimulatedStep,
	SimulateRead,
} from "../../../core/chain/evm-simulation.ts";
import type { Abilities } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import { asLentCode, type Question, resultsIn } from "./asks-many.ts";
import { isAnswer, type ManyResult } from "./many-question.ts";
import { bytes, readsOf } from "./rpc-values.ts";
import { type CallWords, changesOf, type TraceContext, traceCall, transfersOf, wordsRead } from "./trace.ts";

type Hex = `0x${string}`;

type TracedRequest = Omit<EvmSimulateRequest, "calls"> & {
	readonly calls: readonly CallWords[];
	readonly at: bigint;
	readonly block: BlockValues;
};

export interface TracingRpc {
	readonly rpc: Rpc;
	readonly abilities: Abilities;
	readonly chainId: number;
}

const READ_GAS: Hex = "0x493e0";
const AT_ONCE = 8;
/** Large enough for a list of 64 addresses. Longer answers are read separately. */
const ANSWER_WORDS = 66;

async function ask(rpc: Rpc, call: object, at: Hex, state: object): Promise<Hex | null> {
	const params = [{ ...call, gas: READ_GAS }, at, ...(Object.keys(state).length === 0 ? [] : [state])];
	try {
		const answer = await rpc(bytes, "eth_call", params);
		return answer === "0x" ? null : answer;
	} catch (error) {
		if (error instanceof ChainError && error.kind === "refused") return null;
		throw error;
	}
}

async function askEach(
	rpc: Rpc,
	reads: readonly SimulateRead[],
	{ at, before }: TraceContext,
): Promise<(Hex | null)[]> {
	const { calls, stateOverrides } = readsOf(reads);
	const state = { ...before, ...stateOverrides };
	const answers: (Hex | null)[] = [];
	for (let from = 0; from < calls.length; from += AT_ONCE) {
		const some = calls.slice(from, from + AT_ONCE);
		answers.push(...(await Promise.all(some.map((call) => ask(rpc, call, at, state)))));
	}
	return answers;
}

const questionOf = (read: SimulateRead): Question =>
	"codeOf" in read
		? { codeOf: hexOf(read.codeOf) }
		: { to: hexOf(read.to), data: hexOf(read.data), words: ANSWER_WORDS };

const hexOf = (text: string): Hex => bytes.parse(text);

async function askTogether(
	{ rpc, abilities, chainId }: TracingRpc,
	reads: readonly SimulateRead[],
	{ at, before }: TraceContext,
): Promise<readonly ManyResult[] | null> {
	if (abilities.lacks("lent code")) return null;
	const ask = async (questions: readonly Question[], state: object) =>
		resultsIn(chainId, questions, await rpc(bytes, "eth_call", asLentCode(questions, at, state)));
	try {
		return await ask(reads.map(questionOf), before);
	} catch (fault) {
		if (!(fault instanceof ChainError) || fault.isPassing) throw fault;
		await abilities.learn("lent code", fault, () => ask([], {}));
		return null;
	}
}

async function askAll(
	rpc: TracingRpc,
	{ reads }: TracedRequest,
	context: TraceContext,
): Promise<(Hex | null)[]> {
	if (reads.length === 0) return [];
	const results = await askTogether(rpc, reads, context);
	if (results === null) return await askEach(rpc.rpc, reads, context);
	const alone = reads.filter((_, index) => (results[index] ?? "unclear") === "unclear");
	const answers = await askEach(rpc.rpc, alone, context);
	return reads.map((read, index): Hex | null => {
		const result = results[index] ?? "unclear";
		if (result === "unclear") return answers[alone.indexOf(read)] ?? null;
		if (!isAnswer(result) || result === "0x") return null;
		return "codeOf" in read ? `0x${result.slice(2, 66)}${result.slice(130)}` : result;
	});
}

/** Passes each call's state changes to the next call as a state override. Nothing else is overridden. */
export async function simulateByTracing(tracing: TracingRpc, request: TracedRequest): Promise<EvmSimulated> {
	const { rpc } = tracing;
	const at: Hex = `0x${request.at.toString(16)}`;
	const steps: SimulatedStep[] = [];
	let context: TraceContext = { at, before: {}, block: request.block };
	const answers = [await askAll(tracing, request, context)];
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
			// Without the call tree, nothing is known about these calls.
			cut: trace.whole ? [] : ["calls"],
		});
		context = { ...context, before: after };
		answers.push(await askAll(tracing, request, context));
		if (!passed) break;
	}
	return { how: "debug_traceCall", at: request.at, block: request.block, steps, answers };
}
