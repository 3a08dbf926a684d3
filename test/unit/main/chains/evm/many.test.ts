import { encodeFunctionData, type Hex, pad } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEvmChains, type EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { ManyQuestion } from "../../../../../src/main/chains/evm/many.ts";
import { type Demo, deployDemo } from "../../../../chains/demo.ts";
import { tokenAbi } from "../../../../chains/demo-abi.ts";
import { type Anvil, devAccount, startAnvil } from "../../../../chains/evm.ts";
import { fakeClock } from "../fake-rpc.ts";

/** Many questions in one call, on a real chain, among contracts that mean harm. */

const me = devAccount(3).address;
const nobody: Hex = `0x${"22".repeat(20)}`;

/** Contracts by what they do when they are called. */
const HOSTILE = {
	/** INVALID: takes all of its gas. */
	burns: "0xfe",
	/** JUMPDEST PUSH1 0 JUMP: runs until its gas is over. */
	loops: "0x5b600056",
	/** PUSH1 0 PUSH1 0 REVERT. */
	reverts: "0x60006000fd",
	/** Answers with 16 KiB: PUSH2 0x4000 PUSH1 0 RETURN. */
	floods: "0x6140006000f3",
	/** Answers with one byte: PUSH1 1 PUSH1 0 RETURN. */
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
	chain = createEvmChains({ urlOf: () => anvil.url, fetch: counted, clock: fakeClock() }).of(31_337);
});
afterAll(async () => anvil.stop());

const balanceOf = (owner: Hex) =>
	encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [owner] });
const held = (token: Hex, owner: Hex = me): ManyQuestion => ({ to: token, data: balanceOf(owner), words: 1 });
const coin = (to: Hex): ManyQuestion => ({ to, data: "0x", words: 1 });
const word = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, "0")}`;

describe("many questions at once", () => {
	it("answers balances of coin and token in their order, in one request", async () => {
		bodies = [];
		const wei = await anvil.publicClient.getBalance({ address: me });
		const answers = await chain.many([held(demo.token), coin(me), held(demo.token, nobody), coin(nobody)]);
		expect(answers).toEqual([word(77n), word(wei), word(0n), word(0n)]);
		expect(bodies).toHaveLength(1);
	});

	it("lets no contract spoil more than its own answer", async () => {
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

	it("reads text of a length that it does not know", async () => {
		const data = encodeFunctionData({ abi: tokenAbi, functionName: "symbol" });
		const [said] = await chain.many([{ to: demo.token, data, words: 8 }]);
		expect(said).toBe(
			`${word(32n)}${word(4n).slice(2)}${Buffer.from("DEMO").toString("hex").padEnd(64, "0")}`,
		);
	});

	it("splits what is too much for one call, and asks the parts at once", async () => {
		bodies = [];
		const many = Array.from({ length: 1_000 }, (_, index) =>
			index === 999 ? held(demo.token) : coin(pad(`0x${(index + 1_000).toString(16)}`, { size: 20 })),
		);
		const answers = await chain.many(many);
		expect(answers).toHaveLength(1_000);
		expect(answers.at(-1)).toBe(word(77n));
		expect(bodies).toHaveLength(3);
	});

	it("counts no answer of another chain", async () => {
		const other = createEvmChains({ urlOf: () => anvil.url, fetch, clock: fakeClock() }).of(8_453);
		await expect(other.many([coin(me)])).rejects.toMatchObject({ kind: "wrong_chain" });
	});
});
