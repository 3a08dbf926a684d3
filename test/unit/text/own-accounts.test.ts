import { describe, expect, it } from "vitest";
import { message } from "../../../src/core/message.ts";
import { en } from "../../../src/text/en/index.ts";
import { textOf } from "../../../src/text/index.ts";

/** Their value is an address and nothing else, so that it has no word for an account of its own. */
const BARE: ReadonlySet<string> = new Set([
	"device.plug-in-account",
	"device.none-has-account",
	"message.relayed.account",
]);

describe("a sentence about an account of the user's", () => {
	it("has the word for it once", () => {
		const own = message("account.yours", { address: "0x12…34" });
		expect(textOf(message("svm.assign", { account: own, program: "Y" }))).toBe(
			"Hand your account 0x12…34 over to the program Y",
		);
		const doubled = Object.entries(en).filter(
			([code, pattern]) => /\bthe account \{/i.test(pattern) && !BARE.has(code),
		);
		expect(doubled.map(([code]) => code)).toEqual([]);
	});
});
