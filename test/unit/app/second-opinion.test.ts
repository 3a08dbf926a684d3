import { describe, expect, it } from "vitest";
import { createSecondOpinions } from "../../../src/main/app/second-opinion.ts";
import { ChainError } from "../../../src/main/chains/chain-error.ts";
import type { EvmChain } from "../../../src/main/chains/evm.ts";
import type { EvmSimulateRequest, SimulatedStep } from "../../../src/main/chains/evm-simulate.ts";
import type { SvmChains } from "../../../src/main/chains/svm.ts";
import { stub } from "../../fixtures/stub.ts";
import { fakeClock, settle } from "../ledger/fake.ts";
import { commit, frozenOf, OTHER, SIGNER } from "../match/honest.ts";

const FROZEN = frozenOf(commit());

const STEP: SimulatedStep = {
	passed: true,
	gasUsed: 21_000n,
	logs: [],
	transfers: [],
	returned: "0x",
	fault: null,
	tree: [],
	storage: [],
};

/** An RPC that answers when the test lets it, or never. */
function rpc() {
	const world = { asked: 0, fault: null as Error | null, held: false, simulates: false };
	let release: () => void = () => {};
	async function say<T>(answer: T): Promise<T> {
		world.asked += 1;
		if (world.held)
			await new Promise<void>((resolve) => {
				release = resolve;
			});
		if (world.fault !== null) throw world.fault;
		return answer;
	}
	const chain = stub<EvmChain>({
		chainId: 8453,
		call: () => say("0x"),
		simulate: async ({ reads }: EvmSimulateRequest) => {
			await say(null);
			if (world.simulates) {
				const answers = reads.map(() => null);
				return { how: "eth_simulateV1", at: 5n, steps: [STEP], answers: [answers, answers] };
			}
			throw new ChainError("refused", "Your RPC can't simulate.");
		},
		code: () => say("0x"),
		heights: () => say({ latest: 5n, finalized: null }),
	});
	return { world, chain, release: () => release() };
}

function scene(of: (chainId: number) => EvmChain) {
	const clock = fakeClock();
	const lines: string[] = [];
	const accounts = [SIGNER];
	const opinions = createSecondOpinions({
		chains: {
			evm: { of },
			svm: stub<SvmChains>({
				of: () => {
					throw new ChainError("no_rpc", "No RPC is set.");
				},
			}),
		},
		clock,
		accounts: () => accounts,
		log: (line) => lines.push(line),
	});
	const answers = { count: 0 };
	const ask = () =>
		opinions.ask(FROZEN, [], () => {
			answers.count += 1;
		});
	return { clock, opinions, lines, ask, answers, accounts };
}

const noNames = (chain: EvmChain) => (chainId: number) => {
	if (chainId === 1) throw new ChainError("no_rpc", "No RPC is set for chain 1.");
	return chain;
};

describe("a second opinion", () => {
	it("is nothing before it was asked for, and runs until the RPC has answered", async () => {
		const { world, chain } = rpc();
		world.held = true;
		const { opinions, ask } = scene(noNames(chain));
		expect(opinions.of(FROZEN).legs).toEqual([]);
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs).toEqual([{ own: { state: "running" }, enquiry: null }]);
	});

	it("tells who listens when it is there", async () => {
		const { chain } = rpc();
		const { opinions, ask, answers } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs[0]?.own.state).toBe("impossible");
		expect(opinions.of(FROZEN).legs[0]?.enquiry).not.toBeNull();
		expect(answers.count).toBeGreaterThan(0);
	});

	it("ends where the RPC never answers, as what could not be simulated", async () => {
		const { world, chain } = rpc();
		world.held = true;
		const { opinions, ask, clock } = scene(noNames(chain));
		ask();
		await clock.pass(20_000);
		expect(opinions.of(FROZEN).legs[0]).toMatchObject({
			own: { state: "impossible", words: expect.stringContaining("too long") },
			enquiry: { codes: new Map() },
		});
	});

	it("says why where the chain has no RPC", async () => {
		const { opinions, ask } = scene(() => {
			throw new ChainError("no_rpc", "No RPC is set for chain 8453.");
		});
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs[0]?.own).toEqual({
			state: "impossible",
			words: "No RPC is set for chain 8453.",
		});
	});

	it("is a fault of ours, in the log and not in words, where something else failed", async () => {
		const { opinions, ask, lines } = scene(() => {
			throw new TypeError("undefined is not a function");
		});
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs[0]?.own).toMatchObject({
			words: "What your RPC answered could not be used.",
		});
		expect(lines.join("\n")).toContain("undefined is not a function");
	});

	it("stays while a newer one is asked for, and is asked for only when it is no longer fresh", async () => {
		const { world, chain } = rpc();
		const { opinions, ask, clock } = scene(noNames(chain));
		ask();
		await settle();
		const asked = world.asked;
		ask();
		await settle();
		expect(world.asked).toBe(asked);
		await clock.pass(6_000);
		world.held = true;
		ask();
		await settle();
		expect(world.asked).toBeGreaterThan(asked);
		expect(opinions.of(FROZEN).legs[0]?.own.state).toBe("impossible");
	});

	it("is gone where nobody has asked for a minute, and is waited for anew", async () => {
		const { world, chain } = rpc();
		const { opinions, ask, clock } = scene(noNames(chain));
		ask();
		await clock.pass(61_000);
		expect(opinions.of(FROZEN).legs).toEqual([]);
		world.held = true;
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs[0]?.own.state).toBe("running");
	});

	it("is not undone by an RPC that fails a moment later, and not kept for long", async () => {
		const { world, chain } = rpc();
		world.simulates = true;
		const { opinions, ask, clock } = scene(noNames(chain));
		const state = () => opinions.of(FROZEN).legs[0]?.own.state;
		ask();
		await settle();
		expect(state()).toBe("done");
		world.simulates = false;
		await clock.pass(6_000);
		ask();
		await settle();
		expect(state()).toBe("done");
		await clock.pass(55_000);
		ask();
		await settle();
		expect(state()).toBe("impossible");
	});

	it("is gone where the clock was set back, and where the person has another account", async () => {
		const { chain } = rpc();
		const { opinions, ask, clock, accounts } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of(FROZEN).legs).toHaveLength(1);
		accounts.push(OTHER);
		expect(opinions.of(FROZEN).legs).toEqual([]);
		accounts.pop();
		expect(opinions.of(FROZEN).legs).toHaveLength(1);
		await clock.pass(-3_600_000);
		expect(opinions.of(FROZEN).legs).toEqual([]);
	});

	it("is of this very request: another fingerprint has none", async () => {
		const { chain } = rpc();
		const { opinions, ask } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of({ ...FROZEN, review_digest: "rvd_other" }).legs).toEqual([]);
	});
});
