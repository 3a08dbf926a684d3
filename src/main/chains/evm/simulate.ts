import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import {
	type BlockValues,
	type Cut,
	type EvmSimulated,
	type EvmSimulateRequest,
	MAX_CALLS,
	type SimulateCall,
	type SimulatedLog,
	type SimulatedStep,
} from "../../../core/chain/evm-simulation.ts";
import { ZERO_ADDRESS } from "../../../core/chain/well-known.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { type Abilities, blamed, mayBePayload } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import { nextBlock, overridesOf, priceAlone } from "./block-values.ts";
import { address, bytes, log, quantity, readsOf } from "./rpc-values.ts";
import { simulateByTracing } from "./simulate-traced.ts";
import { type CallWords, changesOf, type TraceContext, traceCall, transfersOf, wordsRead } from "./trace.ts";

type Hex = `0x${string}`;
const MAX_READS = 64;
/** Enough gas for every honest token. If a token needs more, only its own answer is lost. */
const READ_GAS: Hex = "0x493e0";
/** In hex digits. Nodes don't relay transactions larger than 128 KiB (geth's txMaxSize). */
const MAX_DATA = 2 + 2 * 128 * 1024;
const MAX_BYTES = 200_000;
const MAX_LOGS = 2_000;

/** Source address of native transfers with `traceTransfers` (execution-apis, eth_simulateV1). */
const NATIVE_LOGS = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

const simulatedCall = z.looseObject({
	status: quantity,
	gasUsed: quantity,
	returnData: bytes.default("0x"),
	logs: z.array(z.unknown()).default([]),
	error: z.looseObject({ message: z.string(), data: z.unknown().optional() }).nullish(),
});

const simulatedBlocks = z.array(z.looseObject({ calls: z.array(simulatedCall) })).length(1);

/**
 * All parts run on top of the same block. It is identified by number, because nodes number simulated blocks
 * differently.
 */
type PinnedRequest = EvmSimulateRequest & {
	readonly chainId: number;
	readonly at: bigint;
	readonly block: BlockValues;
};

const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

function wordsOf({ from, to, value, data, gas, gasPrice }: SimulateCall): CallWords {
	if (data.length > MAX_DATA) throw new ChainError("exceeds", message("chain.evm.too-much-data"));
	const read = z.object({ from: address, to: address, input: bytes }).safeParse({ from, to, input: data });
	if (!read.success || value < 0n) throw new ChainError("exceeds", message("chain.evm.unaskable"));
	return {
		...read.data,
		value: hex(value),
		...(gas === null ? {} : { gas: hex(gas) }),
		...(gasPrice === null ? {} : { gasPrice: hex(gasPrice) }),
	};
}

const addressIn = (word: Hex | undefined): Hex => `0x${(word ?? "").slice(-40)}`;

const cutTo = (data: Hex): Hex => (data.length > MAX_BYTES ? `0x${data.slice(2, MAX_BYTES)}` : data);

function logsOf(raw: readonly unknown[]): {
	readonly logs: readonly SimulatedLog[];
	readonly whole: boolean;
} {
	const read = z.array(log).safeParse(raw.slice(0, MAX_LOGS));
	if (!read.success)
		throw new ChainError("unreadable", message("chain.evm.unreadable", { method: "eth_simulateV1" }));
	const whole = raw.length <= MAX_LOGS && read.data.every(({ data }) => data.length <= MAX_BYTES);
	return { logs: read.data.map((each) => ({ ...each, data: cutTo(each.data) })), whole };
}

function stepOf({ status, gasUsed, returnData, logs, error }: z.output<typeof simulatedCall>): SimulatedStep {
	const passed = status === 1n;
	const { logs: happened, whole } = logsOf(passed ? logs : []);
	const given = bytes.safeParse(error?.data);
	return {
		passed,
		gasUsed,
		logs: happened.filter((each) => each.address !== NATIVE_LOGS),
		transfers: happened.flatMap((each) =>
			each.address === NATIVE_LOGS && each.topics.length === 3 && each.data.length === 66
				? [{ from: addressIn(each.topics[1]), to: addressIn(each.topics[2]), value: BigInt(each.data) }]
				: [],
		),
		returned: cutTo(returnData === "0x" && given.success ? given.data : returnData),
		fault: passed ? null : (error?.message ?? "execution reverted").slice(0, 300),
		tree: [],
		storage: [],
		cut: whole ? [] : ["logs"],
	};
}

/** The RPC would reject a price below the base fee for any call. If there is no base fee, no price is set. */
function pricedBy(baseFee: bigint | null, call: SimulateCall): SimulateCall {
	if (baseFee === null || call.gasPrice === null) return { ...call, gasPrice: null };
	if (call.gasPrice <= baseFee) return { ...call, gasPrice: baseFee };
	const wanted = call.tip === null ? call.gasPrice : baseFee + call.tip;
	return { ...call, gasPrice: wanted < call.gasPrice ? wanted : call.gasPrice };
}

async function simulateInBlock(rpc: Rpc, request: PinnedRequest): Promise<EvmSimulated> {
	const { calls: asked, stateOverrides } = readsOf(request.reads);
	// Reads have their own sender, so they don't use up the user's nonces.
	const reads = asked.map((read) => ({ from: ZERO_ADDRESS, ...read, gas: READ_GAS }));
	const overrides = { ...overridesOf(request.block), ...(stateOverrides === null ? {} : { stateOverrides }) };
	const calls = [...reads, ...request.calls.flatMap((call) => [wordsOf(call), ...reads])];
	const [found] = await rpc(simulatedBlocks, "eth_simulateV1", [
		// Without validation, nodes use a base fee of zero unless it is overridden, which would let contracts
		// detect the simulation.
		{ blockStateCalls: [{ ...overrides, calls }], validation: false, traceTransfers: true },
		hex(request.at),
	]);
	if (found === undefined || found.calls.length !== calls.length)
		throw new ChainError("unreadable", message("chain.evm.other-steps"));
	const stride = reads.length + 1;
	const answersAt = (moment: number) =>
		found.calls
			.slice(moment * stride, moment * stride + reads.length)
			.map(({ status, returnData }) => (status === 1n && returnData !== "0x" ? returnData : null));
	const all = request.calls.flatMap((_, index) => {
		const result = found.calls[reads.length + index * stride];
		return result === undefined ? [] : [stepOf(result)];
	});
	const steps = untilFailure(all);
	return {
		how: "eth_simulateV1",
		at: request.at,
		block: request.block,
		steps,
		answers: Array.from({ length: steps.length + 1 }, (_, moment) => answersAt(moment)),
	};
}

function untilFailure(steps: readonly SimulatedStep[]): readonly SimulatedStep[] {
	const failed = steps.findIndex(({ passed }) => !passed);
	return failed < 0 ? steps : steps.slice(0, failed + 1);
}

const isPoor = (error: unknown) =>
	error instanceof ChainError &&
	error.kind === "refused" &&
	/insufficient (funds|balance)/i.test(error.nodeText);

const notRun = (fault: Message, gasUsed: bigint): SimulatedStep => ({
	passed: false,
	gasUsed,
	logs: [],
	transfers: [],
	returned: "0x",
	fault,
	tree: [],
	storage: [],
	cut: [],
});

const POOR = notRun(message("chain.evm.insufficient-funds"), 0n);

function withNotRun(before: EvmSimulated, step: SimulatedStep): EvmSimulated {
	if (before.steps.some(({ passed }) => !passed)) return before;
	return {
		...before,
		steps: [...before.steps, step],
		answers: [...before.answers, before.answers.at(-1) ?? []],
	};
}

/**
 * If a call sends more than the balance, the RPC rejects the whole request. In that case, only the calls
 * before it are simulated.
 */
async function untilPoor(
	run: (request: PinnedRequest) => Promise<EvmSimulated>,
	request: PinnedRequest,
): Promise<EvmSimulated> {
	try {
		return await run(request);
	} catch (error) {
		if (!isPoor(error) || request.calls.length === 0) throw error;
		return withNotRun(await untilPoor(run, { ...request, calls: request.calls.slice(0, -1) }), POOR);
	}
}

/** Source: EIP-2028. Chains with higher costs reject lower limits themselves. */
const BASE_GAS = 21_000;
const GAS_PER_ZERO_BYTE = 4;
const GAS_PER_BYTE = 16;

/** If a gas limit is below the intrinsic cost, the RPC rejects the whole request. */
function isStarved({ gas, data }: SimulateCall): boolean {
	if (gas === null || data.length > MAX_DATA) return false;
	const bytesOfData = data.slice(2).match(/../g) ?? [];
	const zeros = bytesOfData.filter((each) => each === "00").length;
	return gas < BigInt(BASE_GAS + GAS_PER_ZERO_BYTE * zeros + GAS_PER_BYTE * (bytesOfData.length - zeros));
}

async function untilStarved(
	run: (request: PinnedRequest) => Promise<EvmSimulated>,
	request: PinnedRequest,
): Promise<EvmSimulated> {
	const at = request.calls.findIndex(isStarved);
	if (at < 0) return await run(request);
	const starved = notRun(message("chain.evm.too-little-gas"), request.calls[at]?.gas ?? 0n);
	const nothing: EvmSimulated = {
		how: request.how ?? "eth_simulateV1",
		at: request.at,
		block: request.block,
		steps: [],
		answers: [request.reads.map(() => null)],
	};
	return withNotRun(
		at === 0 ? nothing : await run({ ...request, calls: request.calls.slice(0, at) }),
		starved,
	);
}

const stringify = (value: unknown): string =>
	JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? each.toString() : each));

/**
 * A busy RPC is always a temporary problem. If a payload goes unanswered twice, the payload itself is too
 * slow.
 */
function isPassing(
	abilities: Abilities,
	error: ChainError,
	asked: readonly [string, PinnedRequest],
): boolean {
	const [what, { calls }] = asked;
	if (!error.isPassing) return false;
	return error.kind === "busy" || !abilities.isSlowAgain(stringify([what, calls]));
}

/**
 * Returns whether the payload is the reason for a missing trace. If it is, its call tree is incomplete. An
 * RPC without geth's tracers or with a different format says nothing about the payload.
 */
async function isByPayload(rpc: Rpc, abilities: Abilities, at: Hex, error: ChainError): Promise<boolean> {
	if (error.kind === "unreadable") return false;
	if (error.kind !== "refused") return true;
	return (await abilities.learn("debug_traceCall", error, () => emptyTrace(rpc, at))) !== "not offered";
}

async function traceStep(rpc: Rpc, call: SimulateCall, context: TraceContext, isLast: boolean) {
	const text = wordsOf(call);
	const [trace, storage, after] = await Promise.all([
		traceCall(rpc, text, context),
		wordsRead(rpc, text, context),
		isLast ? context.before : changesOf(rpc, text, context),
	]);
	return { trace, storage, after };
}

type TracedStep = ReturnType<typeof traceStep>;

const contextOf = ({ at, block }: PinnedRequest): TraceContext => ({ at: hex(at), before: {}, block });

/** Traces the first step in parallel with the simulation, because it doesn't depend on any other step. */
function traceAhead(rpc: Rpc, abilities: Abilities, request: PinnedRequest): TracedStep | null {
	const [first] = request.calls;
	if (first === undefined || abilities.lacks("debug_traceCall")) return null;
	const traced = traceStep(rpc, first, contextOf(request), request.calls.length === 1);
	traced.catch(() => {});
	return traced;
}

async function withTrees(
	rpc: Rpc,
	abilities: Abilities,
	request: PinnedRequest,
	found: EvmSimulated,
	ahead: TracedStep | null,
): Promise<EvmSimulated> {
	if (ahead === null) return found;
	const steps: SimulatedStep[] = [...found.steps];
	let context = contextOf(request);
	try {
		for (const [index, step] of found.steps.entries()) {
			const call = request.calls[index];
			if (call === undefined) break;
			const { trace, storage, after } = await (index === 0
				? ahead
				: traceStep(rpc, call, context, index + 1 === found.steps.length));
			const transfers =
				step.passed && step.transfers.length === 0 ? transfersOf(trace.calls) : step.transfers;
			const cut: readonly Cut[] = trace.whole ? step.cut : [...step.cut, "calls"];
			steps[index] = { ...step, tree: trace.calls, storage, transfers, cut };
			context = { ...context, before: after };
		}
	} catch (error) {
		if (!(error instanceof ChainError)) throw error;
		if (isPassing(abilities, error, ["trace", request])) throw error;
		if (await isByPayload(rpc, abilities, context.at, error))
			for (const [index, step] of steps.entries())
				if (step.tree.length === 0) steps[index] = { ...step, cut: [...step.cut, "calls"] };
	}
	return { ...found, steps };
}

/** Throws if the RPC doesn't report transfers, because a payment would look like no change. */
function requireTransfers(request: EvmSimulateRequest, { steps }: EvmSimulated): void {
	const silent = steps.some(
		({ passed, transfers }, index) =>
			passed && transfers.length === 0 && (request.calls[index]?.value ?? 0n) > 0n,
	);
	if (silent) throw new ChainError("no_method", message("chain.evm.silent-transfers"));
}

type SimulationMethod = EvmSimulated["how"];

const WAYS: readonly SimulationMethod[] = ["eth_simulateV1", "debug_traceCall"];

const emptyTrace = (rpc: Rpc, at: Hex) =>
	rpc(z.unknown(), "debug_traceCall", [
		{ from: ZERO_ADDRESS, to: ZERO_ADDRESS },
		at,
		{ tracer: "callTracer" },
	]);

function emptyCall(rpc: Rpc, how: SimulationMethod, at: Hex, block: BlockValues): Promise<unknown> {
	const overrides = overridesOf(block);
	const call = { from: ZERO_ADDRESS, to: ZERO_ADDRESS };
	return how === "debug_traceCall"
		? rpc(z.unknown(), how, [call, at, { tracer: "callTracer", ...overrides }])
		: rpc(z.unknown(), how, [
				{ blockStateCalls: [{ ...overrides, calls: [call] }], validation: false, traceTransfers: true },
				at,
			]);
}

async function runBy(
	rpc: Rpc,
	abilities: Abilities,
	request: PinnedRequest,
	how: SimulationMethod,
): Promise<EvmSimulated> {
	if (how === "debug_traceCall")
		return await untilPoor(
			(some) =>
				simulateByTracing(
					{ rpc, abilities, chainId: request.chainId },
					{ ...some, calls: some.calls.map(wordsOf) },
				),
			request,
		);
	const ahead = request.traced ? traceAhead(rpc, abilities, request) : null;
	const found = await untilPoor((some) => simulateInBlock(rpc, some), request);
	if (!request.traced) return found;
	const whole = await withTrees(rpc, abilities, request, found, ahead);
	requireTransfers(request, whole);
	return whole;
}

async function tryBy(
	rpc: Rpc,
	abilities: Abilities,
	request: PinnedRequest,
	how: SimulationMethod,
): Promise<EvmSimulated | ChainError> {
	const run = async (some: PinnedRequest): Promise<EvmSimulated | ChainError> => {
		try {
			return await runBy(rpc, abilities, some, how);
		} catch (error) {
			if (error instanceof ChainError) return error;
			throw error;
		}
	};
	const at = hex(request.at);
	const plain = { ...request, block: priceAlone(request.block) };
	if (abilities.lacks(how))
		return new ChainError("no_method", message("chain.evm.not-offered", { method: how }));
	const asked = abilities.lacks("block overrides") ? plain : request;
	const first = await run(asked);
	if (!(first instanceof ChainError) || !mayBePayload(first)) return first;
	if (isPassing(abilities, first, [how, request])) return first;
	const learnt = await abilities.learn(how, first, () => emptyCall(rpc, how, at, plain.block));
	const fault = blamed(learnt, first, "evm");
	if (fault.kind !== "exceeds" || first.kind !== "refused") return fault;
	const overrides = await abilities.learn("block overrides", first, () =>
		emptyCall(rpc, how, at, asked.block),
	);
	const again = await run(overrides === "not offered" ? plain : asked);
	return again instanceof ChainError ? fault : again;
}

const isFinal = ({ kind, cause }: ChainError) =>
	kind !== "no_method" && !(kind === "exceeds" && cause instanceof ChainError && cause.kind === "refused");

/**
 * Throws a ChainError: `no_method` if the RPC can't simulate, `exceeds` if it can't simulate this payload.
 * Other errors are temporary.
 */
export async function simulate(
	rpc: Rpc,
	abilities: Abilities,
	chainId: number,
	asked: EvmSimulateRequest,
): Promise<EvmSimulated> {
	if (asked.calls.length > MAX_CALLS || asked.reads.length > MAX_READS)
		throw new ChainError("exceeds", message("chain.evm.too-much-at-once"));
	const next =
		asked.at === null || asked.block === null
			? await nextBlock(rpc, asked.at)
			: { at: asked.at, values: asked.block, gasLimit: null };
	const { at, values, gasLimit } = next;
	const block = asked.block ?? values;
	if (gasLimit !== null && asked.calls.some(({ gas }) => gas !== null && gas > gasLimit))
		throw new ChainError("exceeds", message("chain.evm.gas-above-block"));
	const calls = asked.calls.map((call) => pricedBy(block.baseFee, call));
	return await untilStarved((some) => runOneWay(rpc, abilities, some), {
		...asked,
		chainId,
		at,
		block,
		calls,
	});
}

async function runOneWay(rpc: Rpc, abilities: Abilities, request: PinnedRequest): Promise<EvmSimulated> {
	if (request.how !== null) return await runBy(rpc, abilities, request, request.how);
	const faults: ChainError[] = [];
	for (const how of WAYS) {
		const found = await tryBy(rpc, abilities, request, how);
		if (!(found instanceof ChainError)) return found;
		faults.push(found);
		if (isFinal(found)) break;
	}
	const [fault] = faults.toSorted(
		(left, right) => Number(left.kind === "no_method") - Number(right.kind === "no_method"),
	);
	if (fault !== undefined && fault.kind !== "no_method") throw fault;
	throw new ChainError("no_method", message("chain.evm.no-simulation"), { cause: fault });
}
