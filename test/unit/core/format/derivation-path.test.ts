import { describe, expect, it } from "vitest";
import { isPath, readPath } from "../../../../src/core/format/derivation-path.ts";

describe("a derivation path", () => {
	it("is parsed step by step, hardened ones with the highest bit", () => {
		expect(readPath("evm", "m/44'/60'/0'/0/7")).toEqual([0x8000002c, 0x8000003c, 0x80000000, 0, 7]);
		expect(readPath("svm", "m/44'/501'/2147483647'")).toEqual([0x8000002c, 0x800001f5, 0xffffffff]);
	});

	it.each([
		["evm", ""],
		["evm", "m"],
		["evm", "m/"],
		["evm", "44'/60'"],
		["evm", "m/44'/60'/01"],
		["evm", "m/44'/60'/-1"],
		["evm", "m/44'/60'/2147483648"],
		["evm", "m/44h"],
		["evm", "m//0"],
		["evm", "m/0/1/2/3/4/5/6/7/8/9/10"],
		["evm", "seed"],
		["svm", "m/44'/501'/0"],
		["svm", "seed/0'"],
	] as const)("of %s is not %j", (family, path) => {
		expect(isPath(family, path)).toBe(false);
	});

	it("may be empty on Solana, as in its command line", () => {
		expect(isPath("svm", "seed")).toBe(true);
	});
});
