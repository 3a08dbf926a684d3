import { encodeFunctionData, parseAbi, parseEther } from "viem";
import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { isUnderstood } from "../../../../../src/core/decode/evm/leaves.ts";
import { headlineOf } from "../../../../../src/core/describe/evm/headline.ts";
import { payeesOf } from "../../../../../src/core/effects/evm/mentions.ts";
import { NO_USES } from "../../../../../src/core/identities/counterparties.ts";
import { outline } from "../../../../support/outline.ts";

const ME = "0x1111111111111111111111111111111111111111";
const OTHER = "0x9999999999999999999999999999999999999999";
const ODD = "0x4444444444444444444444444444444444444444";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const POOL = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
const COMET = "0xc3d688b66703497daa19211eedff47f25384cdc3";
const MORPHO = "0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb";
const V2 = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
const ROUTER_02 = "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45";
const POSITIONS = "0xc36442b4a4522e871399cd717abdd847ab11fe88";
const ENS = "0x253553366da8546fc250f225fe3d25d0c782303b";
const RESOLVER = "0x231b0ee14048e9dccd1d247744d114a4eb5e8e63";
const QUEUE = "0x889edc2edab5f40e902b864ad4d7ade8e412f9b1";

type Hex = `0x${string}`;
const user = {
	accounts: [ME],
	labels: {},
	signerState: "ready",
	counterparties: new Map(),
	uses: NO_USES,
	device: null,
} as const;

/** Encodes calldata with viem. */
function data(signature: string, args: readonly unknown[]): Hex {
	const abi = parseAbi([`function ${signature}`] as readonly string[]);
	return encodeFunctionData({ abi, args } as never);
}

function read(to: Hex, signature: string, args: readonly unknown[], value = 0n, chain = "1") {
	const call = { to, value, data: data(signature, args) };
	const decoded = decodeEvm(call, undefined, contractsOf(chain));
	const { text } = headlineOf({ decoded, facts: null, user, chainRef: chain, signer: ME });
	return {
		decoded,
		text: outline(text),
		known: isUnderstood(decoded),
		payees: payeesOf({ as: ME, decoded }),
	};
}

const SUPPLY = "supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)";

describe("a function of a known application", () => {
	it("is decoded at its known contract", () => {
		const { decoded, known, payees, text } = read(POOL, SUPPLY, [USDC, 7n, ME, 0]);
		expect(decoded.meaning).toMatchObject({
			kind: "act",
			what: "supply",
			app: "Aave",
			gives: [{ asset: USDC, amount: 7n, bound: "exact", party: "caller" }],
			gets: [{ asset: null, party: ME }],
		});
		expect(known).toBe(true);
		expect(payees).toEqual([]);
		expect(text).toMatch(/^act\.supply\(.*, app: Aave\)$/);
	});

	it("is only a guess at any other address, and on any other chain", () => {
		for (const [to, chain] of [
			[ODD, "1"],
			[POOL, "5"],
		] as const) {
			const { decoded, known, text } = read(to, SUPPLY, [USDC, 7n, ME, 0], 0n, chain);
			expect(decoded.meaning).toMatchObject({ kind: "unknown", reason: "selector", like: { app: "Aave" } });
			expect(known).toBe(false);
			expect(text).toMatch(/^call\.like\(app: Aave, told: act\.supply/);
		}
	});

	it("is not trusted with one extra byte", () => {
		const call = { to: POOL, value: 0n, data: `${data(SUPPLY, [USDC, 7n, ME, 0])}00` } as const;
		expect(decodeEvm(call, undefined, contractsOf("1")).meaning).toMatchObject({
			kind: "unknown",
			reason: "extra",
		});
	});

	it("names every other recipient of the caller's assets", () => {
		const market = [USDC, WETH, ODD, ODD, 1n];
		const marketType = "(address, address, address, address, uint256)";
		const calls: readonly (readonly [Hex, string, readonly unknown[]])[] = [
			[POOL, SUPPLY, [USDC, 7n, OTHER, 0]],
			[POOL, "withdraw(address, uint256, address)", [USDC, 7n, OTHER]],
			[POOL, "repay(address, uint256, uint256, address)", [USDC, 7n, 2n, OTHER]],
			[COMET, "supplyTo(address, address, uint256)", [OTHER, USDC, 7n]],
			[COMET, "withdrawTo(address, address, uint256)", [OTHER, USDC, 7n]],
			[COMET, "transferAsset(address, address, uint256)", [OTHER, USDC, 7n]],
			[COMET, "withdrawFrom(address, address, address, uint256)", [ME, OTHER, USDC, 7n]],
			[MORPHO, `supply(${marketType}, uint256, uint256, address, bytes)`, [market, 7n, 0n, OTHER, "0x"]],
			[MORPHO, `borrow(${marketType}, uint256, uint256, address, address)`, [market, 7n, 0n, ME, OTHER]],
			[MORPHO, `withdraw(${marketType}, uint256, uint256, address, address)`, [market, 7n, 0n, ME, OTHER]],
			[MORPHO, `withdrawCollateral(${marketType}, uint256, address, address)`, [market, 7n, ME, OTHER]],
			[QUEUE, "requestWithdrawals(uint256[], address)", [[7n], OTHER]],
			[
				V2,
				"swapExactTokensForTokens(uint256, uint256, address[], address, uint256)",
				[7n, 1n, [USDC, WETH], OTHER, 1n],
			],
			[RESOLVER, "setAddr(bytes32, address)", [`0x${"1".repeat(64)}`, OTHER]],
		];
		for (const [to, signature, args] of calls) {
			const { known, payees } = read(to, signature, args);
			expect([signature, known, payees]).toEqual([signature, true, [OTHER]]);
		}
	});

	it("names who controls the deposit", () => {
		const market = [USDC, WETH, ODD, OTHER, 1n];
		const signature =
			"supply((address, address, address, address, uint256), uint256, uint256, address, bytes)";
		const { decoded } = read(MORPHO, signature, [market, 7n, 0n, ME, "0x"]);
		expect(decoded.meaning).toMatchObject({ venues: [ODD, OTHER, WETH, USDC] });
	});

	it("distinguishes a right from a payment, and a grant from a revocation", () => {
		const given = read(COMET, "allow(address, bool)", [OTHER, true]);
		expect(given.decoded.meaning).toMatchObject({
			what: "right",
			rights: [{ holder: OTHER, given: true, over: "account" }],
		});
		expect(given.text).toMatch(/^act\.right\.account\(/);
		const back = read(MORPHO, "setAuthorization(address, bool)", [OTHER, false]);
		expect(back.decoded.meaning).toMatchObject({ rights: [{ holder: OTHER, given: false }] });
	});

	it("decodes the maximum number as all", () => {
		const { decoded } = read(POOL, "withdraw(address, uint256, address)", [USDC, 2n ** 256n - 1n, ME]);
		expect(decoded.meaning).toMatchObject({ gets: [{ asset: USDC, amount: null }] });
	});
});

describe("Uniswap's routers", () => {
	it("pay out the native coin if they say so", () => {
		const { decoded, text } = read(
			V2,
			"swapExactETHForTokens(uint256, address[], address, uint256)",
			[5n, [WETH, USDC], ME, 1n],
			parseEther("1"),
		);
		expect(decoded.meaning).toMatchObject({
			kind: "swap",
			assetIn: "native",
			amountIn: parseEther("1"),
			assetOut: USDC,
			amountOut: 5n,
			to: ME,
		});
		expect(text).not.toContain("call.and-sends");
	});

	it("are decoded through their multicall, and only at their own address", () => {
		const single = "exactInputSingle((address, address, uint24, address, uint256, uint256, uint160))";
		const router = `0x${"2".padStart(40, "0")}`;
		const steps = [
			data(single, [[USDC, WETH, 500, router, 9n, 3n, 0n]]),
			data("unwrapWETH9(uint256, address)", [3n, OTHER]),
		];
		const here = read(ROUTER_02, "multicall(uint256, bytes[])", [1n, steps]);
		expect(here.known).toBe(true);
		expect(here.decoded.meaning).toMatchObject({
			kind: "calls",
			verified: true,
			calls: [
				{ decoded: { meaning: { kind: "swap", to: "here", payer: "caller" } } },
				{ decoded: { meaning: { kind: "wrap", into: false, to: OTHER } } },
			],
		});
		expect(read(ODD, "multicall(uint256, bytes[])", [1n, steps]).known).toBe(false);
	});

	it("send collected tokens to the named recipient", () => {
		const collect = "collect((uint256, address, uint128, uint128))";
		const { decoded, payees } = read(POSITIONS, collect, [[1n, OTHER, 9n, 9n]]);
		expect(decoded.meaning).toMatchObject({ kind: "act", what: "collect" });
		expect(payees).toEqual([OTHER]);
		const nobody = `0x${"0".repeat(40)}`;
		expect(read(POSITIONS, collect, [[1n, nobody, 9n, 9n]]).payees).toEqual([]);
	});
});

describe("names", () => {
	const register = "register(string, address, uint256, bytes32, address, bytes[], bool, uint16)";
	const word = `0x${"1".repeat(64)}`;

	it("are registered for the named owner, and point to their records", () => {
		const record = data("setAddr(bytes32, address)", [word, OTHER]);
		const args = ["alice", ME, 1n, word, RESOLVER, [record], true, 0];
		const { decoded, payees, text } = read(ENS, register, args, 9n);
		expect(decoded.meaning).toMatchObject({ what: "register", about: "alice.eth", venues: [RESOLVER] });
		expect(payees).toEqual([OTHER]);
		expect(text).toContain("act.register(what: alice.eth, app: ENS)");
	});
});
