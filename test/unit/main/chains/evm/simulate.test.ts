import { describe, expect, it } from "vitest";
import type { EvmSimulateRequest } from "../../../../../src/core/chain/evm-simulation.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import type { Clock } from "../../../../../src/main/ports.ts";
import { eagerClock, fakeClock, fakeRpc, RpcFault } from "../fake-rpc.ts";

/** Simulations on RPCs that are hostile, unusual or limited. */

const ME = `0x${"a1".repeat(20)}`;
const TOKEN = `0x${"b2".repeat(20)}`;
const FRIEND = `0x${"c3".repeat(20)}`;
const NATIVE = `0x${"ee".repeat(20)}`;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const REFUSED = () => new RpcFault("the method does not exist", -32601);

const word = (hex: string) => `0x${hex.replace(/^0x/, "").padStart(64, "0")}`;

/** Values of a block whose time and fee recipient the RPC doesn't report. */
const NO_BLOCK = { baseFee: null, time: null, randao: null, feeRecipient: null };

function chainOf(methods: Parameters<typeof fakeRpc>[0], clock: Clock = fakeClock()) {
	const rpc = fakeRpc({ eth_chainId: () => "0x1", eth_blockNumber: () => "0x64", ...methods });
	const chain: EvmChain = new EvmRpcChains({
		urlOf: () => "http://rpc.test",
		fetch: rpc.fetch,
		clock,
	}).of(1);
	return { chain, asked: (method: string) => rpc.calls.filter((call) => call.method === method) };
}

const call = (value = 0n, data = "0x12345678") => ({
	from: ME,
	to: TOKEN,
	value,
	data,
	gas: null,
	gasPrice: null,
	tip: null,
});

function request(change: Partial<EvmSimulateRequest> = {}): EvmSimulateRequest {
	return { calls: [call()], reads: [], at: null, how: null, block: null, traced: true, ...change };
}

const passing = (logs: readonly unknown[] = []) => ({
	status: "0x1",
	gasUsed: "0x5208",
	returnData: "0x",
	logs,
});
const block = (...calls: readonly unknown[]) => [{ number: "0x65", calls }];
const nativeLog = (value: bigint) => ({
	address: NATIVE,
	topics: [TRANSFER, word(ME), word(TOKEN)],
	data: word(value.toString(16)),
});
const frame = (change: object = {}) => ({
	type: "CALL",
	from: ME,
	to: TOKEN,
	value: "0x0",
	gasUsed: "0x5208",
	input: "0x12345678",
	...change,
});

describe("eth_simulateV1", () => {
	it("runs on top of one block, by its number, whatever number the response has", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		const found = await chain.simulate(request());
		expect(found).toMatchObject({ how: "eth_simulateV1", at: 100n });
		expect(asked("eth_simulateV1").map(({ params }) => params[1])).toEqual(["0x64"]);
	});

	it("never overrides state, and requests transfers", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		await chain.simulate(request());
		const [asking] = asked("eth_simulateV1").map(({ params }) => params[0]);
		expect(asking).toMatchObject({ validation: false, traceTransfers: true });
		expect(JSON.stringify(asking)).not.toContain("verride");
	});

	it("calls at the offered price, never below the block's base fee, and at none if that is unknown", async () => {
		const answers = { eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED };
		const priced = async (
			gasPrice: bigint,
			more: Parameters<typeof fakeRpc>[0] = {},
			tip: bigint | null = null,
		) => {
			const { chain, asked } = chainOf({ ...answers, ...more });
			await chain.simulate(request({ calls: [{ ...call(), gasPrice, tip }] }));
			return asked("eth_simulateV1").map(({ params }) => params[0]);
		};
		const header = { eth_getBlockByNumber: () => ({ baseFeePerGas: "0x9" }) };
		const blockOverrides = { baseFeePerGas: "0x9" };
		expect(await priced(12n, header)).toMatchObject([
			{ blockStateCalls: [{ blockOverrides, calls: [{ gasPrice: "0xc" }] }] },
		]);
		expect(await priced(12n, header, 1n)).toMatchObject([
			{ blockStateCalls: [{ calls: [{ gasPrice: "0xa" }] }] },
		]);
		expect(await priced(12n, header, 9n)).toMatchObject([
			{ blockStateCalls: [{ calls: [{ gasPrice: "0xc" }] }] },
		]);
		expect(await priced(2n, header)).toMatchObject([{ blockStateCalls: [{ calls: [{ gasPrice: "0x9" }] }] }]);
		expect(JSON.stringify(await priced(12n))).not.toMatch(/gasPrice|verride/);
	});

	it("requests no call with a gas limit below every transaction's minimum", async () => {
		const { chain, asked } = chainOf({
			eth_simulateV1: () => block(passing()),
			debug_traceCall: REFUSED,
		});
		// 21,000 gas, plus four nonzero and two zero bytes of calldata.
		const limited = (gas: bigint) => ({ ...call(0n, "0x123456780000"), gas });
		const alone = await chain.simulate(request({ calls: [limited(21_071n)] }));
		expect(alone.steps).toMatchObject([{ passed: false, gasUsed: 21_071n }]);
		expect(asked("eth_simulateV1")).toHaveLength(0);
		const enough = await chain.simulate(request({ calls: [limited(21_072n)] }));
		expect(enough.steps).toMatchObject([{ passed: true }]);
		const after = await chain.simulate(request({ calls: [call(), limited(20_000n), call()] }));
		expect(after.steps).toMatchObject([{ passed: true }, { passed: false, gasUsed: 20_000n }]);
		expect(after.answers).toHaveLength(3);
	});

	it("reads native coin from the traces, and never from a token's log", async () => {
		const { chain } = chainOf({
			eth_simulateV1: () => block(passing([nativeLog(7n)])),
			debug_traceCall: REFUSED,
		});
		const { steps } = await chain.simulate(request({ calls: [call(7n)] }));
		expect(steps).toMatchObject([
			{ passed: true, logs: [], transfers: [{ from: ME, to: TOKEN, value: 7n }] },
		]);
	});

	it("is discarded if it omits a payment", async () => {
		const { chain } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		await expect(chain.simulate(request({ calls: [call(7n)] }))).rejects.toMatchObject({ kind: "no_method" });
	});

	it("reads payments from the call tree if only that has them", async () => {
		const paid = { type: "CALL", from: TOKEN, to: ME, value: "0x5", gasUsed: "0x0", input: "0x" };
		const undone = { ...paid, value: "0x6", error: "execution reverted" };
		const traced = (params: readonly unknown[]) =>
			JSON.stringify(params).includes("callTracer") ? frame({ calls: [paid, undone] }) : {};
		const { chain } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: traced });
		const { steps } = await chain.simulate(request());
		expect(steps[0]?.transfers).toEqual([{ from: TOKEN, to: ME, value: 5n }]);
		expect(steps[0]?.tree.map(({ depth, undone: gone }) => [depth, gone])).toEqual([
			[0, false],
			[1, false],
			[1, true],
		]);
	});

	it.each([
		["too few steps", block()],
		["two blocks", [...block(passing()), ...block(passing())]],
		["no list", { calls: [] }],
		["an invalid log", block(passing([{ address: "0x12", topics: [], data: "0x" }]))],
	])("an answer with %s counts as unreadable, not as a refusal", async (_, answer) => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => answer });
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "unreadable" });
		// The first step is traced during the simulation; nothing is traced afterwards.
		expect(asked("debug_traceCall")).toHaveLength(2);
	});

	it("refuses more than a limited number of calls and reads", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block() });
		const reads = Array.from({ length: 65 }, () => ({ to: TOKEN, data: "0x" }));
		await expect(chain.simulate(request({ reads }))).rejects.toMatchObject({ kind: "exceeds" });
		const calls = Array.from({ length: 25 }, () => call());
		await expect(chain.simulate(request({ calls }))).rejects.toMatchObject({ kind: "exceeds" });
		const padded = [call(0n, `0x${"00".repeat(131_073)}`)];
		await expect(chain.simulate(request({ calls: padded }))).rejects.toMatchObject({ kind: "exceeds" });
		expect(asked("eth_simulateV1")).toEqual([]);
	});

	it("truncates logs beyond the limit, and says so", async () => {
		const logs = Array.from({ length: 2_001 }, () => nativeLog(1n));
		const { chain } = chainOf({ eth_simulateV1: () => block(passing(logs)), debug_traceCall: REFUSED });
		const { steps } = await chain.simulate(request());
		expect(steps[0]?.transfers).toHaveLength(2_000);
		expect(steps[0]?.cut).toEqual(["logs"]);
	});

	it("truncates a log with too many bytes, and says so; return data is only truncated", async () => {
		const data = `0x${"00".repeat(100_001)}`;
		const log = { address: TOKEN, topics: [TRANSFER], data };
		const answer = block({ ...passing([log]), returnData: data });
		const { chain } = chainOf({ eth_simulateV1: () => answer, debug_traceCall: REFUSED });
		const { steps } = await chain.simulate(request());
		expect(steps[0]?.logs[0]?.data).toHaveLength(200_000);
		expect(steps[0]?.returned).toHaveLength(200_000);
		expect(steps[0]?.cut).toEqual(["logs"]);
		const returning = chainOf({
			eth_simulateV1: () => block({ ...passing(), returnData: data }),
			debug_traceCall: REFUSED,
		});
		expect((await returning.chain.simulate(request())).steps[0]?.cut).toEqual([]);
	});

	it("says that calls are unseen if the RPC traces, but not this one", async () => {
		const traced = (params: readonly unknown[]) =>
			JSON.stringify(params).includes("0x12345678") ? new RpcFault("execution timeout") : frame();
		const { chain } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: traced });
		expect((await chain.simulate(request())).steps[0]?.cut).toEqual(["calls"]);
		const without = chainOf({
			eth_simulateV1: () => block(passing()),
			debug_traceCall: () => new RpcFault("not for you"),
		});
		expect((await without.chain.simulate(request())).steps[0]?.cut).toEqual([]);
	});

	it("gives the block the next one's likely values, and the same values for all its queries", async () => {
		const latest = {
			baseFeePerGas: "0x9",
			timestamp: "0x64",
			miner: FRIEND,
			mixHash: word("77"),
			difficulty: "0x0",
		};
		const { chain, asked } = chainOf({
			eth_getBlockByNumber: () => latest,
			eth_simulateV1: () => block(passing()),
			debug_traceCall: REFUSED,
		});
		const { block: values } = await chain.simulate(request());
		expect(values).toMatchObject({ baseFee: 9n, time: 112n, feeRecipient: FRIEND });
		expect(values.randao).toMatch(/^0x[0-9a-f]{64}$/);
		expect(values.randao).not.toBe(word("77"));
		const blockOverrides = {
			baseFeePerGas: "0x9",
			time: "0x70",
			prevRandao: values.randao,
			feeRecipient: FRIEND,
		};
		await chain.simulate(request({ block: values, how: "eth_simulateV1", at: 100n, traced: false }));
		const overrides = asked("eth_simulateV1").map(({ params }) => Object(params[0]).blockStateCalls[0]);
		expect(overrides).toMatchObject([{ blockOverrides }, { blockOverrides }]);
	});

	it("leaves the random number to chains without one", async () => {
		const { chain } = chainOf({
			eth_getBlockByNumber: () => ({ difficulty: "0x2", mixHash: word("77") }),
			eth_simulateV1: () => block(passing()),
			debug_traceCall: REFUSED,
		});
		expect((await chain.simulate(request())).block).toEqual(NO_BLOCK);
	});

	it("continues without block values if the RPC accepts none", async () => {
		const { chain, asked } = chainOf({
			eth_getBlockByNumber: () => ({ baseFeePerGas: "0x9", timestamp: "0x64" }),
			eth_simulateV1: (params) =>
				JSON.stringify(params).includes('"time"') ? new RpcFault("unknown field time") : block(passing()),
			debug_traceCall: REFUSED,
		});
		expect((await chain.simulate(request())).block).toEqual({ ...NO_BLOCK, baseFee: 9n });
		const before = asked("eth_simulateV1").length;
		await chain.simulate(request());
		expect(asked("eth_simulateV1")).toHaveLength(before + 1);
	});

	it("reads an address' code through our own code, at an unknown address", async () => {
		const answer = { ...passing(), returnData: word("9") };
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(answer, passing(), answer) });
		const reads = [{ codeOf: FRIEND }];
		await chain.simulate(request({ reads, traced: false }));
		await chain.simulate(request({ reads, traced: false }));
		const blocks = asked("eth_simulateV1").map(({ params }) => Object(params[0]).blockStateCalls[0]);
		const tellers = blocks.map(({ stateOverrides }) => Object.keys(stateOverrides));
		expect(tellers.map((each) => each.length)).toEqual([1, 1]);
		expect(tellers[0]).not.toEqual(tellers[1]);
		expect(blocks[0]?.calls[0]).toMatchObject({ to: tellers[0]?.[0], input: word(FRIEND) });
	});

	it("on another chain is discarded", async () => {
		const { chain } = chainOf({
			eth_chainId: () => "0x2",
			eth_simulateV1: () => block(passing()),
			debug_traceCall: REFUSED,
		});
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "wrong_chain" });
	});

	it("reads between the calls, and gives null for a missing answer", async () => {
		const answer = { ...passing(), returnData: word("9") };
		const failed = { status: "0x0", gasUsed: "0x1", returnData: "0x", error: { code: 3, message: "no" } };
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(answer, passing(), failed) });
		const reads = [{ to: FRIEND, data: "0x01020304" }];
		const found = await chain.simulate(request({ reads, traced: false }));
		expect(found.answers).toEqual([[word("9")], [null]]);
		expect(JSON.stringify(asked("eth_simulateV1")[0]?.params)).toContain(`"from":"0x${"0".repeat(40)}"`);
	});
});

describe("debug_traceCall", () => {
	const changed = {
		pre: {
			[TOKEN]: { storage: { [word("1")]: word("5"), [word("2")]: word("6") } },
			[FRIEND]: { balance: "0x1" },
		},
		post: { [TOKEN]: { storage: { [word("1")]: word("7") } } },
	};
	const answer = (params: readonly unknown[]) => {
		const text = JSON.stringify(params[2]);
		if (text.includes("callTracer")) return frame();
		return text.includes("diffMode") ? changed : {};
	};

	it("gives a later call the state changes of the one before it, and overrides nothing for the first", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: REFUSED, debug_traceCall: answer });
		const found = await chain.simulate(request({ calls: [call(), call()] }));
		expect(found.how).toBe("debug_traceCall");
		const overrides = asked("debug_traceCall").map(({ params }) =>
			Object(params[2]).stateOverrides === undefined ? null : Object(params[2]).stateOverrides,
		);
		// Both attempts to trace the first call: for the simulation, and for this fallback.
		expect(overrides.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => null));
		expect(overrides[6]).toEqual({
			// A slot that is missing after the call is zero; an account that is missing is empty.
			[TOKEN]: { stateDiff: { [word("1")]: word("7"), [word("2")]: word("0") } },
			[FRIEND]: { balance: "0x0", code: "0x" },
		});
	});

	const telling = (tree: object) =>
		chainOf({
			eth_simulateV1: REFUSED,
			debug_traceCall: (params) => (JSON.stringify(params).includes("callTracer") ? tree : answer(params)),
		}).chain;

	it("is unreadable with a call of an unknown kind", async () => {
		const chain = telling(frame({ type: "CALLX" }));
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "unreadable" });
	});

	it.each([
		["endlessly nested calls", nested(80)],
		["too many calls", frame({ calls: Array.from({ length: 2_001 }, () => frame()) })],
		["too many logs", frame({ logs: Array(2_001).fill({ address: TOKEN, topics: [], data: "0x" }) })],
	])("is truncated with %s, and says so", async (_, tree) => {
		const { steps } = await telling(tree).simulate(request());
		expect(steps[0]?.cut).toEqual(["calls"]);
	});

	it("makes simulation impossible if it is missing too, and the review says so", async () => {
		const { chain } = chainOf({ eth_simulateV1: REFUSED, debug_traceCall: REFUSED });
		await expect(chain.simulate(request())).rejects.toMatchObject({
			kind: "no_method",
			code: "chain.evm.no-simulation",
		});
	});
});

describe("the cause of a failed simulation", () => {
	const isEmpty = (params: readonly unknown[]) => !JSON.stringify(params).includes("0x12345678");
	const refusing = (message: string, code?: number) => (params: readonly unknown[]) =>
		isEmpty(params) ? block(passing()) : new RpcFault(message, code);

	it("is the payload if an empty call is accepted", async () => {
		const { chain, asked } = chainOf({
			eth_simulateV1: refusing("block gas limit reached", -38_015),
			debug_traceCall: REFUSED,
		});
		await expect(chain.simulate(request())).rejects.toMatchObject({
			kind: "exceeds",
			text: message("chain.simulation-not-of-this", {
				family: "evm",
				fault: message("chain.evm.refused", { method: "eth_simulateV1", said: "block gas limit reached" }),
			}),
		});
		// The call, the empty call twice (once with block values), and the call again.
		expect(asked("eth_simulateV1").length).toBeLessThanOrEqual(4);
	});

	it("is not the payload if it is accepted the second time", async () => {
		let times = 0;
		const { chain } = chainOf({
			eth_simulateV1: (params) => {
				if (isEmpty(params)) return block(passing());
				times += 1;
				return times === 1 ? new RpcFault("header not found") : block(passing());
			},
			debug_traceCall: REFUSED,
		});
		expect((await chain.simulate(request())).how).toBe("eth_simulateV1");
	});

	it("is the RPC if it is rate-limited", async () => {
		const { chain } = chainOf(
			{ eth_simulateV1: refusing("limit exceeded", -32_005), debug_traceCall: REFUSED },
			eagerClock(),
		);
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "busy" });
	});

	it("is the RPC if only its traces are rate-limited, since an untraced call is unseen", async () => {
		const { chain } = chainOf(
			{ eth_simulateV1: () => block(passing()), debug_traceCall: refusing("slow down", 429) },
			eagerClock(),
		);
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "busy" });
	});

	it("is the payload if only it times out, and twice; temporary if nothing answers", async () => {
		const slow = (all: boolean) => {
			const rpc = fakeRpc({ eth_chainId: () => "0x1", eth_simulateV1: () => block(passing()) });
			const chain = new EvmRpcChains({
				urlOf: () => "http://rpc.test",
				fetch: async (url, init) => {
					if (all || String(init?.body).includes("0x12345678")) throw new TypeError("aborted");
					return await rpc.fetch(url, init);
				},
				clock: fakeClock(),
			}).of(1);
			return () => chain.simulate(request({ at: 100n })).catch((error: unknown) => error);
		};
		const [alone, all] = [slow(false), slow(true)];
		expect(await alone()).toMatchObject({ kind: "unreachable" });
		expect(await alone()).toMatchObject({ kind: "exceeds" });
		for (let times = 0; times < 3; times += 1) expect(await all()).toMatchObject({ kind: "unreachable" });
	});

	it("is the payload if its results exceed the read limit", async () => {
		const { chain } = chainOf({
			eth_simulateV1: (params) =>
				isEmpty(params)
					? block(passing())
					: block({ ...passing(), returnData: `0x${"00".repeat(9 * 2 ** 20)}` }),
			debug_traceCall: REFUSED,
		});
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "exceeds" });
	});

	it("is remembered if the RPC lacks a method, for a while", async () => {
		const clock = fakeClock();
		const rpc = fakeRpc({
			eth_chainId: () => "0x1",
			eth_blockNumber: () => "0x64",
			eth_simulateV1: () => new RpcFault("unsupported"),
			debug_traceCall: () => new RpcFault("unsupported"),
		});
		const chains = new EvmRpcChains({ urlOf: () => "http://rpc.test", fetch: rpc.fetch, clock });
		const times = async () => {
			await expect(chains.of(1).simulate(request())).rejects.toMatchObject({ kind: "no_method" });
			return rpc.calls.filter(({ method }) => method === "eth_simulateV1").length;
		};
		const first = await times();
		expect(await times()).toBe(first);
		clock.advance(600_001);
		expect(await times()).toBeGreaterThan(first);
	});
});

function nested(depth: number): object {
	return depth === 0 ? frame() : frame({ calls: [nested(depth - 1)] });
}
