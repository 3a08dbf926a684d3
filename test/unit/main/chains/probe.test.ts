import { describe, expect, it } from "vitest";
import { probeRpc } from "../../../../src/main/chains/probe.ts";
import { DEV_GENESIS_HASH } from "../../../chains/svm.ts";
import { eagerClock, fakeClock, fakeRpc, RpcFault } from "./fake-rpc.ts";
import { fakeSvmRpc } from "./fake-svm-rpc.ts";

const BASE = { family: "evm", chainId: "8453", genesisHash: null } as const;
const LOCAL = { family: "svm", chainId: "localnet", genesisHash: DEV_GENESIS_HASH } as const;
const url = "https://rpc.example";

/** Creates an RPC whose queries take this many ms of the clock's time. */
function asking(methods: Parameters<typeof fakeRpc>[0], takes = 40) {
	const clock = fakeClock();
	const rpc = fakeRpc({ eth_chainId: () => "0x2105", ...methods });
	const fetch: typeof globalThis.fetch = async (...given) => {
		clock.advance(takes);
		return await rpc.fetch(...given);
	};
	return { rpc, probe: () => probeRpc(BASE, { url, fetch, clock }) };
}

describe("an RPC's capabilities", () => {
	it("are reported with the latency, without a query about the user", async () => {
		const { rpc, probe } = asking({ eth_simulateV1: () => [{}], debug_traceCall: () => ({}) });
		expect(await probe()).toEqual({ found: "right", simulates: true, traces: true, ms: 40 });
		expect(JSON.stringify(rpc.calls)).not.toMatch(/0x(?!0{40}")[0-9a-f]{40}/);
	});

	it("are absent if it is of another chain, or gives no answer", async () => {
		const other = asking({ eth_chainId: () => "0x1" });
		expect(await other.probe()).toEqual({ found: "other", simulates: null, traces: null, ms: 40 });
		expect(other.rpc.calls.map(({ method }) => method)).toEqual(["eth_chainId"]);
		const fetch = async () => {
			throw new TypeError("connection refused");
		};
		expect(await probeRpc(BASE, { url, fetch, clock: fakeClock() })).toEqual({
			...{ found: "unreachable", simulates: null, traces: null, ms: null },
		});
	});

	it("are denied only by the RPC's own refusal, and not if it is busy or fails", async () => {
		const no = new RpcFault("method not found", -32601);
		const busy = new RpcFault("too many requests", -32005);
		const with_ = async (simulate: RpcFault, trace: RpcFault) => {
			const { fetch } = fakeRpc({
				eth_chainId: () => "0x2105",
				eth_simulateV1: () => simulate,
				debug_traceCall: () => trace,
			});
			return await probeRpc(BASE, { url, fetch, clock: eagerClock() });
		};
		expect(await with_(no, no)).toMatchObject({ simulates: false, traces: false });
		expect(await with_(busy, new RpcFault("internal", -32603))).toMatchObject({
			simulates: null,
			traces: null,
		});
	});

	it("on Solana include simulating an empty transaction", async () => {
		const asked = (genesis: string) => {
			const rpc = fakeSvmRpc({
				getGenesisHash: () => genesis,
				simulateTransaction: () => ({ context: { slot: 1 }, value: { err: "AccountNotFound" } }),
			});
			return probeRpc(LOCAL, { url, fetch: rpc.fetch, clock: fakeClock() });
		};
		expect(await asked(DEV_GENESIS_HASH)).toMatchObject({ found: "right", simulates: true, traces: null });
		expect(await asked("another")).toMatchObject({ found: "other", simulates: null });
	});
});
