import { describe, expect, it } from "vitest";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { approveData, OTHER, SIGNER, TOKEN } from "../../match/honest.ts";
import { callOf, input } from "../../review/calls.ts";
import { tokenFacts } from "../../review/scene.ts";
import { CALIBUR } from "../../risk/evm/scene.ts";
import { effectsOf } from "./scene.ts";

/** USDC and Aave's pool on Base. */
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const POOL = "0xa238dd80c259a72e81d7e4664a9801593f98d1c5";

interface Call {
	readonly to: string;
	readonly data: Hex;
}

const allow = (amount: bigint, token = USDC, spender = POOL): Call => ({
	to: token,
	data: approveData(spender, amount),
});

const supply = (amount: bigint, to = POOL, token = USDC): Call => ({
	to,
	data: callOf("function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)", [
		token,
		amount,
		SIGNER,
		0,
	]),
});

const raise = (amount: bigint): Call => ({
	to: USDC,
	data: callOf("function increaseAllowance(address spender, uint256 addedValue)", [POOL, amount]),
});

/** Returns, for each right that the user's own account grants in a call, whether it is used up. */
function rightsOf(data: Hex): readonly boolean[] {
	const tokens = [
		tokenFacts({ address: USDC, decimals: { ok: true, value: 6 } }),
		tokenFacts({ address: TOKEN }),
	];
	const { rights } = effectsOf({ to: SIGNER, data }, { codes: { [SIGNER]: CALIBUR }, tokens });
	return rights.filter(({ scope }) => scope.kind === "asset").map(({ isSpent }) => isSpent === true);
}

const rightsAfter = (calls: readonly Call[]): readonly boolean[] =>
	rightsOf(
		callOf("function executeBatch(address[] dest, bytes[] func)", [
			calls.map(({ to }) => to),
			calls.map(({ data }) => data),
		]),
	);

describe("an allowance within a bundle", () => {
	it("is used up if a known contract takes exactly all of it", () => {
		expect(rightsAfter([allow(500n), supply(500n)])).toEqual([true]);
		expect(rightsAfter([allow(500n), supply(200n), supply(300n)])).toEqual([true]);
	});

	it("remains if less or more than all of it is taken", () => {
		expect(rightsAfter([allow(500n), supply(499n)])).toEqual([false]);
		expect(rightsAfter([allow(500n), supply(501n)])).toEqual([false]);
		expect(rightsAfter([allow(500n)])).toEqual([false]);
	});

	it("remains if it is used before it is given, or raised afterwards", () => {
		expect(rightsAfter([supply(500n), allow(500n)])).toEqual([false]);
		expect(rightsAfter([allow(500n), raise(1n), supply(500n)])).toEqual([false, false]);
		expect(rightsAfter([allow(500n), supply(500n), allow(7n)])).toEqual([false, false]);
	});

	it("remains if another contract uses another token or its own allowance", () => {
		expect(rightsAfter([allow(500n), supply(500n, OTHER)])).toEqual([false]);
		expect(rightsAfter([allow(500n), supply(500n, POOL, TOKEN)])).toEqual([false]);
		expect(rightsAfter([allow(500n, USDC, OTHER), supply(500n)])).toEqual([false]);
	});

	it("remains if the contract that takes it is unknown", () => {
		expect(rightsAfter([allow(500n, USDC, OTHER), supply(500n, OTHER)])).toEqual([false]);
	});

	it("remains if its token is unlisted, since such a token may count arbitrarily", () => {
		expect(rightsAfter([allow(500n, TOKEN), supply(500n, POOL, TOKEN)])).toEqual([false]);
	});

	it("remains next to a call that can't be decoded", () => {
		const unread: Call = { to: OTHER, data: "0x12345678" };
		expect(rightsAfter([allow(500n), supply(500n), unread])).toEqual([false]);
	});

	it("remains if a call of it may fail alone", () => {
		const calls = [allow(500n), supply(500n)].map(({ to, data }) => ({
			target: to,
			value: 0n,
			callData: data,
		}));
		const type = "(address target, uint256 value, bytes callData)[] calls";
		const mode = (first: string) => `0x${first.padEnd(64, "0")}`;
		const executing = (first: string) =>
			callOf("function execute(bytes32 mode, bytes executionCalldata)", [mode(first), input(type, [calls])]);
		expect(rightsOf(executing("01"))).toEqual([true]);
		expect(rightsOf(executing("0101"))).toEqual([false]);
	});
});
