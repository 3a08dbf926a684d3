import { describe, expect, it } from "vitest";
import { wellKnownAt } from "../../../../src/core/chain/tokens/known.ts";
import { isAsMuch, isDust, isListed } from "../../../../src/core/decoded-transaction/asset-amount.ts";

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const DAI = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const WSTETH = "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0";
const PEPE = "0x6982508145454Ce325dDbE47a25d4ec3d2311933";
const AAVE = "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9";
const CRV = "0xD533a949740bb3306d119CC777fa900bA034cd52";
const e18 = 10n ** 18n;
const part = (asset: string, raw: bigint) => [{ asset, raw }];

describe("dust compared with the offer", () => {
	it.each([
		["a dollar for two", part(USDC, 200_000_000n), part(DAI, 100n * e18)],
		["seven dollars for ten", part(DAI, 10_000n * e18), part(USDC, 7_000_000_000n)],
		["a ninth less than an ether", part("native", 100n * e18), part(WETH, 89n * e18)],
		["half an ether for one", part("native", e18), part(WETH, e18 / 2n)],
		["a thousandth of the market price", part(AAVE, 30n * e18), part(CRV, (3n * e18) / 100n)],
		["one unit", part(WETH, e18), part(USDC, 1n)],
		["nothing at all", part(WETH, e18), []],
		["one unit for a fortune of a cheap token", part(PEPE, 10n ** 10n * e18), part(USDC, 1n)],
	])("%s", (_, given, got) => {
		expect(isDust("1", given, got)).toBe(true);
	});

	it.each([
		["a dollar for a dollar, less a fee", part(USDC, 200_000_000n), part(DAI, 198n * e18)],
		["nine tenths of an ether for one", part("native", e18), part(WETH, (e18 * 9n) / 10n)],
		["a staked coin that grows", part("native", 10n * e18), part(WSTETH, 8n * e18)],
		["an ether's price in dollars", part("native", e18), part(USDC, 1_500_000_000n)],
		["many cheap tokens for a few dollars", part(PEPE, 10n ** 6n * e18), part(USDC, 8_000_000n)],
		["what is given below a dollar", part(USDC, 300_000n), part(CRV, 1n)],
		["an unlisted token", part(`0x${"aa".repeat(20)}`, e18), part(CRV, 1n)],
	])("is not %s", (_, given, got) => {
		expect(isDust("1", given, got)).toBe(false);
	});

	it("covers the native coin and listed tokens of a chain, only at their own addresses", () => {
		expect(isListed("1", "native")).toBe(true);
		expect(isListed("1", USDC)).toBe(true);
		expect(isListed("8453", USDC)).toBe(false);
	});

	it("compares the mints of Solana with a price in bounds, and no other listed ones", () => {
		const [JUP, SAMO] = [
			"JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN",
			"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
		];
		expect([JUP, SAMO].map((mint) => wellKnownAt("mainnet-beta", mint)?.symbol)).toEqual(["JUP", "SAMO"]);
		expect([JUP, SAMO].map((mint) => isListed("mainnet-beta", mint))).toEqual([true, false]);
	});
});

describe("a similar amount of the same kind", () => {
	it.each([
		["a dollar for a dollar, less a fee", part(USDC, 200_000_000n), part(DAI, 195n * e18)],
		["ether for its wrapped token", part("native", e18), part(WETH, e18)],
		["with something else besides", part(WETH, e18), [...part("native", e18), ...part(CRV, 1n)]],
	])("%s", (_, given, got) => {
		expect(isAsMuch("1", given, got)).toBe(true);
	});

	it.each([
		["less of the same kind", part(USDC, 200_000_000n), part(DAI, 189n * e18)],
		["another kind, however much", part(USDC, 200_000_000n), part(WETH, 10n ** 6n * e18)],
		["kinds without comparable amounts", part(AAVE, e18), part(AAVE, e18)],
		["an unlisted token", part(`0x${"aa".repeat(20)}`, e18), part("native", e18)],
		[
			"one of several unlisted tokens",
			[...part(USDC, 1n), ...part(`0x${"aa".repeat(20)}`, 1n)],
			part(DAI, e18),
		],
		["nothing", part(USDC, 200_000_000n), []],
	])("is not %s", (_, given, got) => {
		expect(isAsMuch("1", given, got)).toBe(false);
	});
});
