import { decodeFunctionData, encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm, MAX_CALLS, MAX_DEPTH } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { isUnderstood, leavesOf } from "../../../../../src/core/decode/evm/leaves.ts";
import { allPartiesOf } from "../../../../../src/core/decoded-transaction/inspected-addresses.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { approveData, hex, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import {
	aggregate3Value,
	CALLER,
	type Command,
	callOf,
	execTransaction,
	execute,
	input,
	MULTISEND,
	multicall,
	multiSend,
	PERMIT2,
	packCalls,
	ROUTER_ITSELF,
	routerExecute,
	UNIVERSAL_ROUTER,
	v3Path,
} from "../../review/calls.ts";

const low = (address: string) => hex(address.toLowerCase());
const SAFE = low("0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe");
const EVIL = low("0xe1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1");
const [token, other, vault, signer] = [low(TOKEN), low(OTHER), low(VAULT), low(SIGNER)];

/**
 * Decodes as if every contract with a wrapper's interface were a known wrapper. known-accounts.test.ts checks the
 * real ones.
 */
const read = (to: string, data: Hex, value = 0n) =>
	decodeEvm({ to: low(to), value, data }, () => true, contractsOf("8453"));
const leaves = (to: string, data: Hex, value = 0n) => leavesOf(read(to, data, value), SIGNER);
const kinds = (to: string, data: Hex) => leaves(to, data).map(({ decoded }) => decoded.meaning.kind);

describe("inner calls", () => {
	it("are decoded from a multicall, in the caller's own name", () => {
		const found = leaves(TOKEN, multicall([transferData(OTHER, 7n), approveData(VAULT, 8n)]));
		expect(found).toMatchObject([
			{ as: signer, delegate: false, decoded: { target: token, meaning: { kind: "transfer", amount: 7n } } },
			{ as: signer, via: [{ way: "multicall", at: token }], decoded: { meaning: { kind: "approve" } } },
		]);
	});

	it("are decoded from Multicall3, in its own name and with the value of each", () => {
		const data = aggregate3Value([
			{ to: OTHER, value: 5n },
			{ to: TOKEN, data: transferData(OTHER, 7n) },
		]);
		expect(leaves(VAULT, data, 5n)).toMatchObject([
			{ as: vault, decoded: { target: other, value: 5n, meaning: { kind: "native" } } },
			{ as: vault, decoded: { target: token, value: 0n, meaning: { kind: "transfer" } } },
		]);
	});

	it("are decoded from a Safe, in the Safe's name", () => {
		const data = execTransaction({ to: TOKEN, data: transferData(OTHER, 7n) });
		expect(leaves(SAFE, data)).toMatchObject([
			{ as: SAFE, delegate: false, via: [{ way: "safe", at: SAFE }], decoded: { target: token } },
		]);
	});

	it("are never trusted if a Safe delegates to foreign code", () => {
		const data = execTransaction({ to: EVIL, data: transferData(OTHER, 7n), operation: 1 });
		expect(leaves(SAFE, data)).toMatchObject([
			{
				as: SAFE,
				delegate: true,
				decoded: { target: EVIL, meaning: { kind: "unknown", reason: "delegate" } },
			},
		]);
		expect(isUnderstood(read(SAFE, data))).toBe(false);
	});

	it("are decoded from Safe's MultiSend, each with its operation, and still in the Safe's name", () => {
		const batch = multiSend([
			{ to: OTHER, value: 3n },
			{ to: TOKEN, data: approveData(VAULT, 8n) },
			{ to: EVIL, data: "0x12345678", operation: 1 },
		]);
		const found = leaves(SAFE, execTransaction({ to: MULTISEND, data: batch, operation: 1 }));
		expect(found.map(({ as, delegate, decoded }) => [as, delegate, decoded.target])).toEqual([
			[SAFE, false, other],
			[SAFE, false, token],
			[SAFE, true, EVIL],
		]);
	});

	it("are not decoded from a contract that only calls itself MultiSend", () => {
		const batch = multiSend([{ to: OTHER, value: 3n }]);
		expect(leaves(SAFE, execTransaction({ to: EVIL, data: batch, operation: 1 }))).toMatchObject([
			{ delegate: true, decoded: { meaning: { reason: "delegate" } } },
		]);
	});

	it.each<[string, Hex]>([
		["execute", execute({ to: TOKEN, data: transferData(OTHER, 7n) })],
		[
			"executeBatch",
			callOf("function executeBatch(address[] dest, bytes[] func)", [[TOKEN], [transferData(OTHER, 7n)]]),
		],
		[
			"executeBatch with values",
			callOf("function executeBatch(address[] dest, uint256[] value, bytes[] func)", [
				[TOKEN],
				[0n],
				[transferData(OTHER, 7n)],
			]),
		],
		[
			"ERC-7579's single execution",
			callOf("function execute(bytes32 mode, bytes executionCalldata)", [
				`0x${"0".repeat(64)}`,
				`0x${token.slice(2)}${"0".repeat(64)}${transferData(OTHER, 7n).slice(2)}`,
			]),
		],
		[
			"ERC-7579's batch",
			callOf("function execute(bytes32 mode, bytes executionCalldata)", [
				`0x01${"0".repeat(62)}`,
				input("(address target, uint256 value, bytes callData)[]", [
					[{ target: TOKEN, value: 0n, callData: transferData(OTHER, 7n) }],
				]),
			]),
		],
	])("are decoded from a smart account's %s, in the account's name", (_name, data) => {
		expect(leaves(VAULT, data)).toMatchObject([
			{ as: vault, decoded: { target: token, meaning: { kind: "transfer", to: other, amount: 7n } } },
		]);
	});

	it("belong to the signer if the account is the signer's own (EIP-7702)", () => {
		expect(leaves(SIGNER, execute({ to: OTHER, value: 3n }))).toMatchObject([
			{ as: signer, decoded: { target: other, value: 3n } },
		]);
	});

	it("name foreign code in an ERC-7579 account", () => {
		const data = callOf("function execute(bytes32 mode, bytes executionCalldata)", [
			`0xff${"0".repeat(62)}`,
			`0x${EVIL.slice(2)}${transferData(OTHER, 7n).slice(2)}`,
		]);
		expect(leaves(VAULT, data)).toMatchObject([{ as: vault, delegate: true, decoded: { target: EVIL } }]);
	});

	it.each([
		[
			"lists of different length",
			callOf("function executeBatch(address[] dest, bytes[] func)", [[TOKEN, VAULT], ["0x"]]),
		],
		[
			"a mode that no standard defines",
			callOf("function execute(bytes32 mode, bytes executionCalldata)", [
				`0x00${"0".repeat(61)}1`,
				`0x${token.slice(2)}${"0".repeat(64)}`,
			]),
		],
		[
			"a zero address that some accounts read as themselves",
			callOf("function execute(bytes32 mode, bytes executionCalldata)", [
				`0x01${"0".repeat(62)}`,
				input("(address target, uint256 value, bytes callData)[]", [
					[{ target: `0x${"0".repeat(40)}`, value: 0n, callData: "0x" }],
				]),
			]),
		],
		[
			"a truncated packed call",
			callOf("function multiSend(bytes transactions)", [packCalls([{ to: OTHER }]).slice(0, -2)]),
		],
	])("with %s are unknown", (_what, data) => {
		expect(read(MULTISEND, data).meaning).toMatchObject({ kind: "unknown", reason: "loose" });
	});
});

describe("too many calls", () => {
	it("are counted but not decoded beyond their depth limit", () => {
		const nest = (depth: number): Hex =>
			depth === 0 ? transferData(OTHER, 7n) : multicall([nest(depth - 1)]);
		expect(kinds(TOKEN, nest(MAX_DEPTH))).toEqual(["transfer"]);
		expect(leaves(TOKEN, nest(MAX_DEPTH + 1))).toMatchObject([
			{ decoded: { meaning: { kind: "unknown", reason: "deep" } } },
		]);
	});

	it("are counted but not decoded beyond their number limit, at any depth", () => {
		const half = multicall(Array.from({ length: MAX_CALLS / 2 }, () => transferData(OTHER, 7n)));
		const found = leaves(TOKEN, multicall([half, half]));
		// The two multicalls count as calls too.
		expect(found.filter(({ decoded }) => decoded.meaning.kind === "transfer")).toHaveLength(MAX_CALLS - 2);
		expect(found.at(-1)?.decoded.meaning).toMatchObject({ kind: "unknown", reason: "deep" });
		expect(isUnderstood(read(TOKEN, multicall([half, half])))).toBe(false);
	});
});

const USDC = low("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48");
const WETH = low("0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2");
const SINGLE =
	"((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permit| bytes signature";

const wrap: Command = [0x0b, input("address|uint256", [ROUTER_ITSELF, 10n ** 18n])];
const swapIn: Command = [
	0x00,
	input("address|uint256|uint256|bytes|bool", [CALLER, 10n ** 18n, 3000n, v3Path(WETH, token, USDC), false]),
];

describe("the Universal Router", () => {
	it("wraps, swaps along a path, and sweeps", () => {
		const sweep: Command = [0x04, input("address|address|uint256", [USDC, CALLER, 3000n])];
		const found = leaves(UNIVERSAL_ROUTER, routerExecute([wrap, swapIn, sweep]), 10n ** 18n);
		expect(found.map(({ decoded }) => decoded.meaning)).toEqual([
			{ kind: "wrap", into: true, amount: 10n ** 18n, to: "here", least: false },
			{
				kind: "swap",
				exact: "in",
				assetIn: WETH,
				assetOut: USDC,
				amountIn: 10n ** 18n,
				amountOut: 3000n,
				payer: "here",
				to: "caller",
			},
			{ kind: "payment", asset: USDC, from: "here", to: "caller", amount: 3000n, bound: "least" },
		]);
		expect(found.every(({ as, sure }) => as === signer && sure)).toBe(true);
	});

	it("decodes the path of an exact output from its end", () => {
		const out: Command = [
			0x01,
			input("address|uint256|uint256|bytes|bool", [OTHER, 3000n, 10n ** 18n, v3Path(USDC, WETH), true]),
		];
		expect(leaves(UNIVERSAL_ROUTER, routerExecute([out], null))[0]?.decoded.meaning).toMatchObject({
			exact: "out",
			assetIn: WETH,
			assetOut: USDC,
			amountIn: 10n ** 18n,
			amountOut: 3000n,
			payer: "caller",
			to: other,
		});
	});

	it("applies a permit of Permit2 in the caller's name", () => {
		const details = { token: USDC, amount: 9n, expiration: 1_800_000_000, nonce: 0 };
		const permit: Command = [
			0x0a,
			input(SINGLE, [{ details, spender: UNIVERSAL_ROUTER, sigDeadline: 1n }, "0x1234"]),
		];
		expect(leaves(UNIVERSAL_ROUTER, routerExecute([permit]))[0]?.decoded.meaning).toEqual({
			kind: "permits",
			owner: null,
			book: "permit2",
			rows: [{ token: USDC, spender: UNIVERSAL_ROUTER, amount: 9n, until: 1_800_000_000n }],
		});
	});

	it("decodes a V4 trade and its settlement", () => {
		const pool = {
			currency0: `0x${"0".repeat(40)}`,
			currency1: USDC,
			fee: 500,
			tickSpacing: 10,
			hooks: `0x${"0".repeat(40)}`,
		};
		const trade = input(
			"((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) swap",
			[{ poolKey: pool, zeroForOne: true, amountIn: 5n, amountOutMinimum: 4n, hookData: "0x" }],
		);
		const settle = input("address|uint256", [`0x${"0".repeat(40)}`, 5n]);
		const take = input("address|uint256", [USDC, 4n]);
		const v4: Command = [0x10, input("bytes|bytes[]", ["0x060c0f", [trade, settle, take]])];
		expect(leaves(UNIVERSAL_ROUTER, routerExecute([v4])).map(({ decoded }) => decoded.meaning)).toMatchObject(
			[
				{ kind: "swap", assetIn: "native", assetOut: USDC, amountIn: 5n, amountOut: 4n },
				{ kind: "payment", asset: "native", from: "caller", bound: "most" },
				{ kind: "payment", asset: USDC, to: "caller", bound: "least" },
			],
		);
		// In version 1, the same number is a marketplace command.
		const first = "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad";
		expect(kinds(first, routerExecute([v4]))).toEqual(["unknown"]);
	});

	it("decodes a nested plan", () => {
		const inner: Command = [0x21, input("bytes|bytes[]", ["0x0b", [wrap[1]]])];
		expect(kinds(UNIVERSAL_ROUTER, routerExecute([inner]))).toEqual(["wrap"]);
	});

	it.each<[string, Command]>([
		["a command without a meaning", [0x07, "0x"]],
		["a command of other makers", [0x40, wrap[1]]],
		["an input with a byte too many", [0x0b, `${wrap[1]}00`]],
		[
			"a path of one token",
			[0x00, input("address|uint256|uint256|bytes|bool", [CALLER, 1n, 1n, WETH, true])],
		],
	])("does not know %s, and says so", (_what, command) => {
		const found = read(UNIVERSAL_ROUTER, routerExecute([swapIn, command]));
		expect(leavesOf(found, SIGNER).map(({ decoded }) => decoded.meaning.kind)).toEqual(["swap", "unknown"]);
		expect(isUnderstood(found)).toBe(false);
	});

	it("is only possible at an unknown contract", () => {
		const found = read(EVIL, routerExecute([swapIn]));
		expect(leavesOf(found, SIGNER)).toMatchObject([{ sure: false, decoded: { meaning: { kind: "swap" } } }]);
		expect(isUnderstood(found)).toBe(false);
	});
});

describe("Permit2", () => {
	it("approves, moves in batches, and is locked down", () => {
		const approve = callOf(
			"function approve(address token, address spender, uint160 amount, uint48 expiration)",
			[USDC, VAULT, 9n, 1_800_000_000],
		);
		const moves = callOf(
			"function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)",
			[[{ from: SIGNER, to: OTHER, amount: 3n, token: USDC }]],
		);
		const lockdown = callOf("function lockdown((address token, address spender)[] approvals)", [
			[{ token: USDC, spender: VAULT }],
		]);
		expect(read(PERMIT2, approve).meaning).toMatchObject({
			owner: null,
			rows: [{ token: USDC, spender: vault, amount: 9n, until: 1_800_000_000n }],
		});
		expect(read(PERMIT2, moves).meaning).toEqual({
			kind: "moves",
			rows: [{ token: USDC, from: signer, to: other, amount: 3n }],
		});
		expect(read(PERMIT2, lockdown).meaning).toMatchObject({ rows: [{ spender: vault, amount: 0n }] });
	});
});

describe("the parties of a call", () => {
	it("are all addresses that it names, at any depth, each once", () => {
		const data = execTransaction({
			to: TOKEN,
			data: multicall([transferData(OTHER, 7n), approveData(VAULT, 8n)]),
		});
		expect([...new Set(allPartiesOf(read(SAFE, data)))]).toEqual([SAFE, token, other, vault]);
	});
});

/** Generates deterministic numbers, so that a failing round can be repeated from its seed. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const REAL: readonly Hex[] = [
	multicall([transferData(OTHER, 7n), approveData(VAULT, 8n)]),
	execTransaction({
		to: MULTISEND,
		data: multiSend([
			{ to: OTHER, value: 3n },
			{ to: TOKEN, data: approveData(VAULT, 8n) },
		]),
		operation: 1,
	}),
	aggregate3Value([
		{ to: OTHER, value: 5n },
		{ to: TOKEN, data: transferData(OTHER, 7n) },
	]),
	execute({ to: TOKEN, data: transferData(OTHER, 7n) }),
	routerExecute([wrap, swapIn]),
];

describe("hostile bytes", () => {
	it("never throw, and are never decoded if truncated or extended", () => {
		for (const data of REAL) {
			const step = Math.max(1, Math.floor(data.length / 2 / 150));
			for (let bytes = 4; bytes < (data.length - 2) / 2; bytes += step)
				expect(isUnderstood(read(UNIVERSAL_ROUTER, `0x${data.slice(2, 2 + 2 * bytes)}`))).toBe(false);
			expect(isUnderstood(read(UNIVERSAL_ROUTER, `${data}00`))).toBe(false);
			expect(isUnderstood(read(UNIVERSAL_ROUTER, data))).toBe(true);
		}
	});

	it("never throw with any byte changed, and decode only if they encode back", () => {
		const next = random(7);
		for (let round = 0; round < 1500; round += 1) {
			const data = REAL[Math.floor(next() * REAL.length)] ?? "0x";
			const at = 10 + 2 * Math.floor((next() * (data.length - 10)) / 2);
			const byte = Math.floor(next() * 256)
				.toString(16)
				.padStart(2, "0");
			const changed: Hex = `0x${data.slice(2, at)}${byte}${data.slice(at + 2)}`;
			const { meaning, call } = read(UNIVERSAL_ROUTER, changed);
			if (meaning.kind === "unknown" || call === null) continue;
			const lines: readonly string[] = [`function ${call.signature ?? ""}`];
			const abi = parseAbi(lines);
			expect(encodeFunctionData({ abi, ...decodeFunctionData({ abi, data: changed }) })).toBe(changed);
		}
	});

	it("never throw at random, or with a known selector before them", () => {
		const next = random(11);
		for (let round = 0; round < 1500; round += 1) {
			const length = Math.floor(next() * 400);
			const bytes = Array.from({ length }, () => Math.floor(next() * (next() < 0.7 ? 1 : 256)))
				.map((byte) => byte.toString(16).padStart(2, "0"))
				.join("");
			const selector = (REAL[round % REAL.length] ?? "0x").slice(0, 10);
			expect(() => leaves(UNIVERSAL_ROUTER, `0x${bytes}`)).not.toThrow();
			expect(() => leaves(UNIVERSAL_ROUTER, hex(`${selector}${bytes}`))).not.toThrow();
		}
	});

	it("that point 4,000 values to the same 64 KiB cost nothing", () => {
		const word = (value: number) => value.toString(16).padStart(64, "0");
		const many = 4000;
		const offsets = word(many * 32).repeat(many);
		const data = hex(
			`${multicall([]).slice(0, 10)}${word(32)}${word(many)}${offsets}${word(65_536)}${"00".repeat(65_536)}`,
		);
		expect(read(TOKEN, data).meaning).toMatchObject({ kind: "unknown", reason: "loose" });
	});
});
