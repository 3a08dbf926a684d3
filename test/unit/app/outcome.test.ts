import { describe, expect, it } from "vitest";
import { asOutcome } from "../../../src/main/app/outcome.ts";
import { ChainError } from "../../../src/main/chains/evm.ts";

describe("a failed wish", () => {
	const words = (cause: unknown) => {
		const outcome = asOutcome(cause, () => {});
		return outcome.ok ? "" : outcome.words;
	};

	it("is told in the error's own sentences where it has some", () => {
		expect(words(Object.assign(new Error("inner"), { words: "The keychain refused." }))).toBe(
			"The keychain refused.",
		);
		expect(words(new ChainError("no_rpc", "No RPC is set."))).toBe("No RPC is set.");
	});

	it("is told without inner details where nobody foresaw it", () => {
		const told = words(new TypeError("Cannot read properties of undefined"));
		expect(told).not.toMatch(/undefined|Cannot read/);
		expect(told).toMatch(/fault of its own/);
	});
});
