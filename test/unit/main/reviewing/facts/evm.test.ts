import { type Address, getContractAddress, type Hex, maxUint256, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { EvmItem } from "../../../../../src/core/decoded-transaction/signed-item.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import { type EarlierCall, simulateEvm } from "../../../../../src/main/reviewing/facts/simulate-evm.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { type Anvil, devAccount, startAnvil } from "../../../../chains/evm.ts";
import {
	COLLECTOR,
	type ContractName,
	deployMany,
	type ManyContracts,
	ROBBER,
	WHOLE,
} from "../../../../chains/many-contracts.ts";
import { SOMEBODY } from "../../../../mock-service/grammar.ts";
import { saying } from "../../../../support/saying.ts";
import { fakeClock } from "../../chains/fake-rpc.ts";

const me = devAccount(3).address;
const FRIEND: Address = SOMEBODY;
/** A contract that behaves well if it detects a simulation. */
const SHY: Address = "0x0000000000000000000000000000000000005117";
const HUNDRED = 100n * WHOLE.eighteen;

let anvil: Anvil;
let many: ManyContracts;

beforeAll(async () => {
	anvil = await startAnvil();
	many = await deployMany(anvil, me);
});
afterAll(() => anvil?.stop());

/** Returns an RPC without these methods. */
function chainWithout(...refused: readonly string[]): EvmChain {
	const fetching: typeof fetch = async (url, init) => {
		const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string };
		if (!refused.includes(method)) return await fetch(url, init);
		const error = { code: -32601, message: `the method ${method} does not exist` };
		return new Response(JSON.stringify({ jsonrpc: "2.0", id, error }));
	};
	return new EvmRpcChains({ urlOf: () => anvil.url, fetch: fetching, clock: fakeClock() }).of(anvil.chainId);
}

/** Returns an RPC that answers simultaneous queries together, and counts these rounds. */
function chainInRounds() {
	const seen = { rounds: 0 };
	let open: { readonly asked: Promise<Response>[]; readonly answered: Promise<void> } | null = null;
	async function whole(asked: readonly Promise<Response>[]): Promise<void> {
		for (let count = 0; count < asked.length; ) {
			count = asked.length;
			await Promise.allSettled(asked);
		}
		open = null;
	}
	const fetching: typeof fetch = async (url, init) => {
		if (open === null) {
			seen.rounds += 1;
			const asked: Promise<Response>[] = [];
			open = { asked, answered: new Promise((resolve) => setImmediate(() => resolve(whole(asked)))) };
		}
		const answer = fetch(url, init);
		open.asked.push(answer);
		await open.answered;
		return await answer;
	};
	const chain = new EvmRpcChains({ urlOf: () => anvil.url, fetch: fetching, clock: fakeClock() });
	return { chain: chain.of(anvil.chainId), seen };
}

const SPEAKING = [
	["eth_simulateV1 with traces", () => chainWithout()],
	["eth_simulateV1 alone", () => chainWithout("debug_traceCall")],
	["debug_traceCall alone", () => chainWithout("eth_simulateV1")],
] as const;

interface LegParts {
	readonly value?: bigint;
	readonly data?: string;
	readonly gas?: number;
	readonly told?: PipelineSimulation;
}

function leg(to: Address, { value = 0n, data = "0x", gas = 1_000_000, told }: LegParts = {}): EvmItem {
	return {
		kind: "evm",
		signer: me,
		chainRef: String(anvil.chainId),
		broadcaster: "wallet",
		simulation: told ?? null,
		transaction: null,
		payload: {
			kind: "evm_transaction",
			chain_id: anvil.chainId,
			signer: me,
			nonce: 0,
			transaction: {
				to,
				value: value.toString(),
				data,
				gas_limit: gas,
				max_fee_per_gas: "2000000000",
				max_priority_fee_per_gas: "1000000000",
			},
		},
	};
}

const call = (name: ContractName, functionName: string, args: readonly unknown[] = [], more: LegParts = {}) =>
	leg(many.at[name], { ...more, data: many.data(name, functionName, args) });

type Done = Extract<LocalSimulation, { state: "done" }>;

function done(own: LocalSimulation | undefined): Done {
	if (own?.state !== "done") throw new Error(`not simulated: ${JSON.stringify(own)}`);
	return own;
}

async function one(chain: EvmChain, only: EvmItem, accounts: readonly string[] = [me]): Promise<Done> {
	const [own] = await simulateEvm(chain, [only], [], accounts);
	return done(own);
}

const low = (address: string) => address.toLowerCase();
const moved = ({ simulation }: Done) =>
	simulation.balanceChanges.map(({ asset, direction, amount, counterparty, tokenId }) => ({
		asset,
		direction,
		amount,
		...(counterparty == null ? {} : { counterparty }),
		...(tokenId == null ? {} : { tokenId }),
	}));
const allowed = ({ simulation }: Done) =>
	simulation.approvals.map(({ asset, spender, kind, amount, tokenId }) => ({
		asset,
		spender,
		kind,
		...(amount == null ? {} : { amount }),
		...(tokenId == null ? {} : { tokenId }),
	}));

describe("queries to the RPC", () => {
	it.each([
		["a payment", () => leg(FRIEND, { value: parseEther("0.5") })],
		["an allowance", () => call("dollar", "approve", [FRIEND, HUNDRED])],
	])("of %s need three rounds: the block, the run, and its changes", async (_, asked) => {
		const { chain, seen } = chainInRounds();
		await one(chain, asked());
		expect(seen.rounds).toBeLessThanOrEqual(3);
	});
});

describe.each(SPEAKING)("by %s", (way, chain) => {
	it("a payment shows its outflow and recipient, without the fee", async () => {
		const own = await one(chain(), leg(FRIEND, { value: parseEther("0.5") }));
		expect(moved(own)).toEqual([
			{
				asset: "native",
				direction: "out",
				amount: parseEther("0.5").toString(),
				counterparty: low(FRIEND),
			},
		]);
		expect(own.simulation).toMatchObject({ status: "passed", approvals: [], warnings: [] });
		expect(own.simulation.balanceChanges[0]).toMatchObject({ account: low(me), step: 1, decimals: 18 });
		expect(own.simulation.gas?.units).toBe("21000");
		expect(own.controls).toEqual([]);
		expect(own.revert).toBeNull();
	});

	it("a contract that returns funds only if it costs nothing to call is seen to keep them", async () => {
		// With a gas price, it pays the robber; without one, it pays the caller back.
		const code: Hex = `0x6000600060006000343a601157336027565b73${ROBBER.slice(2)}5b5af100`;
		await anvil.testClient.setCode({ address: SHY, bytecode: code });
		const own = await one(chain(), leg(SHY, { value: parseEther("1") }));
		const parts = own.simulation.balanceChanges.map(({ direction, amount }) => [direction, amount]);
		expect(parts).toEqual([["out", parseEther("1").toString()]]);
	});

	it("a contract that keeps funds only in later blocks is found to depend on the block", async () => {
		const now = (await anvil.publicClient.getBlock()).timestamp;
		const hangs = async (keepsAfter: bigint) => {
			const time = keepsAfter.toString(16).padStart(10, "0");
			const code: Hex = `0x60006000600060003464${time}421160185733602e565b73${ROBBER.slice(2)}5b5af100`;
			await anvil.testClient.setCode({ address: SHY, bytecode: code });
			const own = await one(chain(), leg(SHY, { value: parseEther("1") }));
			return [own.hangsOnBlock, moved(own).length];
		};
		// It pays back in both blocks, then only in the first one, then in neither.
		expect(await hangs(now + 1_000n)).toEqual([false, 2]);
		expect(await hangs(now + 60n)).toEqual([true, 2]);
		expect(await hangs(now - 1n)).toEqual([false, 1]);
	});

	it("a contract that keeps funds only if blocks have a price is not trusted", async () => {
		// With a base fee, it pays the robber; without one, it pays the caller back.
		const code: Hex = `0x60006000600060003448601157336027565b73${ROBBER.slice(2)}5b5af100`;
		await anvil.testClient.setCode({ address: SHY, bytecode: code });
		const own = await one(chain(), leg(SHY, { value: parseEther("1") }));
		const isSeen = own.how === "debug_traceCall" && moved(own).length === 1;
		const isTold = own.gaps.some(({ code }) => code === "own-simulation.gap.price-hidden");
		expect([isSeen, own.hangsOnBlock, isTold].filter((each) => each)).toHaveLength(1);
		expect(isSeen).toBe(way === "debug_traceCall alone");
		expect(own.hangsOnBlock).toBe(way === "eth_simulateV1 with traces");
	});

	it("a contract created in an earlier step is known as one, and an account stays one", async () => {
		const factory: Address = "0x000000000000000000000000000000000000fac7";
		// Creates a contract of one byte.
		await anvil.testClient.setCode({ address: factory, bytecode: "0x6460016000f36000526005601b6000f000" });
		const made = getContractAddress({ from: factory, nonce: 0n });
		const lending: Address = "0x0000000000000000000000000000000000007702";
		await anvil.testClient.setCode({ address: lending, bytecode: `0xef0100${ROBBER.slice(2)}` });
		const spenders = [made, FRIEND, lending];
		const approvals = spenders.map((spender) => call("dollar", "approve", [spender, 1n]));
		const all = (await simulateEvm(chain(), [leg(factory), ...approvals], [], [me])).map(done);
		const last = all.at(-1)?.codes;
		expect(last?.get(low(made))).toEqual({ size: 1, delegatedTo: null });
		expect(last?.get(low(FRIEND))).toEqual({ size: 0, delegatedTo: null });
		expect(last?.get(low(lending))).toEqual({ size: 23, delegatedTo: low(ROBBER) });
	});

	it("a token's transfer shows its amount, counterparty, symbol and decimals", async () => {
		const own = await one(chain(), call("dollar", "transfer", [FRIEND, 5n * WHOLE.six]));
		expect(own.simulation.balanceChanges).toEqual([
			{
				account: low(me),
				asset: low(many.at.dollar),
				direction: "out",
				amount: "5000000",
				counterparty: low(FRIEND),
				standard: "erc20",
				symbol: "PLN",
				decimals: 6,
				chainId: anvil.chainId,
				step: 1,
			},
		]);
		expect(own.simulation.logs).toHaveLength(1);
	});

	it("a fee on top is included in the outflow", async () => {
		expect(moved(await one(chain(), call("fee", "transfer", [FRIEND, HUNDRED])))).toEqual([
			{
				asset: low(many.at.fee),
				direction: "out",
				amount: HUNDRED.toString(),
				counterparty: low(FRIEND),
			},
			{
				asset: low(many.at.fee),
				direction: "out",
				amount: (3n * WHOLE.eighteen).toString(),
				counterparty: low(COLLECTOR),
			},
		]);
	});

	it("a token that moves without an event is found by its balance", async () => {
		const own = await one(chain(), call("lying", "refresh"));
		expect(own.simulation.logs).toEqual([]);
		expect(moved(own)).toEqual([
			{ asset: low(many.at.lying), direction: "out", amount: (10n * HUNDRED).toString() },
		]);
	});

	it("an event without an arrival counts for nothing", async () => {
		const own = await one(chain(), call("lying", "claim"));
		expect(own.simulation.logs).toHaveLength(1);
		expect(moved(own)).toEqual([]);
	});

	it.each(["loudTrap", "codedTrap"] as const)(
		"an approval hidden in a fallback is found: %s",
		async (trap) => {
			const own = await one(chain(), leg(many.at[trap], { data: "0xdeadbeef" }));
			expect(allowed(own)).toEqual([
				{ asset: low(many.at[trap]), spender: low(ROBBER), kind: "allowance", amount: maxUint256.toString() },
			]);
			expect(own.simulation.approvals[0]).toMatchObject({
				account: low(me),
				unlimited: true,
				symbol: "TRAP",
			});
		},
	);

	it("a plain approval shows spender and amount, and a lowered one nothing", async () => {
		const approve = call("dollar", "approve", [many.at.market, 9n]);
		const lowered = call("dollar", "approve", [many.at.market, 4n]);
		const [first, second] = (await simulateEvm(chain(), [approve, lowered], [], [me])).map(done);
		if (first === undefined || second === undefined) throw new Error("two legs");
		expect(allowed(first)).toEqual([
			{ asset: low(many.at.dollar), spender: low(many.at.market), kind: "allowance", amount: "9" },
		]);
		expect(allowed(second)).toEqual([]);
	});

	it("legs run on top of each other, and on top of earlier steps", async () => {
		const approve = call("dollar", "approve", [many.at.market, 10n * WHOLE.six]);
		const swap = call("market", "swap", [10n * WHOLE.six, 0n]);
		const bought = {
			asset: low(many.at.euro),
			direction: "in",
			amount: (5n * WHOLE.six).toString(),
			counterparty: low(many.at.market),
		};
		const [first, second] = (await simulateEvm(chain(), [approve, swap], [], [me])).map(done);
		expect(first?.simulation.balanceChanges).toEqual([]);
		expect(second?.simulation.balanceChanges.map(({ step }) => step)).toEqual([2, 2]);
		expect(second === undefined ? [] : moved(second)).toContainEqual(bought);
		const earlier: EarlierCall = {
			to: approve.payload.transaction.to,
			value: 0n,
			data: approve.payload.transaction.data,
		};
		const [only] = await simulateEvm(chain(), [swap], [earlier], [me]);
		expect(moved(done(only))).toContainEqual(bought);
		expect(done(only).simulation.balanceChanges.map(({ step }) => step)).toEqual([1, 1]);
		expect(allowed(done(only))).toEqual([]);
	});

	it("a failure gives its reason, and the following steps are unproven", async () => {
		const swap = call("market", "swap", [10n * WHOLE.six, 0n]);
		const [failed, after] = await simulateEvm(chain(), [swap, leg(FRIEND, { value: 1n })], [], [me]);
		expect(done(failed)).toMatchObject({
			revert: verbatim("allowance too low"),
			simulation: { status: "failed", balanceChanges: [], approvals: [], logs: [] },
		});
		expect(after).toMatchObject({
			state: "impossible",
			text: message("own-simulation.after-failure"),
		});
	});

	it("an amount above the balance fails by its own name, and the step before it does not", async () => {
		const [fine, poor] = await simulateEvm(
			chain(),
			[leg(FRIEND, { value: 1n }), leg(FRIEND, { value: parseEther("1000000") })],
			[],
			[me],
		);
		expect(moved(done(fine))).toHaveLength(1);
		expect(done(poor).simulation.status).toBe("failed");
		expect(done(poor).revert).toEqual(saying("chain.evm.insufficient-funds"));
	});

	it("too little gas fails", async () => {
		const own = await one(chain(), call("dollar", "transfer", [FRIEND, 1n], { gas: 25_000 }));
		expect(own.simulation.status).toBe("failed");
		expect(own.revert).not.toBeNull();
	});

	it("another token pulled within the call by an old allowance is found", async () => {
		const earlier = {
			to: many.at.euro,
			value: 0n,
			data: many.data("euro", "approve", [many.at.drain, HUNDRED]),
		};
		const sent = call("hook", "transfer", [FRIEND, WHOLE.eighteen]);
		const [own] = await simulateEvm(chain(), [sent], [earlier], [me]);
		expect(moved(done(own))).toContainEqual({
			asset: low(many.at.euro),
			direction: "out",
			amount: HUNDRED.toString(),
			counterparty: low(ROBBER),
		});
	});

	it("a contract with a new owner is found, with an event and without", async () => {
		const changed = (own: Done) => own.controls;
		const to = (after: string) => ({
			account: low(many.at.strongbox),
			what: "owner",
			before: low(me),
			after: low(after),
			mine: true,
		});
		expect(changed(await one(chain(), call("strongbox", "collect")))).toEqual([to(ROBBER)]);
		expect(changed(await one(chain(), call("strongbox", "transferOwnership", [FRIEND])))).toEqual([
			to(FRIEND),
		]);
		expect(changed(await one(chain(), call("strongbox", "count")))).toEqual([]);
	});

	it("a multisig's owners are shown before and after", async () => {
		const nobody = `0x${"0".repeat(40)}`;
		const exec = (to: Address, data: string, operation: 0 | 1) =>
			call("safe", "execTransaction", [to, 0n, data, operation, 0n, 0n, 0n, nobody, nobody, "0x"]);
		const added = exec(many.at.safe, many.data("safe", "addOwnerWithThreshold", [FRIEND, 1n]), 0);
		expect((await one(chain(), added)).controls).toEqual([
			{ account: low(many.at.safe), what: "owner", before: null, after: low(FRIEND), mine: true },
		]);
		const taken = exec(many.at.takeOver, many.data("takeOver", "migrate", [ROBBER]), 1);
		expect((await one(chain(), taken)).controls).toEqual([
			{ account: low(many.at.safe), what: "owner", before: low(me), after: low(ROBBER), mine: true },
		]);
	});

	it("an allowance passed on by Permit2 is one", async () => {
		const args = [many.at.dollar, FRIEND, 77n, 2_000_000_000];
		expect(allowed(await one(chain(), call("permitTwo", "approve", args)))).toEqual([
			{ asset: low(many.at.dollar), spender: low(FRIEND), kind: "allowance", amount: "77" },
		]);
	});

	it("an item of a collection is named by its number", async () => {
		const gallery = low(many.at.gallery);
		const sent = await one(chain(), call("gallery", "transferFrom", [me, FRIEND, 7n]));
		expect(moved(sent)).toEqual([
			{ asset: gallery, direction: "out", amount: "1", counterparty: low(FRIEND), tokenId: "7" },
		]);
		expect(sent.simulation.balanceChanges[0]?.standard).toBe("erc721");
		expect(allowed(await one(chain(), call("gallery", "approve", [FRIEND, 8n])))).toEqual([
			{ asset: gallery, spender: low(FRIEND), kind: "token", tokenId: "8" },
		]);
		expect(allowed(await one(chain(), call("gallery", "setApprovalForAll", [ROBBER, true])))).toEqual([
			{ asset: gallery, spender: low(ROBBER), kind: "operator" },
		]);
		expect(
			moved(await one(chain(), call("pantry", "safeTransferFrom", [me, FRIEND, 3n, 20n, "0x"]))),
		).toEqual([
			{
				asset: low(many.at.pantry),
				direction: "out",
				amount: "20",
				counterparty: low(FRIEND),
				tokenId: "3",
			},
		]);
	});

	it("a Safe that the user signs for is reported separately, with its earlier holdings", async () => {
		const nobody = `0x${"0".repeat(40)}`;
		const data = many.data("dollar", "transfer", [FRIEND, 3n]);
		const exec = call("safe", "execTransaction", [
			many.at.dollar,
			0n,
			data,
			0,
			0n,
			0n,
			0n,
			nobody,
			nobody,
			"0x",
		]);
		const funding = call("dollar", "transfer", [many.at.safe, 5n]);
		const [safe, dollar] = [low(many.at.safe), low(many.at.dollar)];
		const [, paid] = (await simulateEvm(chain(), [funding, exec], [], [me])).map(done);
		expect(paid?.controlled).toMatchObject({
			accounts: [safe],
			changes: [
				{ account: safe, asset: dollar, amount: "3", direction: "out", counterparty: low(FRIEND), step: 2 },
			],
		});
		expect(paid?.balancesBefore).toContainEqual({ account: safe, token: dollar, id: null, amount: 5n });
		expect(paid?.simulation.balanceChanges).toEqual([]);
		const alone = await one(chain(), call("dollar", "transfer", [FRIEND, 3n]));
		expect(alone.controlled).toEqual({ accounts: [], changes: [] });
	});

	it("another account of the user's is reported as well", async () => {
		const own = await one(chain(), call("dollar", "transfer", [FRIEND, 2n]), [me, FRIEND]);
		expect(own.simulation.balanceChanges.map(({ account, direction }) => [account, direction])).toEqual([
			[low(me), "out"],
			[low(FRIEND), "in"],
		]);
	});
});

describe("if the RPC traces", () => {
	it.each([SPEAKING[0], SPEAKING[2]])(
		"by %s, inner calls are reported, a delegatecall as such",
		async (_, chain) => {
			const nobody = `0x${"0".repeat(40)}`;
			const data = many.data("takeOver", "migrate", [me]);
			const own = await one(
				chain(),
				call("safe", "execTransaction", [many.at.takeOver, 0n, data, 1, 0n, 0n, 0n, nobody, nobody, "0x"]),
			);
			expect(own.inner).toEqual([
				{
					under: 0,
					depth: 1,
					kind: "delegatecall",
					from: low(many.at.safe),
					to: low(many.at.takeOver),
					value: 0n,
					data,
					accounts: [],
				},
			]);
		},
	);

	it.each([SPEAKING[0], SPEAKING[2]])("by %s, a spender named only in storage is found", async (_, chain) => {
		const own = await one(chain(), leg(many.at.quietTrap, { data: "0xdeadbeef" }));
		expect(allowed(own)).toEqual([
			{
				asset: low(many.at.quietTrap),
				spender: low(ROBBER),
				kind: "allowance",
				amount: maxUint256.toString(),
			},
		]);
	});

	it("the inner calls of the second of two legs are reported too", async () => {
		const approve = call("dollar", "approve", [many.at.market, 10n]);
		const swap = call("market", "swap", [10n, 0n]);
		const [, second] = await simulateEvm(chainWithout(), [approve, swap], [], [me]);
		expect(done(second).inner.map(({ to }) => to)).toEqual([low(many.at.dollar), low(many.at.euro)]);
	});
});

describe("a request that can't be simulated is unproven, and nothing is thrown", () => {
	it("by an RPC without either method", async () => {
		const chain = chainWithout("eth_simulateV1", "debug_traceCall");
		const [own] = await simulateEvm(chain, [leg(FRIEND, { value: 1n })], [], [me]);
		expect(own).toMatchObject({
			state: "impossible",
			why: "no_method",
		});
	});

	it("by a missing RPC", async () => {
		const chain = new EvmRpcChains({
			urlOf: () => "http://127.0.0.1:1",
			fetch,
			clock: fakeClock(),
		}).of(anvil.chainId);
		const [own] = await simulateEvm(chain, [leg(FRIEND, { value: 1n })], [], [me]);
		expect(own).toMatchObject({
			state: "impossible",
			why: "failed",
		});
	});

	it("with data that are not bytes", async () => {
		const [own] = await simulateEvm(chainWithout(), [leg(FRIEND, { data: "0xabc" })], [], [me]);
		expect(own).toMatchObject({ state: "impossible", why: "exceeds" });
	});

	it("in more steps than can be run at once", async () => {
		const legs = Array.from({ length: 25 }, () => leg(FRIEND, { value: 1n }));
		const all = await simulateEvm(chainWithout(), legs, [], [me]);
		expect(all).toHaveLength(25);
		expect(all[0]).toMatchObject({ state: "impossible", why: "too_many_steps" });
	});

	it("with more data than nodes pass on", async () => {
		const [own] = await simulateEvm(
			chainWithout(),
			[leg(FRIEND, { data: `0x${"00".repeat(131_073)}` })],
			[],
			[me],
		);
		expect(own).toMatchObject({ state: "impossible", why: "exceeds" });
	});

	it("with more gas than a block has", async () => {
		await anvil.testClient.setCode({ address: SHY, bytecode: "0x5b600056" });
		const [own] = await simulateEvm(chainWithout(), [leg(SHY, { gas: 40_000_000_000 })], [], [me]);
		expect(own).toMatchObject({ state: "impossible", why: "exceeds" });
	});
});

describe("results beyond the read limit", () => {
	it("are truncated, and reported as incomplete", async () => {
		// Emits 3,000 empty logs.
		const code: Hex = "0x610bb85b60006000a0600190038060035700";
		await anvil.testClient.setCode({ address: SHY, bytecode: code });
		const own = await one(chainWithout(), leg(SHY, { gas: 5_000_000 }));
		expect(own.simulation.status).toBe("passed");
		expect(own.gaps).toEqual([message("own-simulation.gap.cut")]);
	});
});
