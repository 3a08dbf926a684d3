import { DatabaseSync } from "node:sqlite";
import { keccak256 } from "viem";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import type { EvmSimulateRequest, SimulatedStep } from "../../../../../src/core/chain/evm-simulation.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { indexDescriptors } from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import { JOURNAL_SCHEMA } from "../../../../../src/main/app/journal-schema.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChains } from "../../../../../src/main/chains/svm/chain.ts";
import { SecondOpinions } from "../../../../../src/main/reviewing/facts/second-opinions.ts";
import { SeenCodes } from "../../../../../src/main/storage/seen-codes.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, commitOf, frozenOf, OTHER, SIGNER } from "../../../core/match/honest.ts";
import { ATTESTED, publishedFacts, stowCommit } from "../../../core/published-descriptors/scene.ts";
import { fakeClock, settle } from "../../../ledger-process/fake.ts";

const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
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
	cut: [],
};

const BLOCK = { baseFee: null, time: null, randao: null, feeRecipient: null };

/** Creates an RPC that answers when the test lets it, or never. */
function rpc() {
	const world = {
		asked: 0,
		fault: null as Error | null,
		held: false,
		simulates: false,
		code: "0x" as `0x${string}`,
	};
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
	const codeReadOf = (code: `0x${string}`) => ({
		size: (code.length - 2) / 2,
		hash: keccak256(code),
		head: `0x${code.slice(2, 66).padEnd(64, "0")}` as const,
	});
	const chain = stub<EvmChain>({
		chainId: 8453,
		call: () => say("0x"),
		simulate: async ({ reads }: EvmSimulateRequest) => {
			await say(null);
			if (world.simulates) {
				const answers = reads.map(() => null);
				return { how: "eth_simulateV1", at: 5n, block: BLOCK, steps: [STEP], answers: [answers, answers] };
			}
			throw new ChainError("refused", verbatim("Your RPC can't simulate."));
		},
		code: () => say(world.code),
		codeRead: () => say(codeReadOf(world.code)),
		height: () => say(5n),
	});
	return { world, chain, release: () => release() };
}

const NO_DESCRIPTORS = indexDescriptors({
	head: {
		repository: "",
		commit: "",
		date: "",
		sha256: "",
		counts: { descriptors: 0, formats: 0, contracts: 0, attested: 0, attestedInPart: 0, leftOut: 0 },
		leftOut: [],
	},
	auditors: {},
	descriptors: [],
	formats: [],
});

function scene(
	of: (chainId: number) => EvmChain,
	descriptors = async () => NO_DESCRIPTORS,
	codes: SeenCodes | null = null,
) {
	const clock = fakeClock();
	const lines: string[] = [];
	const accounts = [SIGNER];
	const standIns = new Set<string>();
	const opinions = new SecondOpinions({
		chains: {
			evm: { of },
			svm: stub<SvmChains>({
				of: () => {
					throw new ChainError("no_rpc", verbatim("No RPC is set."));
				},
			}),
		},
		clock,
		accounts: () => accounts,
		descriptors,
		...(codes === null ? {} : { codes }),
		hasStandIn: (chainRef) => standIns.has(chainRef),
		log: (line) => lines.push(line),
	});
	const answers = { count: 0 };
	const ask = (frozen = FROZEN) =>
		opinions.ask(frozen, [], () => {
			answers.count += 1;
		});
	return { clock, opinions, lines, ask, answers, accounts, standIns };
}

const noNames = (chain: EvmChain) => (chainId: number) => {
	if (chainId === 1) throw new ChainError("no_rpc", verbatim("No RPC is set for chain 1."));
	return chain;
};

describe("a second opinion", () => {
	it("is absent before it was requested, and runs until the RPC has answered", async () => {
		const { world, chain } = rpc();
		world.held = true;
		const { opinions, ask } = scene(noNames(chain));
		expect(opinions.of(FROZEN).items).toEqual([]);
		ask();
		await settle();
		expect(opinions.of(FROZEN).items).toEqual([{ local: { state: "running" }, addressFacts: null }]);
	});

	it("notifies its listeners when it is there", async () => {
		const { chain } = rpc();
		const { opinions, ask, answers } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local.state).toBe("impossible");
		expect(opinions.of(FROZEN).items[0]?.addressFacts).not.toBeNull();
		expect(answers.count).toBeGreaterThan(0);
	});

	it("is dropped once another RPC is queried, including a running one, and is requested again", async () => {
		const { world, chain, release } = rpc();
		world.held = true;
		const { opinions, ask } = scene(noNames(chain));
		ask();
		await settle();
		opinions.forget();
		expect(opinions.of(FROZEN).items).toEqual([]);
		release();
		await settle();
		expect(opinions.of(FROZEN).items).toEqual([]);
		world.held = false;
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local.state).toBe("impossible");
	});

	it("requires a typed word if the replacement RPC can't simulate", async () => {
		const { world, chain } = rpc();
		world.fault = new ChainError("no_method", verbatim("Your RPC can't simulate."));
		const { opinions, ask, standIns } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local).toMatchObject({ state: "impossible", why: "no_method" });
		standIns.add("8453");
		opinions.forget();
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local).toMatchObject({
			state: "impossible",
			why: "exceeds",
			text: message("own-simulation.stand-in"),
		});
	});

	it("ends if the RPC never answers, as a failed simulation", async () => {
		const { world, chain } = rpc();
		world.held = true;
		const { opinions, ask, clock } = scene(noNames(chain));
		ask();
		await clock.pass(20_000);
		expect(opinions.of(FROZEN).items[0]).toMatchObject({
			local: { state: "impossible", why: "failed", text: message("own-simulation.slow") },
			addressFacts: { codes: new Map() },
		});
	});

	describe("an audited description of a call", () => {
		const described = frozenOf(stowCommit());
		const { published } = publishedFacts({ more: ATTESTED });
		const ethereum = { answer: 0n, fails: false, isEmpty: false };
		const asking = () => {
			const mainnet = stub<EvmChain>({
				prove: async () => {},
				call: async () => {
					if (ethereum.fails) throw new ChainError("unreachable", verbatim("Down."));
					if (ethereum.isEmpty) return "0x";
					return `0x${ethereum.answer.toString(16).padStart(64, "0")}`;
				},
			});
			const { chain } = rpc();
			const index = published?.index ?? NO_DESCRIPTORS;
			const parts = scene(
				(chainId) => (chainId === 1 ? mainnet : chain),
				async () => index,
			);
			const answers = () => [
				...(parts.opinions.of(described).items[0]?.addressFacts?.published?.revoked.values() ?? []),
			];
			return { ...parts, answers };
		};

		it("is checked for revocation at Ethereum, which is remembered if Ethereum falls silent", async () => {
			const { ask, answers, clock } = asking();
			ethereum.answer = 1_790_000_000n;
			ask(described);
			await settle();
			expect(answers()).toEqual([{ ok: true, value: 1_790_000_000n }]);
			ethereum.fails = true;
			await clock.pass(6_000);
			ask(described);
			await settle();
			expect(answers()).toEqual([{ ok: true, value: 1_790_000_000n }]);
		});

		it("is unknown, without waiting, if Ethereum does not answer", async () => {
			ethereum.fails = true;
			const { ask, answers, opinions } = asking();
			ask(described);
			await settle();
			expect(answers()).toEqual([]);
			expect(opinions.of(described).items[0]?.addressFacts?.published).toBeDefined();
		});

		it("is unknown, without a fault of its own, if no such contract is on that Ethereum", async () => {
			Object.assign(ethereum, { fails: false, isEmpty: true });
			const { ask, answers, opinions, lines } = asking();
			ask(described);
			await settle();
			expect(answers()).toEqual([]);
			expect(lines).toEqual([]);
			expect(opinions.of(described).items[0]?.addressFacts?.published).toBeDefined();
		});
	});

	describe("a call that names a known contract", () => {
		const known = commitOf({ to: PERMIT2, data: "0x" });
		const met = () => {
			const db = new DatabaseSync(":memory:");
			for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
			return { db, codes: new SeenCodes(db, () => 7_000) };
		};
		const asking = async (codes: SeenCodes | null, code: `0x${string}`, frozen = frozenOf(known)) => {
			const { world, chain } = rpc();
			world.code = code;
			const parts = scene(noNames(chain), undefined, codes);
			parts.ask(frozen);
			await settle();
			const facts = [...(parts.opinions.of(frozen).items[0]?.addressFacts?.codes.values() ?? [])];
			return {
				lines: parts.lines,
				met: facts.map((fact) => (fact.ok ? (fact.value.history ?? null) : null)),
			};
		};

		it("stores its first code, and reports another", async () => {
			const { codes } = met();
			expect((await asking(codes, "0x6001")).met).toEqual([{ since: 7_000, isSame: true }]);
			expect((await asking(codes, "0x6001")).met).toEqual([{ since: 7_000, isSame: true }]);
			expect((await asking(codes, "0x6002")).met).toEqual([{ since: 7_000, isSame: false }]);
		});

		it("stores no account without code, no unknown one, and nothing if that isn't permitted", async () => {
			const { db, codes } = met();
			expect((await asking(codes, "0x")).met).toEqual([null]);
			expect(new Set((await asking(codes, "0x6001", FROZEN)).met)).toEqual(new Set([null]));
			expect((await asking(null, "0x6001")).met).toEqual([null]);
			expect(db.prepare("SELECT * FROM met_codes").all()).toEqual([]);
		});

		it("continues if the database fails, and is silent on the code", async () => {
			const { db, codes } = met();
			db.exec("DROP TABLE met_codes");
			const { met: told, lines } = await asking(codes, "0x6001");
			expect(told).toEqual([null]);
			expect(lines.join("\n")).toContain("codes: ");
		});
	});

	it("gives the reason if the chain has no RPC", async () => {
		const { opinions, ask } = scene(() => {
			throw new ChainError("no_rpc", verbatim("No RPC is set for chain 8453."));
		});
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local).toEqual({
			state: "impossible",
			why: "no_method",
			text: verbatim("No RPC is set for chain 8453."),
		});
	});

	it("is our own fault, logged and without details, if something else failed", async () => {
		const { opinions, ask, lines } = scene(() => {
			throw new TypeError("undefined is not a function");
		});
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local).toMatchObject({
			text: message("chain.unusable"),
		});
		expect(lines.join("\n")).toContain("undefined is not a function");
	});

	it("stays while a newer one is requested, and is requested only when it is no longer fresh", async () => {
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
		expect(opinions.of(FROZEN).items[0]?.local.state).toBe("impossible");
	});

	it("is dropped after a minute without a request, and is awaited again", async () => {
		const { world, chain } = rpc();
		const { opinions, ask, clock } = scene(noNames(chain));
		ask();
		await clock.pass(61_000);
		expect(opinions.of(FROZEN).items).toEqual([]);
		world.held = true;
		ask();
		await settle();
		expect(opinions.of(FROZEN).items[0]?.local.state).toBe("running");
	});

	it("is not undone by an RPC that fails a moment later, and not kept for long", async () => {
		const { world, chain } = rpc();
		world.simulates = true;
		const { opinions, ask, clock } = scene(noNames(chain));
		const state = () => opinions.of(FROZEN).items[0]?.local.state;
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

	it("is dropped if the clock was set back, and if the user has another account", async () => {
		const { chain } = rpc();
		const { opinions, ask, clock, accounts } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of(FROZEN).items).toHaveLength(1);
		accounts.push(OTHER);
		expect(opinions.of(FROZEN).items).toEqual([]);
		accounts.pop();
		expect(opinions.of(FROZEN).items).toHaveLength(1);
		await clock.pass(-3_600_000);
		expect(opinions.of(FROZEN).items).toEqual([]);
	});

	it("belongs to this very request: another fingerprint has none", async () => {
		const { chain } = rpc();
		const { opinions, ask } = scene(noNames(chain));
		ask();
		await settle();
		expect(opinions.of({ ...FROZEN, review_digest: "rvd_other" }).items).toEqual([]);
	});
});
