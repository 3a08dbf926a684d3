import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../src/core/identities/counterparties.ts";
import { approveData, hex, SIGNER, transferData } from "../match/honest.ts";
import { members, type Typed } from "../match/typed-samples.ts";
import { callOf } from "../review/calls.ts";
import { user } from "../review/scene.ts";
import { ACCOUNT, addressFactsOf } from "../risk/evm/scene.ts";
import { analyzeTyped, type MessageOptions, typedFindings } from "./scene.ts";

/** User operations with calls of known contracts on Ethereum, and the same calls of unknown contracts. */

const ENTRY_POINT = "0x4337084d9e255ff0702461cf8895ce9e3b5ff108";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const BASE_USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const AAVE = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
const LIDO = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";
const LIDO_QUEUE = "0x889edc2edab5f40e902b864ad4d7ade8e412f9b1";
const MERKL = "0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae";
const ACROSS = "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5";
const MORPHO = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
const UNI = "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984";
const THIEF = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";
const OTHER = `0x${"51".repeat(20)}`;
const ZERO = `0x${"0".repeat(40)}`;
const WORD = `0x${"0".repeat(64)}`;
const DOLLARS = 1_000_000n;

interface Call {
	readonly to: string;
	readonly data: string;
	readonly value?: bigint;
}

const operation = (callData: Hex): Typed => ({
	types: {
		PackedUserOperation: members(
			"address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData",
		),
	},
	primaryType: "PackedUserOperation",
	domain: { name: "ERC4337", version: "1", chainId: 1, verifyingContract: ENTRY_POINT },
	message: {
		sender: SIGNER,
		nonce: 1,
		initCode: "0x",
		callData,
		accountGasLimits: WORD,
		preVerificationGas: 50_000,
		gasFees: WORD,
		paymasterAndData: "0x",
	},
});

const listed = (calls: readonly Call[]) =>
	calls.map(({ to, data, value = 0n }) => ({ target: hex(to), value, data: hex(data) }));

const batch = (...calls: readonly Call[]): Typed =>
	operation(
		callOf("function executeBatch((address target, uint256 value, bytes data)[] calls)", [listed(calls)]),
	);

/** Builds an operation in which each call may fail independently (ERC-7579). */
const tried = (...calls: readonly Call[]): Typed =>
	operation(
		callOf("function execute(bytes32 mode, bytes executionCalldata)", [
			`0x0101${"0".repeat(60)}`,
			encodeAbiParameters(parseAbiParameters("(address target, uint256 value, bytes data)[]"), [
				listed(calls),
			]),
		]),
	);

const AROUND: MessageOptions = {
	chainRef: "1",
	facts: null,
	user: user({ counterparties: NO_HISTORY, uses: new Map(), labels: {} }),
	addressFacts: addressFactsOf({ [SIGNER]: ACCOUNT }),
};

const allows = (spender: string, amount: bigint, token = USDC): Call => ({
	to: token,
	data: approveData(spender, amount),
});
const supplies = (amount: bigint, { to = SIGNER, at = AAVE } = {}): Call => ({
	to: at,
	data: callOf("function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)", [
		USDC,
		amount,
		to,
		0,
	]),
});
const stakes = (at = LIDO, value = 5n * 10n ** 17n): Call => ({
	to: at,
	value,
	data: callOf("function submit(address referral)", [ZERO]),
});
const claims = ({ at = MERKL, to = SIGNER } = {}): Call => ({
	to: at,
	data: callOf("function claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)", [
		[to],
		[UNI],
		[12n * 10n ** 18n],
		[[WORD]],
	]),
});
const bridges = ({ at = ACROSS, to = SIGNER, least = 299_550_000n, token = USDC } = {}): Call => ({
	to: at,
	data: callOf(
		"function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)",
		[SIGNER, to, token, BASE_USDC, 300n * DOLLARS, least, 8453n, ZERO, 1, 2, 0, "0x"],
	),
});
const withdraws = (to = SIGNER): Call => ({
	to: AAVE,
	data: callOf("function withdraw(address asset, uint256 amount, address to)", [USDC, 500n * DOLLARS, to]),
});
const asksForEther = (owner = SIGNER): Call => ({
	to: LIDO_QUEUE,
	data: callOf("function requestWithdrawals(uint256[] amounts, address owner)", [[10n ** 18n], owner]),
});
const wraps = (at = WETH): Call => ({ to: at, value: 10n ** 17n, data: callOf("function deposit()", []) });
const lendsIn = (oracle: string): Call => ({
	to: MORPHO,
	data: callOf(
		"function supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data)",
		[
			{ loanToken: USDC, collateralToken: WETH, oracle, irm: THIEF, lltv: 1n },
			500n * DOLLARS,
			0n,
			SIGNER,
			"0x",
		],
	),
});

const graveOf = (typed: Typed): readonly string[] =>
	[...analyzeTyped(typed, AROUND).findings, ...typedFindings(typed, AROUND)]
		.filter(({ severity }) => severity === "danger" || severity === "block")
		.map(({ id }) => id)
		.toSorted();

const graveIn = (...calls: readonly Call[]): readonly string[] => graveOf(batch(...calls));

describe("a user operation into a known contract whose books determine the return", () => {
	it.each([
		["stakes", [stakes()]],
		["claims what is due", [claims()]],
		["withdraws a deposit", [withdraws()]],
		["asks for a payout", [asksForEther()]],
		["wraps coin", [wraps()]],
	] as const)("%s: no danger", (_, calls) => {
		expect(graveIn(...calls)).toEqual([]);
	});

	it.each([
		["supplies", [supplies(500n * DOLLARS)]],
		["bridges", [bridges()]],
	] as const)("%s: no unfair exchange", (_, calls) => {
		expect(graveIn(...calls)).not.toContain("exchange");
	});

	it("is as severe as before at an unknown contract", () => {
		for (const call of [
			stakes(THIEF),
			claims({ at: THIEF }),
			supplies(500n * DOLLARS, { at: THIEF }),
			bridges({ at: THIEF }),
			wraps(THIEF),
		])
			expect(graveIn(call)).toEqual(["exchange", "unknown-call"]);
	});

	it("is a danger if a stranger gets the return", () => {
		for (const call of [
			supplies(500n * DOLLARS, { to: THIEF }),
			claims({ to: THIEF }),
			withdraws(THIEF),
			asksForEther(THIEF),
			bridges({ to: THIEF }),
		])
			expect(graveIn(call)).toContain("elsewhere");
	});

	it("is a danger if a bridge keeps a tenth", () => {
		expect(graveIn(bridges({ least: 270n * DOLLARS }))).toContain("exchange");
	});

	it("is a danger if the call names a market that anybody can create", () => {
		expect(graveIn(lendsIn(THIEF))).toContain("exchange");
	});

	it("excuses nothing else that goes to the same contract", () => {
		const sends: Call = { to: USDC, data: transferData(AAVE, 100_000n * DOLLARS) };
		expect(graveIn(sends, supplies(DOLLARS))).toContain("exchange");
		expect(graveIn({ ...supplies(DOLLARS), value: 10n ** 18n })).toContain("exchange");
	});

	it("is a danger if the deposit may fail alone", () => {
		expect(graveOf(tried(withdraws()))).toContain("exchange");
	});
});

describe("an allowance in a user operation", () => {
	const X = 500n * DOLLARS;

	it.each([
		["a deposit", [allows(AAVE, X), supplies(X)]],
		["two deposits", [allows(AAVE, X), supplies(X - 1n), supplies(1n)]],
		["a bridge", [allows(ACROSS, 300n * DOLLARS), bridges()]],
	] as const)("that %s uses up leaves no right", (_, calls) => {
		expect(graveIn(...calls)).toEqual([]);
	});

	const LEFT = ["deadline-far", "rights"];

	it.each([
		["it is larger than its use", [allows(ACROSS, 300n * DOLLARS + 1n), bridges()], LEFT],
		["it is granted again", [allows(ACROSS, 300n * DOLLARS), bridges(), allows(ACROSS, 1n)], LEFT],
		["its use comes before", [bridges(), allows(ACROSS, 300n * DOLLARS)], LEFT],
		["another contract uses it", [allows(THIEF, X), supplies(X)], LEFT],
		[
			"the contract is unknown",
			[allows(THIEF, X), supplies(X, { at: THIEF })],
			["deadline-far", "exchange", "rights", "unknown-call"],
		],
		[
			"another call can't be read",
			[allows(ACROSS, 300n * DOLLARS), bridges(), { to: USDC, data: "0x12345678" }],
			[...LEFT, "unknown-call"],
		],
	] as const)("is left if %s", (_, calls, left) => {
		expect(graveIn(...calls)).toEqual([...left].toSorted());
	});

	it("is left if its token is unlisted", () => {
		const given = 300n * DOLLARS;
		expect(graveIn(allows(ACROSS, given, OTHER), bridges({ token: OTHER }))).toContain("deadline-far");
	});

	it("is left if its use may fail alone", () => {
		expect(graveOf(tried(allows(ACROSS, 300n * DOLLARS), bridges()))).toEqual([
			"deadline-far",
			"exchange",
			"rights",
		]);
	});

	it("is no excuse for a claim that a stranger gets", () => {
		expect(graveIn(allows(AAVE, X), supplies(X, { to: THIEF }))).toContain("elsewhere");
	});
});
