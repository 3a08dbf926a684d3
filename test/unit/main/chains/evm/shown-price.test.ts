import { describe, expect, it } from "vitest";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import { fakeClock, fakeRpc, RpcFault } from "../fake-rpc.ts";

const BASE_FEE = 7_000_000_000n;
const BLOCK = { baseFee: BASE_FEE, time: null, randao: null, feeRecipient: null };
const BASE_FEE_OPERATION = "0x48";

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

interface Simulation {
	readonly calls: readonly [{ readonly to: string; readonly gasPrice: string }];
	readonly stateOverrides: Readonly<Record<string, { readonly code?: string }>>;
	readonly blockOverrides?: { readonly baseFeePerGas: string };
}

/** Shows contracts this base fee, and the price that the call names or none. */
function chainShowing(baseFee: bigint, prices = true): EvmChain {
	const answer = ({ calls: [call], stateOverrides }: Simulation) => {
		const asksBaseFee = stateOverrides[call.to]?.code?.startsWith(BASE_FEE_OPERATION);
		return asksBaseFee ? word(baseFee) : word(prices ? BigInt(call.gasPrice) : 0n);
	};
	const { fetch } = fakeRpc({
		eth_simulateV1: ([asked]) => {
			const { blockStateCalls } = asked as { blockStateCalls: readonly [Simulation] };
			return [{ calls: [{ returnData: answer(blockStateCalls[0]) }] }];
		},
		debug_traceCall: ([call, , given]) => {
			const { stateOverrides } = given as Simulation;
			const { from, to } = call as { from: string; to: string };
			return { type: "CALL", from, to, output: answer({ calls: [call as never], stateOverrides }) };
		},
	});
	return new EvmRpcChains({ urlOf: () => "http://rpc.example", fetch, clock: fakeClock() }).of(1);
}

describe.each(["eth_simulateV1", "debug_traceCall"] as const)(
	"the gas price that %s shows to contracts",
	(how) => {
		const shows = (chain: EvmChain, block = BLOCK) => chain.showsPrice({ how, at: 5n, block });

		it("is the requested one if both its members are", async () => {
			expect(await shows(chainShowing(BASE_FEE))).toBe(true);
		});

		it("differs if the base fee is zero, or if no price is shown", async () => {
			expect(await shows(chainShowing(0n))).toBe(false);
			expect(await shows(chainShowing(BASE_FEE, false))).toBe(false);
		});

		it("is unknown if the RPC does not answer, or has no base fee", async () => {
			const refusal = () => new RpcFault("the method does not exist", -32601);
			const { fetch } = fakeRpc({ [how]: refusal });
			const chain = new EvmRpcChains({ urlOf: () => "http://rpc.example", fetch, clock: fakeClock() }).of(1);
			expect(await shows(chain)).toBe(false);
			expect(
				await chainShowing(BASE_FEE).showsPrice({ how, at: 5n, block: { ...BLOCK, baseFee: null } }),
			).toBe(false);
		});
	},
);
