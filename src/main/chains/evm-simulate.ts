import { z } from "zod";
import { ChainError } from "./chain-error.ts";
import { simulateByTracing } from "./evm-simulate-traced.ts";
import {
	type CallWords,
	changesOf,
	type NativeTransfer,
	type StateDiff,
	type TracedCall,
	traceCall,
	transfersOf,
	wordsRead,
} from "./evm-trace.ts";
import { address, bytes, log, quantity } from "./evm-words.ts";
import type { Rpc } from "./json-rpc.ts";

/** What calls would do, run by the RPC in order on top of the latest block. */

type Hex = `0x${string}`;

export interface SimulateCall {
	readonly from: string;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
	/** Units it may use at most; null for as many as the RPC gives. */
	readonly gas: bigint | null;
	/** Wei for each; null for nothing. A price of nothing would tell a contract that it is only simulated. */
	readonly gasPrice: bigint | null;
}

/** A question to a contract, asked of the state in between. */
export interface SimulateRead {
	readonly to: string;
	readonly data: string;
}

export interface EvmSimulateRequest {
	readonly calls: readonly SimulateCall[];
	/** Asked before the first call and after each. */
	readonly reads: readonly SimulateRead[];
	/** Block number to run on top of; null for the latest. */
	readonly at: bigint | null;
	/** What the RPC was found to speak; null to find out. */
	readonly how: EvmSimulated["how"] | null;
	/** With the calls inside each call, and the storage that they read, where the RPC tells. */
	readonly traced: boolean;
}

export interface SimulatedLog {
	readonly address: Hex;
	readonly topics: readonly Hex[];
	readonly data: Hex;
}

export interface SimulatedStep {
	readonly passed: boolean;
	readonly gasUsed: bigint;
	/** None of a step that failed. */
	readonly logs: readonly SimulatedLog[];
	readonly transfers: readonly NativeTransfer[];
	/** What the call returned, or what it failed with. */
	readonly returned: Hex;
	/** The RPC's own words for why it failed. */
	readonly fault: string | null;
	/** The call and those inside it; empty where the RPC does not tell. */
	readonly tree: readonly TracedCall[];
	/** Words of storage that it reads; empty where the RPC does not tell. */
	readonly storage: readonly Hex[];
}

export interface EvmSimulated {
	readonly how: "eth_simulateV1" | "debug_traceCall";
	/** Block number on top of which it ran. */
	readonly at: bigint;
	/** One for each call up to the first that fails, that one included. */
	readonly steps: readonly SimulatedStep[];
	/** Answers to the reads: before the first call, then after each step. null where a contract gave none. */
	readonly answers: readonly (readonly (Hex | null)[])[];
}

const MOST_CALLS = 24;
const MOST_READS = 64;
/** Enough for every honest token; a token that burns more only loses its own answer. */
const READ_GAS: Hex = "0x493e0";
const MOST_BYTES = 200_000;
const MOST_LOGS = 2_000;

/** Where `traceTransfers` puts the movement of the native coin (execution-apis, eth_simulateV1). */
const NATIVE_LOGS = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
/** Reads come from nobody, so that they use up no nonce of the person's. */
const NOBODY: Hex = `0x${"0".repeat(40)}`;

const modest = bytes.refine((data) => data.length <= MOST_BYTES);

const simulatedCall = z.looseObject({
	status: quantity,
	gasUsed: quantity,
	returnData: modest.default("0x"),
	logs: z
		.array(log.extend({ data: modest }))
		.max(MOST_LOGS)
		.default([]),
	error: z.looseObject({ message: z.string(), data: z.unknown().optional() }).nullish(),
});

const simulatedBlocks = z.array(z.looseObject({ calls: z.array(simulatedCall) })).length(1);

/** All that belongs together runs on top of one block, by its number: nodes differ in what they call a simulated one. */
type PinnedRequest = EvmSimulateRequest & { readonly at: bigint; readonly baseFee: bigint | null };

const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

/** Throws ChainError where what is to be called is no address or no bytes. */
function wordsOf({ from, to, value, data, gas, gasPrice }: SimulateCall): CallWords {
	const read = z.object({ from: address, to: address, input: modest }).safeParse({ from, to, input: data });
	if (!read.success || value < 0n)
		throw new ChainError("refused", "What is to be called can't be put to an RPC. Nothing was asked.");
	return {
		...read.data,
		value: hex(value),
		...(gas === null ? {} : { gas: hex(gas) }),
		...(gasPrice === null ? {} : { gasPrice: hex(gasPrice) }),
	};
}

const addressIn = (word: Hex | undefined): Hex => `0x${(word ?? "").slice(-40)}`;

function stepOf({ status, gasUsed, returnData, logs, error }: z.output<typeof simulatedCall>): SimulatedStep {
	const passed = status === 1n;
	const happened = passed ? logs : [];
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
		returned: returnData === "0x" && given.success ? given.data : returnData,
		fault: passed ? null : (error?.message ?? "execution reverted").slice(0, 300),
		tree: [],
		storage: [],
	};
}

const header = z.looseObject({ baseFeePerGas: quantity.optional() });

/** Of this block, in wei per gas; null where the RPC does not tell it. */
async function baseFeeAt(rpc: Rpc, at: bigint): Promise<bigint | null> {
	try {
		return (await rpc(header, "eth_getBlockByNumber", [hex(at), false])).baseFeePerGas ?? null;
	} catch (error) {
		if (error instanceof ChainError) return null;
		throw error;
	}
}

/** A price below the base fee would be refused, whatever the call does; without a base fee none is named. */
function pricedBy(baseFee: bigint | null, call: SimulateCall): SimulateCall {
	if (baseFee === null || call.gasPrice === null) return { ...call, gasPrice: null };
	return { ...call, gasPrice: call.gasPrice > baseFee ? call.gasPrice : baseFee };
}

/** One request: reads, call, reads, call, … and reads again. */
async function simulateInBlock(rpc: Rpc, request: PinnedRequest): Promise<EvmSimulated> {
	const reads = request.reads.map(({ to, data }) => ({ from: NOBODY, to, input: data, gas: READ_GAS }));
	const calls = [...reads, ...request.calls.flatMap((call) => [wordsOf(call), ...reads])];
	// Without validation an RPC takes a base fee of nothing, by which a contract could tell that it is only simulated.
	const overrides =
		request.baseFee === null ? {} : { blockOverrides: { baseFeePerGas: hex(request.baseFee) } };
	const [found] = await rpc(simulatedBlocks, "eth_simulateV1", [
		{ blockStateCalls: [{ ...overrides, calls }], validation: false, traceTransfers: true },
		hex(request.at),
	]);
	if (found === undefined || found.calls.length !== calls.length)
		throw new ChainError("unreadable", "Your RPC simulated another number of steps than it was asked for.");
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
	/insufficient (funds|balance)/i.test(error.message);

const POOR: SimulatedStep = {
	passed: false,
	gasUsed: 0n,
	logs: [],
	transfers: [],
	returned: "0x",
	fault: "The account has less than the value that is to be sent, with the fee.",
	tree: [],
	storage: [],
};

/** An RPC refuses the whole where one call sends more than there is: what comes before it is run, and that one failed. */
async function untilPoor(
	run: (request: PinnedRequest) => Promise<EvmSimulated>,
	request: PinnedRequest,
): Promise<EvmSimulated> {
	try {
		return await run(request);
	} catch (error) {
		if (!isPoor(error) || request.calls.length === 0) throw error;
		const before = await untilPoor(run, { ...request, calls: request.calls.slice(0, -1) });
		if (before.steps.some(({ passed }) => !passed)) return before;
		const last = before.answers.at(-1) ?? [];
		return { ...before, steps: [...before.steps, POOR], answers: [...before.answers, last] };
	}
}

/** Adds the calls inside each step, as far as the RPC tells; never fails. */
async function withTrees(rpc: Rpc, request: EvmSimulateRequest, found: EvmSimulated): Promise<EvmSimulated> {
	const steps: SimulatedStep[] = [...found.steps];
	let before: StateDiff = {};
	try {
		for (const [index, step] of found.steps.entries()) {
			const call = request.calls[index];
			if (call === undefined) break;
			const [words, at] = [wordsOf(call), hex(found.at)];
			const [trace, storage, after] = await Promise.all([
				traceCall(rpc, words, at, before),
				wordsRead(rpc, words, at, before),
				index + 1 < found.steps.length ? changesOf(rpc, words, at, before) : before,
			]);
			const transfers =
				step.passed && step.transfers.length === 0 ? transfersOf(trace.calls) : step.transfers;
			steps[index] = { ...step, tree: trace.calls, storage, transfers };
			before = after;
		}
	} catch (error) {
		if (!(error instanceof ChainError)) throw error;
	}
	return { ...found, steps };
}

/** An RPC that leaves transfers out would show a payment as nothing. */
function requireTransfers(request: EvmSimulateRequest, { steps }: EvmSimulated): void {
	const silent = steps.some(
		({ passed, transfers }, index) =>
			passed && transfers.length === 0 && (request.calls[index]?.value ?? 0n) > 0n,
	);
	if (silent) throw new ChainError("refused", "Your RPC does not tell what native coin moves.");
}

/**
 * Runs the calls in order, and the reads before, between and after them. Throws ChainError; of kind `refused` where
 * the RPC can't simulate.
 */
export async function simulate(rpc: Rpc, asked: EvmSimulateRequest): Promise<EvmSimulated> {
	if (asked.calls.length > MOST_CALLS || asked.reads.length > MOST_READS)
		throw new ChainError("refused", "This is more than your RPC is asked to simulate at once.");
	const at = asked.at ?? (await rpc(quantity, "eth_blockNumber", []));
	const baseFee = await baseFeeAt(rpc, at);
	const request = { ...asked, at, baseFee, calls: asked.calls.map((call) => pricedBy(baseFee, call)) };
	const byTracing = () =>
		untilPoor((some) => simulateByTracing(rpc, { ...some, calls: some.calls.map(wordsOf) }), request);
	if (request.how === "debug_traceCall") return await byTracing();
	try {
		const found = await untilPoor((some) => simulateInBlock(rpc, some), request);
		const whole = request.traced ? await withTrees(rpc, request, found) : found;
		if (request.traced) requireTransfers(request, whole);
		return whole;
	} catch (error) {
		const refused = error instanceof ChainError && error.kind === "refused";
		if (!refused || request.how !== null) throw error;
	}
	try {
		return await byTracing();
	} catch (error) {
		if (!(error instanceof ChainError) || error.kind !== "refused") throw error;
		throw new ChainError(
			"refused",
			"Your RPC can't simulate: it offers neither eth_simulateV1 nor debug_traceCall.",
			{ cause: error },
		);
	}
}
