import { describe, expect, it } from "vitest";
import { chainReference, quantity } from "../../../src/service-api/resource.ts";

describe("a number with two spellings", () => {
	it.each([
		["0x0", "0"],
		["0x00ff", "255"],
		["0xEA60", "60000"],
		["-0x10", "-16"],
		["-0x0", "0"],
		[`0x${"f".repeat(64)}`, (2n ** 256n - 1n).toString()],
	])("%s is %s", (hex, decimal) => expect(quantity.parse(hex)).toBe(decimal));

	it.each(["60000", "", "0x", "0X10", "0x1g", " 0x1", "+0x1", "0x1.8", `0x${"f".repeat(65)}`, "unlimited"])(
		"%j is unchanged",
		(text) => expect(quantity.parse(text)).toBe(text),
	);
});

describe("a commit's chain", () => {
	it.each([
		["eip155:31337", "31337"],
		["31337", "31337"],
		["solana:devnet", "solana:devnet"],
		["eip155:01", "eip155:01"],
		["eip155:1:0xabc", "eip155:1:0xabc"],
		["EIP155:1", "EIP155:1"],
	])("%s is read as %s", (stated, read) => expect(chainReference.parse(stated)).toBe(read));
});
