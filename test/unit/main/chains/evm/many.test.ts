import { encodeFunctionData, type Hex, pad } from "viem";
import * as chains from "viem/chains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import type { ManyQuestion } from "../../../../../src/main/chains/evm/many-question.ts";
import { MULTICALL3 } from "../../../../../src/main/chains/evm/many-state.ts";
import { type Demo, deployDemo } from "../../../../chains/demo.ts";
import { tokenAbi } from "../../../../chains/demo-abi.ts";
import { type Anvil, devAccount, startAnvil } from "../../../../chains/evm.ts";
import { MULTICALL3_CODE } from "../../../../chains/multicall3.ts";
import { fakeClock, fakeRpc, RpcFault } from "../fake-rpc.ts";

/** Many queries in one call on a real chain, some to malicious contracts. */

const me = devAccount(3).address;
const nobody: Hex = `0x${"22".repeat(20)}`;

/** Bytecode of malicious contracts, by their behavior. */
const HOSTILE = {
	/** INVALID: uses up all of its gas. */
	burns: "0xfe",
	/** JUMPDEST PUSH1 0 JUMP: loops until its gas is used up. */
	loops: "0x5b600056",
	/** PUSH1 0 PUSH1 0 REVERT. */
	reverts: "0x60006000fd",
	/** Returns 16 KiB: PUSH2 0x4000 PUSH1 0 RETURN. */
	floods: "0x6140006000f3",
	/** Returns one byte: PUSH1 1 PUSH1 0 RETURN. */
	short: "0x60016000f3",
} as const;
type Name = keyof typeof HOSTILE;
const at = (name: Name): Hex =>
	`0x${pad(`0x${Object.keys(HOSTILE).indexOf(name) + 0xa0}`, { size: 20 }).slice(2)}`;

let anvil: Anvil;
let demo: Demo;
let chain: EvmChain;
let bodies: string[] = [];

beforeAll(async () => {
	anvil = await startAnvil();
	demo = await deployDemo(anvil, { people: [me], demo: 77n });
	for (const name of Object.keys(HOSTILE) as Name[])
		await anvil.testClient.setCode({ address: at(name), bytecode: HOSTILE[name] });
	const counted: typeof globalThis.fetch = async (url, init) => {
		bodies.push(String(init?.body));
		return await fetch(url, init);
	};
	chain = new EvmRpcChains({ urlOf: () => anvil.url, fetch: counted, clock: fakeClock() }).of(31_337);
});
afterAll(async () => anvil.stop());

const balanceOf = (owner: Hex) =>
	encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [owner] });
const held = (token: Hex, owner: Hex = me): ManyQuestion => ({ to: token, data: balanceOf(owner), words: 1 });
const coin = (to: Hex): ManyQuestion => ({ to, data: "0x", words: 1 });
const word = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, "0")}`;

describe("batched queries", () => {
	it("return balances of coin and token in order, in one request", async () => {
		bodies = [];
		const wei = await anvil.publicClient.getBalance({ address: me });
		const answers = await chain.many([held(demo.token), coin(me), held(demo.token, nobody), coin(nobody)]);
		expect(answers).toEqual([word(77n), word(wei), word(0n), word(0n)]);
		expect(bodies).toHaveLength(1);
	});

	it("let no contract spoil more than its own answer", async () => {
		const answers = await chain.many([
			held(at("burns")),
			held(at("loops")),
			held(at("reverts")),
			held(at("floods")),
			held(at("short")),
			held(nobody),
			held(demo.token),
		]);
		expect(answers).toEqual([null, null, null, null, "0x00", "0x", word(77n)]);
	});

	it("return text of unknown length", async () => {
		const data = encodeFunctionData({ abi: tokenAbi, functionName: "symbol" });
		const [said] = await chain.many([{ to: demo.token, data, words: 8 }]);
		expect(said).toBe(
			`${word(32n)}${word(4n).slice(2)}${Buffer.from("DEMO").toString("hex").padEnd(64, "0")}`,
		);
	});

	it("are split if they exceed one call, and sent concurrently", async () => {
		bodies = [];
		const many = Array.from({ length: 1_000 }, (_, index) =>
			index === 999 ? held(demo.token) : coin(pad(`0x${(index + 1_000).toString(16)}`, { size: 20 })),
		);
		const answers = await chain.many(many);
		expect(answers).toHaveLength(1_000);
		expect(answers.at(-1)).toBe(word(77n));
		expect(bodies).toHaveLength(3);
	});

	it("accept no answer of another chain", async () => {
		const other = new EvmRpcChains({ urlOf: () => anvil.url, fetch, clock: fakeClock() }).of(8_453);
		await expect(other.many([coin(me)])).rejects.toMatchObject({ kind: "wrong_chain" });
	});
});

describe("an RPC that refuses calls without a target", () => {
	const MULTICALL = "0xca11bde05977b3631167028862be2a173976ca11";
	let base: Anvil;
	let token: Demo;
	/** Method and target of each request. */
	let asked: (readonly [method: string, to: string | null])[] = [];

	/**
	 * Returns a chain with this ID, on an RPC that refuses calls without a target, as Nethermind and some gateways
	 * do.
	 */
	function refusing(node: Anvil, chainId: number, lendsCode = false): EvmChain {
		const strict: typeof globalThis.fetch = async (url, init) => {
			const { id, method, params } = JSON.parse(String(init?.body));
			asked.push([method, params?.[0]?.to ?? null]);
			if (method === "eth_call" && (params[0].to === undefined || (!lendsCode && params.length > 2)))
				return Response.json({ jsonrpc: "2.0", id, error: { code: -32_602, message: "not offered" } });
			return await fetch(url, init);
		};
		return new EvmRpcChains({ urlOf: () => node.url, fetch: strict, clock: fakeClock() }).of(chainId);
	}

	beforeAll(async () => {
		base = await startAnvil({ chainId: 8453 });
		token = await deployDemo(base, { people: [me], demo: 77n });
		const { data = "0x" } = await base.publicClient.call({ data: MULTICALL3_CODE });
		await base.testClient.setCode({ address: MULTICALL, bytecode: data });
		for (const name of Object.keys(HOSTILE) as Name[])
			await base.testClient.setCode({ address: at(name), bytecode: HOSTILE[name] });
	});
	afterAll(async () => base.stop());

	it("is queried through Multicall3 if it exists, and directly so from then on", async () => {
		const strict = refusing(base, 8453);
		asked = [];
		const wei = await base.publicClient.getBalance({ address: me });
		const questions = [held(token.token), coin(me), held(token.token, nobody), coin(nobody)];
		expect(await strict.many(questions)).toEqual([word(77n), word(wei), word(0n), word(0n)]);
		expect(asked.filter(([, to]) => to === MULTICALL)).toHaveLength(1);
		asked = [];
		expect(await strict.many(questions)).toEqual([word(77n), word(wei), word(0n), word(0n)]);
		expect(asked).toEqual([["eth_call", MULTICALL]]);
	});

	it("is queried by a code override if it accepts that, at another address each time", async () => {
		const strict = refusing(base, 8453, true);
		const wei = await base.publicClient.getBalance({ address: me });
		const questions = [held(token.token), coin(me), held(at("burns")), held(at("floods")), held(nobody)];
		expect(await strict.many(questions)).toEqual([word(77n), word(wei), null, null, "0x"]);
		asked = [];
		await strict.many(questions);
		await strict.many(questions);
		expect(asked).toHaveLength(2);
		expect(new Set(asked.map(([, to]) => to)).size).toBe(2);
		expect(asked.some(([, to]) => to === MULTICALL)).toBe(false);
	});

	it("limits a refusal and an oversized answer to their cause", async () => {
		const strict = refusing(base, 8453);
		const answers = await strict.many([
			held(at("reverts")),
			held(at("floods")),
			held(at("short")),
			held(nobody),
			held(token.token),
		]);
		expect(answers).toEqual([null, null, "0x00", "0x", word(77n)]);
	});

	it("is queried one by one, concurrently, if Multicall3 is not known to exist", async () => {
		const strict = refusing(anvil, 31_337);
		const wei = await anvil.publicClient.getBalance({ address: me });
		const questions = [held(demo.token), coin(me), held(at("reverts")), held(at("floods")), held(nobody)];
		expect(await strict.many(questions)).toEqual([word(77n), word(wei), null, null, "0x"]);
	});

	it("gives no accepted answer of another chain", async () => {
		await expect(refusing(anvil, 8453).many([coin(me)])).rejects.toBeInstanceOf(ChainError);
		await expect(refusing(base, 10).many([coin(me)])).rejects.toMatchObject({ kind: "wrong_chain" });
		await expect(refusing(base, 31_337).many([coin(me)])).rejects.toMatchObject({ kind: "wrong_chain" });
	});

	it("knows Multicall3 if viem's definitions of the chains have it", () => {
		for (const [chainId, address] of MULTICALL3) {
			const known: unknown = Object.values(chains).find(({ id }) => id === chainId);
			expect(known).toMatchObject({
				contracts: { multicall3: { address: expect.stringMatching(new RegExp(`^${address}$`, "iu")) } },
			});
		}
	});
});

describe("a query that an RPC refuses", () => {
	it("is not sent in another way if others of its form are answered", async () => {
		const calls: unknown[] = [];
		const rpc = fakeRpc({
			eth_call: ([call, , state]) => {
				calls.push(call);
				const { data } = call as { data: string };
				const nothing = `${word(8453n)}${word(1_000_000n).slice(2)}`;
				return state === undefined && data.length < 500 ? nothing : new RpcFault("out of gas");
			},
		});
		const picky = new EvmRpcChains({ urlOf: () => "https://rpc.test", fetch: rpc.fetch, clock: fakeClock() });
		await expect(picky.of(8453).many([coin(me), coin(nobody)])).rejects.toMatchObject({ kind: "refused" });
		const targetless = () => calls.filter((call) => !Object.hasOwn(call as object, "to")).length;
		const first = targetless();
		await expect(picky.of(8453).many([coin(me), coin(nobody)])).rejects.toMatchObject({ kind: "refused" });
		expect(targetless()).toBe(first * 2);
	});
});
