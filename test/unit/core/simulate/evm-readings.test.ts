import {
	encodeAbiParameters,
	encodeErrorResult,
	parseAbi,
	parseAbiParameters,
	toEventSelector,
	toFunctionSelector,
} from "viem";
import { describe, expect, it } from "vitest";
import type { SimulatedStep } from "../../../../src/core/chain/evm-simulation.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { type Message, message, verbatim } from "../../../../src/core/localized-text.ts";
import { addressesInCode, addressesInData } from "../../../../src/core/simulate/evm/evm-candidates.ts";
import { balanceChangesOf, type EffectParts } from "../../../../src/core/simulate/evm/evm-effects.ts";
import { movesIn, type TokenMove } from "../../../../src/core/simulate/evm/evm-events.ts";
import { answerOf, readOf } from "../../../../src/core/simulate/evm/evm-questions.ts";
import { revertOf } from "../../../../src/core/simulate/evm/evm-revert.ts";

const ME: Hex = `0x${"a1".repeat(20)}`;
const FRIEND: Hex = `0x${"b2".repeat(20)}`;
const TOKEN: Hex = `0x${"c3".repeat(20)}`;
const bare = (address: Hex) => address.slice(2);

describe("a query for an account's coin", () => {
	const question = { kind: "coin", by: TOKEN, account: ME } as const;

	it("goes to a Multicall3 and returns an amount, or nothing without one", () => {
		const args = encodeAbiParameters(parseAbiParameters("address"), [ME]).slice(2);
		expect(readOf(question)).toEqual({ to: TOKEN, data: `0x4d2301cc${args}` });
		const answer = encodeAbiParameters(parseAbiParameters("uint256"), [7n]);
		expect(answerOf(question, answer)).toEqual({ kind: "amount", amount: 7n });
		expect(answerOf(question, "0x")).toEqual({ kind: "none" });
	});
});

describe("the search for addresses", () => {
	it("finds addresses that code pushes, but no fragments of other numbers", () => {
		expect(addressesInCode(`0x73${bare(FRIEND)}`)).toEqual([FRIEND]);
		// An immutable is pushed as a whole word.
		expect(addressesInCode(`0x7f${"00".repeat(12)}${bare(FRIEND)}`)).toEqual([FRIEND]);
		// Data of a push may contain bytes that look like a push.
		expect(addressesInCode(`0x7f73${bare(FRIEND)}${"11".repeat(11)}`)).toEqual([]);
		expect(addressesInCode(`0x73${"ff".repeat(20)}`)).toEqual([]);
		expect(addressesInCode(`0x73${"00".repeat(19)}01`)).toEqual([]);
		expect(addressesInCode("0x73b2b2")).toEqual([]);
	});

	it("finds addresses in calldata, but not counts or longer numbers", () => {
		const args = encodeAbiParameters(parseAbiParameters("address, uint256, bytes32"), [
			FRIEND,
			500n,
			`0x${"77".repeat(32)}`,
		]);
		expect(addressesInData(`0x12345678${args.slice(2)}`)).toEqual([FRIEND]);
		expect(addressesInData("0x")).toEqual([]);
	});

	it("reads a batch of EIP-1155, and nothing of one with false data", () => {
		const topics: readonly Hex[] = [
			toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])"),
			`0x${"0".repeat(24)}${bare(ME)}`,
			`0x${"0".repeat(24)}${bare(ME)}`,
			`0x${"0".repeat(24)}${bare(FRIEND)}`,
		];
		const data = encodeAbiParameters(parseAbiParameters("uint256[], uint256[]"), [
			[1n, 2n],
			[10n, 20n],
		]);
		expect(movesIn({ address: TOKEN, topics, data }).map(({ id, amount }) => [id, amount])).toEqual([
			[1n, 10n],
			[2n, 20n],
		]);
		expect(movesIn({ address: TOKEN, topics, data: "0x1234" })).toEqual([]);
	});

	it("reads a movement of EIP-6909, whose caller is in its data, and nothing of one with false data", () => {
		const topics: readonly Hex[] = [
			toEventSelector("Transfer(address,address,address,uint256,uint256)"),
			`0x${"0".repeat(24)}${bare(ME)}`,
			`0x${"0".repeat(24)}${bare(FRIEND)}`,
			`0x${"0".repeat(62)}07`,
		];
		const data = encodeAbiParameters(parseAbiParameters("address, uint256"), [ME, 40n]);
		expect(movesIn({ address: TOKEN, topics, data })).toEqual([
			{ token: TOKEN, standard: "erc1155", from: ME, to: FRIEND, id: 7n, amount: 40n },
		]);
		expect(movesIn({ address: TOKEN, topics, data: "0x1234" })).toEqual([]);
	});
});

describe("a change", () => {
	const event = (change: Partial<TokenMove>): TokenMove => ({
		token: TOKEN,
		standard: "erc20",
		from: ME,
		to: FRIEND,
		id: null,
		amount: 10n,
		...change,
	});
	const parts = (before: bigint, after: bigint, moves: readonly TokenMove[]): EffectParts => ({
		answers: [
			{
				question: { kind: "balance", token: TOKEN, account: ME },
				before: { kind: "amount", amount: before },
				after: { kind: "amount", amount: after },
			},
		],
		moves,
		mine: new Set([ME]),
		chainId: 1,
		step: 1,
	});
	const rows = (of: EffectParts) =>
		balanceChangesOf(of).map(({ direction, amount, counterparty }) => [direction, amount, counterparty]);

	it("is listed by counterparty if the logs add up to it", () => {
		const paid = event({ to: `0x${"dd".repeat(20)}`, amount: 3n });
		expect(rows(parts(50n, 37n, [event({}), paid]))).toEqual([
			["out", "10", FRIEND],
			["out", "3", paid.to],
		]);
	});

	it("is the balance's change if the logs show another amount", () => {
		expect(rows(parts(50n, 20n, [event({})]))).toEqual([["out", "30", FRIEND]]);
	});

	it("is absent if the logs show much and the balance does not change", () => {
		expect(rows(parts(50n, 50n, [event({ from: FRIEND, to: ME, amount: 1_000n })]))).toEqual([]);
	});

	it("names nobody if the logs show the opposite", () => {
		expect(rows(parts(50n, 20n, [event({ from: FRIEND, to: ME })]))).toEqual([["out", "30", null]]);
	});
});

describe("the reason of a failure", () => {
	const step = (returned: Hex, fault: string | null = "execution reverted"): SimulatedStep => ({
		passed: false,
		gasUsed: 0n,
		logs: [],
		transfers: [],
		returned,
		fault,
		tree: [],
		storage: [],
		cut: [],
	});
	const solidity = parseAbi(["error Error(string)", "error Panic(uint256)", "error TooLittle(uint256)"]);

	it.each<[string, SimulatedStep, Message]>([
		[
			"words",
			step(encodeErrorResult({ abi: solidity, errorName: "Error", args: ["no funds"] })),
			verbatim("no funds"),
		],
		[
			"a text with hidden characters",
			step(encodeErrorResult({ abi: solidity, errorName: "Error", args: ["ok\u202e"] })),
			verbatim("ok‹U+202E›"),
		],
		[
			"a panic",
			step(encodeErrorResult({ abi: solidity, errorName: "Panic", args: [0x12n] })),
			message("revert.panic.division"),
		],
		[
			"an unknown panic",
			step(encodeErrorResult({ abi: solidity, errorName: "Panic", args: [0x99n] })),
			message("revert.panic", { number: "0x99" }),
		],
		[
			"a custom error",
			step(encodeErrorResult({ abi: solidity, errorName: "TooLittle", args: [1n] })),
			message("revert.custom", { selector: toFunctionSelector("TooLittle(uint256)") }),
		],
		["an unreadable text", step("0x08c379a0ffff"), message("revert.unreadable")],
		["nothing", step("0x", "out of gas"), verbatim("out of gas")],
		["no reason at all", step("0x", null), message("revert.no-reason")],
	])("is known for %s", (_, failed, text) => {
		expect(revertOf(failed)).toEqual(text);
	});

	it("is absent after success", () => {
		expect(revertOf({ ...step("0x"), passed: true })).toBeNull();
	});
});
