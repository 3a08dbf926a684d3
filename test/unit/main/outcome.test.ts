import { describe, expect, it } from "vitest";
import { ChainError } from "../../../src/core/chain/chain-error.ts";
import { message } from "../../../src/core/message.ts";
import { asOutcome } from "../../../src/main/outcome.ts";

describe("a failed command", () => {
	const words = (cause: unknown) => {
		const outcome = asOutcome(cause, () => {});
		return outcome.ok ? "" : outcome.words;
	};

	it("is told in the error's own sentences where it has some", () => {
		expect(words(Object.assign(new Error("inner"), { words: "The keychain refused." }))).toBe(
			"The keychain refused.",
		);
		const told = message("chain.evm.no-rpc", { chainId: "5" });
		expect(words(new ChainError("no_rpc", told))).toEqual(told);
	});

	it("is told without inner details where nobody foresaw it", () => {
		expect(words(new TypeError("Cannot read properties of undefined"))).toEqual(message("app.fault"));
	});
});
