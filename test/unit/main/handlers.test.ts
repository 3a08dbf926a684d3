import { describe, expect, it } from "vitest";
import { ChainError } from "../../../src/core/chain/chain-error.ts";
import { message } from "../../../src/core/localized-text.ts";
import { asOutcome } from "../../../src/main/handlers.ts";

describe("a failed command", () => {
	const textOfFault = (cause: unknown) => {
		const outcome = asOutcome(cause, () => {});
		return outcome.ok ? "" : outcome.text;
	};

	it("is reported in the error's own sentences if it has some", () => {
		expect(textOfFault(Object.assign(new Error("inner"), { text: "The keychain refused." }))).toBe(
			"The keychain refused.",
		);
		const told = message("chain.evm.no-rpc", { chain: "Goerli" });
		expect(textOfFault(new ChainError("no_rpc", told))).toEqual(told);
	});

	it("is reported without inner details if it was unexpected", () => {
		expect(textOfFault(new TypeError("Cannot read properties of undefined"))).toEqual(message("app.fault"));
	});
});
