import { describe, expect, it } from "vitest";
import { createEvmChains, type EvmChain, type EvmSimulateRequest } from "../../../src/main/chains/evm.ts";
import { fakeClock, fakeRpc, RpcFault } from "./fake-rpc.ts";

/** What a hostile, odd or poor RPC makes of a question for a simulation. */

const ME = `0x${"a1".repeat(20)}`;
const TOKEN = `0x${"b2".repeat(20)}`;
const FRIEND = `0x${"c3".repeat(20)}`;
const NATIVE = `0x${"ee".repeat(20)}`;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const REFUSED = () => new RpcFault("the method does not exist", -32601);

const word = (hex: string) => `0x${hex.replace(/^0x/, "").padStart(64, "0")}`;

function chainOf(methods: Parameters<typeof fakeRpc>[0]) {
	const rpc = fakeRpc({ eth_chainId: () => "0x1", eth_blockNumber: () => "0x64", ...methods });
	const chain: EvmChain = createEvmChains({
		urlOf: () => "http://rpc.test",
		fetch: rpc.fetch,
		clock: fakeClock(),
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
});

function request(change: Partial<EvmSimulateRequest> = {}): EvmSimulateRequest {
	return { calls: [call()], reads: [], at: null, how: null, traced: true, ...change };
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
	it("runs on top of one block, by its number, whatever number the answer has", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		const found = await chain.simulate(request());
		expect(found).toMatchObject({ how: "eth_simulateV1", at: 100n });
		expect(asked("eth_simulateV1").map(({ params }) => params[1])).toEqual(["0x64"]);
	});

	it("never overrides state, and asks for transfers", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		await chain.simulate(request());
		const [asking] = asked("eth_simulateV1").map(({ params }) => params[0]);
		expect(asking).toMatchObject({ validation: false, traceTransfers: true });
		expect(JSON.stringify(asking)).not.toContain("verride");
	});

	it("calls at the price that is offered, never below the base fee of the block, and at none where that is not told", async () => {
		const answers = { eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED };
		const priced = async (gasPrice: bigint, more: Parameters<typeof fakeRpc>[0] = {}) => {
			const { chain, asked } = chainOf({ ...answers, ...more });
			await chain.simulate(request({ calls: [{ ...call(), gasPrice }] }));
			return asked("eth_simulateV1").map(({ params }) => params[0]);
		};
		const header = { eth_getBlockByNumber: () => ({ baseFeePerGas: "0x9" }) };
		const blockOverrides = { baseFeePerGas: "0x9" };
		expect(await priced(12n, header)).toMatchObject([
			{ blockStateCalls: [{ blockOverrides, calls: [{ gasPrice: "0xc" }] }] },
		]);
		expect(await priced(2n, header)).toMatchObject([{ blockStateCalls: [{ calls: [{ gasPrice: "0x9" }] }] }]);
		expect(JSON.stringify(await priced(12n))).not.toMatch(/gasPrice|verride/);
	});

	it("takes native coin from the traces, and never as a log of a token", async () => {
		const { chain } = chainOf({
			eth_simulateV1: () => block(passing([nativeLog(7n)])),
			debug_traceCall: REFUSED,
		});
		const { steps } = await chain.simulate(request({ calls: [call(7n)] }));
		expect(steps).toMatchObject([
			{ passed: true, logs: [], transfers: [{ from: ME, to: TOKEN, value: 7n }] },
		]);
	});

	it("counts for nothing where it leaves a payment out", async () => {
		const { chain } = chainOf({ eth_simulateV1: () => block(passing()), debug_traceCall: REFUSED });
		await expect(chain.simulate(request({ calls: [call(7n)] }))).rejects.toMatchObject({ kind: "refused" });
	});

	it("takes payments from the call tree where only that tells them", async () => {
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
		["a log that is none", block(passing([{ address: "0x12", topics: [], data: "0x" }]))],
		["more logs than can be read", block(passing(Array.from({ length: 2_001 }, () => nativeLog(1n))))],
		["more bytes than can be read", block({ ...passing(), returnData: `0x${"00".repeat(200_000)}` })],
	])("an answer with %s is unreadable, and not taken for a refusal", async (_, answer) => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => answer });
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "unreadable" });
		expect(asked("debug_traceCall")).toEqual([]);
	});

	it("is not asked for more than a modest number of calls and reads", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: () => block() });
		const reads = Array.from({ length: 65 }, () => ({ to: TOKEN, data: "0x" }));
		await expect(chain.simulate(request({ reads }))).rejects.toMatchObject({ kind: "refused" });
		const calls = Array.from({ length: 25 }, () => call());
		await expect(chain.simulate(request({ calls }))).rejects.toMatchObject({ kind: "refused" });
		expect(asked("eth_simulateV1")).toEqual([]);
	});

	it("of another chain counts for nothing", async () => {
		const { chain } = chainOf({
			eth_chainId: () => "0x2",
			eth_simulateV1: () => block(passing()),
			debug_traceCall: REFUSED,
		});
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "wrong_chain" });
	});

	it("reads between the calls, and gives null for what gives no answer", async () => {
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

	it("hands to a later call what the one before it changed, and overrides nothing for the first", async () => {
		const { chain, asked } = chainOf({ eth_simulateV1: REFUSED, debug_traceCall: answer });
		const found = await chain.simulate(request({ calls: [call(), call()] }));
		expect(found.how).toBe("debug_traceCall");
		const overrides = asked("debug_traceCall").map(({ params }) =>
			Object(params[2]).stateOverrides === undefined ? null : Object(params[2]).stateOverrides,
		);
		expect(overrides.slice(0, 3)).toEqual([null, null, null]);
		expect(overrides[3]).toEqual({
			// A slot that is no longer named has become zero; an account that is gone has nothing.
			[TOKEN]: { stateDiff: { [word("1")]: word("7"), [word("2")]: word("0") } },
			[FRIEND]: { balance: "0x0", code: "0x" },
		});
	});

	it.each([
		["a call of a kind that nobody knows", frame({ type: "CALLX" })],
		["calls nested without end", nested(80)],
		["calls without end", frame({ calls: Array.from({ length: 501 }, () => frame()) })],
	])("with %s is unreadable", async (_, tree) => {
		const { chain } = chainOf({
			eth_simulateV1: REFUSED,
			debug_traceCall: (params) => (JSON.stringify(params).includes("callTracer") ? tree : answer(params)),
		});
		await expect(chain.simulate(request())).rejects.toMatchObject({ kind: "unreadable" });
	});

	it("that is not there either: it can't be simulated, and that is said", async () => {
		const { chain } = chainOf({ eth_simulateV1: REFUSED, debug_traceCall: REFUSED });
		await expect(chain.simulate(request())).rejects.toMatchObject({
			kind: "refused",
			message: expect.stringContaining("can't simulate"),
		});
	});
});

function nested(depth: number): object {
	return depth === 0 ? frame() : frame({ calls: [nested(depth - 1)] });
}
