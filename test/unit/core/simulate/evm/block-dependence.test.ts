import { describe, expect, it } from "vitest";
import type { EvmSimulated, SimulatedStep } from "../../../../../src/core/chain/evm-simulation.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import {
	hangsOnBlock,
	mayHangOnBlock,
	mayHangOnPrice,
	type RunOutcome,
} from "../../../../../src/core/simulate/evm/block-dependence.ts";
import type { EffectParts } from "../../../../../src/core/simulate/evm/evm-effects.ts";

const ME: Hex = `0x${"a1".repeat(20)}`;
const TOKEN: Hex = `0x${"b2".repeat(20)}`;
const SPENDER: Hex = `0x${"c3".repeat(20)}`;

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

const call = (to: Hex): SimulatedStep["tree"][number] => ({
	depth: 0,
	kind: "call",
	from: ME,
	to,
	value: 0n,
	data: "0x",
	undone: false,
});

const ran = (tree: SimulatedStep["tree"]): EvmSimulated => ({
	how: "eth_simulateV1",
	at: 1n,
	block: { baseFee: null, time: null, randao: null, feeRecipient: null },
	steps: [{ ...STEP, tree }],
	answers: [],
});

describe("a run that may depend on the block", () => {
	const told = ran([call(TOKEN)]);
	const of = (code: string, found = told) => mayHangOnBlock(found, new Map([[TOKEN, code]]));

	it.each([
		["the random number", "0x44"],
		["the time", "0x42"],
		["who is paid for it", "0x41"],
		["the number", "0x43"],
	])("has code that reads %s", (_, code) => {
		expect(of(`0x6001${code.slice(2)}00`)).toBe(true);
	});

	it("does not if that is only in the bytes of a constant", () => {
		expect(of("0x634244414300")).toBe(false);
	});

	it.each([
		["the price", "0x3a"],
		["the base fee", "0x48"],
	])("does not if its code reads %s, which may depend on the price", (_, code) => {
		expect(of(code)).toBe(false);
		expect(mayHangOnPrice(told, new Map([[TOKEN, code as Hex]]))).toBe(true);
		expect(mayHangOnPrice(told, new Map([[TOKEN, "0x42"]]))).toBe(false);
		expect(mayHangOnPrice(ran([]), new Map([[TOKEN, "0xf1"]]))).toBe(true);
	});

	it("calls unknown code", () => {
		expect(of("0x5af400")).toBe(false);
		expect(of("0x5af400", ran([]))).toBe(true);
		expect(of("0x5af400", ran([call(TOKEN), call(SPENDER)]))).toBe(true);
	});
});

describe("a run depends on the block", () => {
	const allowance = { kind: "allowance", token: TOKEN, account: ME, spender: SPENDER } as const;
	const balance = { kind: "balance", token: TOKEN, account: ME } as const;
	const amount = (value: bigint) => ({ kind: "amount", amount: value }) as const;
	const NO_MOVES = { moves: [], mine: new Set([ME]), chainId: 1, step: 1 };

	function outcome(
		answers: EffectParts["answers"],
		step = STEP,
	): RunOutcome & { readonly step: SimulatedStep } {
		return { step, effects: { ...NO_MOVES, answers } };
	}
	const loses = (question: typeof balance, lost: bigint) =>
		outcome([{ question, before: amount(1_000n), after: amount(1_000n - lost) }]);
	const approval = (more: bigint) =>
		outcome([{ question: allowance, before: amount(0n), after: amount(more) }]);

	it("but not if the other run fails, as after a deadline, or stops before it", () => {
		expect(hangsOnBlock(approval(7n), outcome([], { ...STEP, passed: false }))).toBe(false);
		expect(hangsOnBlock(approval(7n), { ...outcome([]), step: undefined })).toBe(false);
	});

	it("if it takes something only in the other, or more than prices move", () => {
		expect(hangsOnBlock(loses(balance, 0n), loses(balance, 100n))).toBe(true);
		expect(hangsOnBlock(loses(balance, 100n), loses(balance, 0n))).toBe(true);
		expect(hangsOnBlock(loses(balance, 100n), loses(balance, 120n))).toBe(true);
		expect(hangsOnBlock(loses(balance, 100n), loses(balance, 103n))).toBe(false);
	});

	it("if it approves something only in the other", () => {
		expect(hangsOnBlock(approval(0n), approval(7n))).toBe(true);
		expect(hangsOnBlock(approval(7n), approval(7n))).toBe(false);
	});

	it("if another contract logs, or something else", () => {
		const logging = (address: Hex, topic: Hex) =>
			outcome([], { ...STEP, logs: [{ address, topics: [topic], data: "0x" }] });
		expect(hangsOnBlock(logging(TOKEN, "0x01"), logging(TOKEN, "0x01"))).toBe(false);
		expect(hangsOnBlock(logging(TOKEN, "0x01"), logging(TOKEN, "0x02"))).toBe(true);
		expect(hangsOnBlock(logging(TOKEN, "0x01"), logging(SPENDER, "0x01"))).toBe(true);
	});
});
