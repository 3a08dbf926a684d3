import { createServer } from "node:http";
import { encodeAbiParameters, parseAbiParameters, stringToHex, toFunctionSelector } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { chainName, nativeOf } from "../../../../../src/core/chain/names.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import type { Clock } from "../../../../../src/main/ports.ts";
import { OTHER, SIGNER, TOKEN, VAULT } from "../../../core/match/honest.ts";
import { eagerClock, type FakeRpc, fakeClock, fakeRpc, RpcFault } from "../fake-rpc.ts";

const HASH = `0x${"ab".repeat(32)}`;
const text = (value: string) => encodeAbiParameters(parseAbiParameters("string"), [value]);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

const SELECTORS: Readonly<Record<string, string>> = {
	"0x95d89b41": text("TUSD"),
	"0x06fdde03": text("Test Dollar"),
	"0x313ce567": word(6n),
	"0x18160ddd": word(1_000_000n),
	"0x70a08231": word(41n),
	"0xdd62ed3e": word(7n),
};

function callAnswer(params: readonly unknown[]): unknown {
	const [call] = params;
	const data = typeof call === "object" && call !== null && "data" in call ? String(call.data) : "";
	return SELECTORS[data.slice(0, 10)] ?? new RpcFault("execution reverted", 3);
}

function node(patch: FakeRpc["methods"] = {}): FakeRpc {
	return fakeRpc({
		eth_chainId: () => "0x2105",
		eth_getTransactionCount: ([, block]) => (block === "pending" ? "0xb" : "0xa"),
		eth_getBalance: () => "0xde0b6b3a7640000",
		eth_estimateGas: () => "0xb3b0",
		eth_getBlockByNumber: () => ({ number: "0x10", timestamp: "0x1", baseFeePerGas: "0x3b9aca00" }),
		eth_maxPriorityFeePerGas: () => "0x5f5e100",
		eth_getCode: () => "0x60",
		eth_call: callAnswer,
		...patch,
	});
}

function chainOf({ fetch }: Pick<FakeRpc, "fetch">, clock: Clock = fakeClock()): EvmChain {
	return new EvmRpcChains({ urlOf: () => "http://rpc.invalid", fetch, clock }).of(8453);
}

const asked = {
	signer: SIGNER,
	call: { to: TOKEN, value: 0n, data: "0x1234" as const, maxFeePerGas: 9n, written: null },
	tokens: [
		{ address: TOKEN, spender: VAULT },
		{ address: OTHER, spender: null },
	],
};

async function errorOf(promise: Promise<unknown>): Promise<ChainError> {
	const error: unknown = await promise.then(
		() => null,
		(cause: unknown) => cause,
	);
	if (!(error instanceof ChainError)) throw new Error("expected a ChainError", { cause: error });
	return error;
}

describe("the facts of a chain", () => {
	it("are read from the user's RPC, each separately", async () => {
		const facts = await chainOf(node()).facts(asked);
		expect(facts).toMatchObject({
			chainId: 8453,
			rightChain: true,
			pendingNonce: { ok: true, value: 11 },
			latestNonce: { ok: true, value: 10 },
			balance: { ok: true, value: 10n ** 18n },
			gas: { ok: true, value: 46_000n },
			baseFee: { ok: true, value: 10n ** 9n },
			tip: { ok: true, value: 10n ** 8n },
			codeAtTo: { ok: true, value: true },
		});
		expect(facts.tokens.get(TOKEN.toLowerCase())).toMatchObject({
			symbol: { ok: true, value: "TUSD" },
			decimals: { ok: true, value: 6 },
			balance: { ok: true, value: 41n },
			allowance: { ok: true, value: 7n },
			totalSupply: { ok: true, value: 1_000_000n },
			isErc721: { ok: false },
		});
		expect(facts.tokens.get(OTHER.toLowerCase())?.allowance.ok).toBe(false);
	});

	it("use the call's actual gas price, since an estimate without a price would be for another call", async () => {
		const estimated: unknown[] = [];
		const estimate = (params: readonly unknown[]) => {
			estimated.push(params[0]);
			return "0xb3b0";
		};
		await chainOf(node({ eth_estimateGas: estimate })).facts(asked);
		const call = { ...asked.call, maxFeePerGas: null };
		await chainOf(node({ eth_estimateGas: estimate })).facts({ ...asked, call });
		expect(estimated).toEqual([
			expect.objectContaining({ maxFeePerGas: "0x9" }),
			expect.not.objectContaining({ maxFeePerGas: expect.anything() }),
		]);
	});

	it("keep the rest if one query fails, with the reason", async () => {
		const facts = await chainOf(
			node({ eth_estimateGas: () => new RpcFault("execution reverted: no", 3) }),
		).facts(asked);
		expect(facts.gas).toMatchObject({
			ok: false,
			reason: { code: "chain.evm.refused", params: { said: "execution reverted: no" } },
		});
		expect(facts.pendingNonce.ok).toBe(true);
	});

	it("are read from a node that writes “error: null” next to its results", async () => {
		const rpc = node();
		const fetch: typeof globalThis.fetch = async (...call) => {
			const answer: unknown = await (await rpc.fetch(...call)).json();
			return new Response(JSON.stringify({ error: null, ...Object(answer) }));
		};
		const facts = await chainOf({ fetch }).facts(asked);
		expect(facts).toMatchObject({ chainId: 8453, balance: { ok: true } });
	});

	it("trust nothing of another chain", async () => {
		const facts = await chainOf(node({ eth_chainId: () => "0x1" })).facts(asked);
		expect(facts).toMatchObject({ chainId: 1, rightChain: false, balance: { ok: false } });
		expect(facts.tokens.size).toBe(0);
	});

	it("include a token's scale factor, and its announced change", async () => {
		const ONE = 10n ** 18n;
		const soon = BigInt(Math.floor(fakeClock().now() / 1_000)) + 60n;
		const scalingWith = async (answers: Readonly<Record<string, bigint | RpcFault>>) => {
			const eth_call: FakeRpc["methods"][string] = (params) => {
				const [call] = params;
				const data = typeof call === "object" && call !== null && "data" in call ? String(call.data) : "";
				const name = ["uiMultiplier", "newUIMultiplier", "effectiveAt"].find(
					(each) => toFunctionSelector(`function ${each}()`) === data,
				);
				const answer = name === undefined ? undefined : answers[name];
				if (name === undefined) return callAnswer(params);
				return typeof answer === "bigint" ? word(answer) : (answer ?? new RpcFault("execution reverted", 3));
			};
			const facts = await chainOf(node({ eth_call }), eagerClock()).facts(asked);
			return facts.tokens.get(TOKEN.toLowerCase())?.scaling;
		};
		const four = { numerator: 4n * ONE, denominator: ONE };
		expect(await scalingWith({})).toEqual({ ok: true, value: null });
		expect(await scalingWith({ uiMultiplier: ONE })).toEqual({ ok: true, value: null });
		expect(await scalingWith({ uiMultiplier: 4n * ONE })).toEqual({
			ok: true,
			value: { now: four, next: null },
		});
		expect(await scalingWith({ uiMultiplier: 0n })).toEqual({ ok: true, value: { now: null, next: null } });
		const change = { newUIMultiplier: 8n * ONE, effectiveAt: soon };
		expect(await scalingWith({ uiMultiplier: 4n * ONE, ...change })).toEqual({
			ok: true,
			value: { now: four, next: { scale: { numerator: 8n * ONE, denominator: ONE }, atSeconds: soon } },
		});
		const past = { ...change, effectiveAt: 1n };
		expect(await scalingWith({ uiMultiplier: 4n * ONE, ...past })).toEqual({
			ok: true,
			value: { now: four, next: null },
		});
		expect(await scalingWith({ uiMultiplier: new RpcFault("busy", 429) })).toMatchObject({ ok: false });
	});

	it("include the symbols of the oldest tokens, which are 32 bytes", async () => {
		const old = stringToHex("MKR", { size: 32 });
		const rpc = node({ eth_call: () => old });
		const facts = await chainOf(rpc).facts(asked);
		expect(facts.tokens.get(TOKEN.toLowerCase())?.symbol).toEqual({ ok: true, value: "MKR" });
	});

	it("exclude decimals and numbers out of their range", async () => {
		const rpc = node({ eth_call: () => word(256n), eth_getBalance: () => "0x01" });
		const facts = await chainOf(rpc).facts(asked);
		expect(facts.tokens.get(TOKEN.toLowerCase())?.decimals.ok).toBe(false);
		expect(facts.balance.ok).toBe(false);
	});

	it("query at most twelve tokens, however many are named", async () => {
		const rpc = node();
		const tokens = Array.from({ length: 500 }, (_, at) => ({
			address: `0x${at.toString(16).padStart(40, "0")}`,
			spender: null,
		}));
		expect((await chainOf(rpc).facts({ ...asked, tokens })).tokens.size).toBe(12);
	});
});

describe("an equal query", () => {
	const count = ({ calls }: FakeRpc, method: string) => calls.filter((each) => each.method === method).length;

	it("is sent once while it is not answered, for any callers, and again afterwards", async () => {
		const rpc = node();
		const chains = new EvmRpcChains({
			urlOf: () => "http://rpc.invalid",
			fetch: rpc.fetch,
			clock: fakeClock(),
		});
		await Promise.all([chains.of(8453).balance(SIGNER), chains.of(8453).code(TOKEN)]);
		expect(count(rpc, "eth_chainId")).toBe(1);
		await chains.of(8453).balance(SIGNER);
		expect(count(rpc, "eth_getBalance")).toBe(2);
	});

	it("of the chain's id is cached for the next moments, and no longer", async () => {
		const rpc = node();
		const clock = fakeClock();
		const chain = new EvmRpcChains({ urlOf: () => "http://rpc.invalid", fetch: rpc.fetch, clock }).of(8453);
		await chain.balance(SIGNER);
		clock.advance(2_000);
		await chain.balance(SIGNER);
		expect(count(rpc, "eth_chainId")).toBe(1);
		clock.advance(1);
		await chain.balance(SIGNER);
		expect(count(rpc, "eth_chainId")).toBe(2);
	});

	it("of the chain's id is sent again for each review's facts, at the same moment too", async () => {
		let chainId = "0x2105";
		const chain = chainOf(node({ eth_chainId: () => chainId }));
		expect(await chain.facts(asked)).toMatchObject({ rightChain: true });
		chainId = "0x1";
		expect(await chain.facts(asked)).toMatchObject({ chainId: 1, rightChain: false });
	});

	it("of the chain's id is sent again before any transaction", async () => {
		const rpc = node({ eth_sendRawTransaction: () => HASH });
		const chain = chainOf(rpc);
		await chain.balance(SIGNER);
		await chain.sendRaw("0x02");
		expect(count(rpc, "eth_chainId")).toBe(2);
	});

	it("fails for all its callers, and is sent again by the next", async () => {
		let isDown = true;
		const rpc = node({ eth_getBalance: () => (isDown ? new RpcFault("busy") : "0x1") });
		const chain = chainOf(rpc);
		const both = await Promise.allSettled([chain.balance(SIGNER), chain.balance(SIGNER)]);
		expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		isDown = false;
		expect(await chain.balance(SIGNER)).toBe(1n);
	});

	it("never merges sends of the same bytes: each is separate", async () => {
		const rpc = node({ eth_sendRawTransaction: () => HASH });
		const chain = chainOf(rpc);
		await Promise.all([chain.sendRaw("0x02"), chain.sendRaw("0x02")]);
		expect(count(rpc, "eth_sendRawTransaction")).toBe(2);
	});
});

describe("sending raw bytes", () => {
	it("returns the RPC's hash", async () => {
		const rpc = node({ eth_sendRawTransaction: () => HASH });
		expect(await chainOf(rpc).sendRaw("0x02")).toEqual({ kind: "sent", hash: HASH });
	});

	it.each([
		["already known", "already_known"],
		["transaction already imported", "already_known"],
		["nonce too low", "nonce_too_low"],
		["insufficient funds for gas * price + value", "insufficient_funds"],
		["replacement transaction underpriced", "underpriced"],
		["max fee per gas less than block base fee", "underpriced"],
		["intrinsic gas too low", "refused"],
	])("maps “%s”: %s", async (message, kind) => {
		const rpc = node({ eth_sendRawTransaction: () => new RpcFault(message) });
		expect(await chainOf(rpc).sendRaw("0x02")).toMatchObject({ kind });
	});

	it("never sends to another chain", async () => {
		const rpc = node({ eth_chainId: () => "0x1", eth_sendRawTransaction: () => HASH });
		const error = await errorOf(chainOf(rpc).sendRaw("0x02"));
		expect(error.kind).toBe("wrong_chain");
		expect(rpc.calls.map((call) => call.method)).not.toContain("eth_sendRawTransaction");
	});

	it("stays unclear without an answer: it is thrown, not reported as refused", async () => {
		const rpc = node();
		let sends = 0;
		const fetch: typeof globalThis.fetch = async (url, init) => {
			if (!String(init?.body).includes("eth_sendRawTransaction")) return rpc.fetch(url, init);
			sends += 1;
			throw new TypeError("socket hang up");
		};
		expect((await errorOf(chainOf({ fetch }).sendRaw("0x02"))).kind).toBe("unreachable");
		expect(sends).toBe(1);
	});
});

describe("a transaction lookup", () => {
	const receipt = {
		transactionHash: HASH,
		status: "0x1",
		blockNumber: "0x10",
		blockHash: HASH,
		gasUsed: "0x5208",
		effectiveGasPrice: "0x3b9aca00",
		logs: [{ address: TOKEN, topics: [HASH], data: "0x" }],
	};

	it("distinguishes mined, reverted, pending and unknown", async () => {
		const mined = node({ eth_getTransactionReceipt: () => receipt });
		expect(await chainOf(mined).lookup(HASH)).toMatchObject({
			state: "mined",
			status: "success",
			blockNumber: 16n,
			gasUsed: 21_000n,
			effectiveGasPrice: 10n ** 9n,
		});
		const reverted = node({ eth_getTransactionReceipt: () => ({ ...receipt, status: "0x0" }) });
		expect(await chainOf(reverted).lookup(HASH)).toMatchObject({ status: "reverted" });
		const none = { eth_getTransactionReceipt: () => null };
		const pending = node({ ...none, eth_getTransactionByHash: () => ({ hash: HASH, blockNumber: null }) });
		expect(await chainOf(pending).lookup(HASH)).toEqual({ state: "pending" });
		const unknown = node({ ...none, eth_getTransactionByHash: () => null });
		expect(await chainOf(unknown).lookup(HASH)).toEqual({ state: "unknown" });
	});

	it("does not report a transaction as unknown on another chain's word", async () => {
		const rpc = node({
			eth_chainId: () => "0x1",
			eth_getTransactionReceipt: () => null,
			eth_getTransactionByHash: () => null,
		});
		expect((await errorOf(chainOf(rpc).lookup(HASH))).kind).toBe("wrong_chain");
	});
});

describe("an RPC that fails", () => {
	it("is reported as missing if none is set, by the network’s name", () => {
		const chains = new EvmRpcChains({ urlOf: () => null, fetch, clock: fakeClock() });
		expect(() => chains.of(8453)).toThrow(
			expect.objectContaining({ text: message("chain.evm.no-rpc", { chain: "Base" }) }),
		);
	});

	it("is reported as unreadable if it answers HTML", async () => {
		const html: typeof globalThis.fetch = async () => new Response("<html>");
		expect((await errorOf(chainOf({ fetch: html }).balance(SIGNER))).kind).toBe("unreadable");
	});

	it("is unreachable after ten seconds without an answer", async () => {
		const clock = fakeClock();
		const silent = createServer(() => clock.advance(10_000));
		await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
		const address = silent.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		try {
			const chains = new EvmRpcChains({ urlOf: () => `http://127.0.0.1:${port}`, fetch, clock });
			const error = await errorOf(chains.of(8453).prove());
			expect(error.kind).toBe("unreachable");
			expect(error.text).toEqual(message("chain.unreachable", { family: "evm" }));
		} finally {
			silent.closeAllConnections();
			await new Promise((resolve) => silent.close(resolve));
		}
	});
});

describe("names of chains", () => {
	it("are known for the common ones, else the number", () => {
		expect(chainName("8453")).toBe("Base");
		expect(chainName("31337")).toBe("Local anvil");
		expect(chainName("424242")).toBe("Chain 424242");
		expect(chainName("toString")).toBe("Chain toString");
		expect(nativeOf("137").symbol).toBe("POL");
		expect(nativeOf("424242").symbol).toBe("native coin");
	});
});

const BASE_FEE = 7_000_000_000n;
const BLOCK = { baseFee: BASE_FEE, time: null, randao: null, feeRecipient: null };
const BASE_FEE_OPERATION = "0x48";

interface Simulation {
	readonly calls: readonly [{ readonly to: string; readonly gasPrice: string }];
	readonly stateOverrides: Readonly<Record<string, { readonly code?: string }>>;
	readonly blockOverrides?: { readonly baseFeePerGas: string };
}

/** Returns a chain that shows contracts this base fee, and a gas price of zero or the call's own. */
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
