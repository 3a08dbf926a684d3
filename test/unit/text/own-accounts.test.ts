import { describe, expect, it } from "vitest";
import { message } from "../../../src/core/localized-text.ts";
import { en } from "../../../src/text/en/index.ts";
import { textOf } from "../../../src/text/index.ts";

/**
 * Exception: this sentence gets a shortened address without a name. Values named `address` are always plain
 * addresses.
 */
const BARE = "message.relayed.account";

describe("a sentence about an account of the user's", () => {
	it("contains the word “account” once", () => {
		const own = message("account.yours", { address: "0x12…34" });
		expect(textOf(message("svm.assign", { account: own, program: "Y" }))).toBe(
			"Give the program Y control of your account 0x12…34",
		);
		const doubled = Object.entries(en).filter(
			([code, pattern]) => /\bthe account \{(?!address\b)/i.test(pattern) && code !== BARE,
		);
		expect(doubled.map(([code]) => code)).toEqual([]);
	});
});
