import { encodeAbiParameters, type Hex, numberToHex, pad, toEventSelector } from "viem";
import { describe, expect, it } from "vitest";
import type {
	EvmSimulateRequest,
	SimulatedLog,
	SimulatedStep,
} from "../../../../src/core/chain/evm-simulation.ts";
import type { LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import { signedItemsOf } from "../../../../src/core/decoded-transaction/signed-item.ts";
import { simulationFindings } from "../../../../src/core/risk/general/simulation.ts";
import type { EvmChain } from "../../../../src/main/chains/evm/chain.ts";
import { simulateEvm } from "../../../../src/main/reviewing/facts/simulate-evm.ts";
import { stub } from "../../../fixtures/stub.ts";
import { commitOf, frozenOf, OTHER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";

/** A contract that emits so many events that its theft is lost among them, or that stops answering queries. */

const EVENTS = {
	Transfer: toEventSelector("Transfer(address,address,uint256)"),
	Approval: toEventSelector("Approval(address,address,uint256)"),
} as const;

const someone = (at: number): Hex => pad(numberToHex(2n ** 150n + BigInt(at)), { size: 20 });
const amount = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value]);

const low = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;
const word = (address: string) => pad(low(address), { size: 32 });

function log(address: string, eventName: keyof typeof EVENTS, to: string): SimulatedLog {
	return { address: low(address), topics: [EVENTS[eventName], word(SIGNER), word(to)], data: amount(1n) };
}

type Answer = (read: EvmSimulateRequest["reads"][number], after: boolean) => Hex | null;

function chainOf(logs: readonly SimulatedLog[], answer: Answer): EvmChain {
	const step: SimulatedStep = {
		passed: true,
		gasUsed: 50_000n,
		logs,
		transfers: [],
		returned: "0x",
		fault: null,
		tree: [],
		storage: [],
		cut: [],
	};
	return stub<EvmChain>({
		chainId: 8453,
		code: async () => "0x60",
		call: async () => "0x",
		simulate: async ({ reads }: EvmSimulateRequest) => ({
			how: "eth_simulateV1",
			at: 5n,
			steps: [step],
			answers: [reads.map((read) => answer(read, false)), reads.map((read) => answer(read, true))],
		}),
	});
}

async function simulated(chain: EvmChain): Promise<LocalSimulation> {
	const legs = signedItemsOf(frozenOf(commitOf({ to: VAULT, data: "0x47e7ef24" })));
	const evm = legs.flatMap((leg) => (leg.kind === "evm" ? [leg] : []));
	const [own] = await simulateEvm(chain, evm, [], [SIGNER]);
	if (own === undefined) throw new Error("not simulated");
	return own;
}

const idOf = (local: LocalSimulation) =>
	simulationFindings({
		local,
		unavailable: null,
		isUndeclared: false,
		isOverridden: false,
		isUnread: false,
		cause: null,
		unseen: null,
	}).find((each) => each !== null)?.id ?? null;
const same: Answer = () => amount(7n);

describe("a contract that hides behind many others", () => {
	it("is reported, and requires a typed word, if it names more permissions than are queried", async () => {
		const noise = Array.from({ length: 400 }, (_, at) => log(VAULT, "Approval", someone(at)));
		expect(idOf(await simulated(chainOf([...noise, log(TOKEN, "Transfer", OTHER)], same)))).toBe(
			"not-simulated",
		);
	});

	it("is reported if it names more tokens than are queried", async () => {
		const noise = Array.from({ length: 30 }, (_, at) => log(someone(at), "Transfer", OTHER));
		expect(idOf(await simulated(chainOf([...noise, log(TOKEN, "Transfer", OTHER)], same)))).not.toBeNull();
	});

	it("is reported if an earlier counted one is silent afterwards", async () => {
		const own = await simulated(
			chainOf([log(TOKEN, "Approval", OTHER)], (_, after) => (after ? null : amount(0n))),
		);
		expect(idOf(own)).not.toBeNull();
	});

	it("is not reported if few are named and all are answered", async () => {
		const own = await simulated(
			chainOf([log(TOKEN, "Approval", OTHER), log(TOKEN, "Transfer", OTHER)], same),
		);
		expect(idOf(own)).toBeNull();
	});
});
