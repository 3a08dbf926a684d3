import { describe, expect, it } from "vitest";
import { message, verbatim } from "../../../../src/core/message.ts";
import { type Difference, isQuiet } from "../../../../src/core/review/diff/diff.ts";
import { readableValues } from "../../../../src/core/review/readable-values.ts";

describe("the values of a check", () => {
	const check = { field: "value", reviewed: "20000000000000000", payload: "20000000000000001" };

	it("that are sent stand in the chain's coin, to the last digit", () => {
		expect(readableValues(check, "8453")).toEqual({
			reviewed: message("amount.exact", { amount: "0.02", symbol: "ETH" }),
			payload: message("amount.exact", { amount: "0.020000000000000001", symbol: "ETH" }),
		});
		expect(readableValues({ ...check, field: "[2].value", payload: null }, "1").payload).toBeNull();
	});

	it("are left as they are where they are no amount, or of no chain with a coin of its own", () => {
		const nonce = { field: "nonce", reviewed: "1", payload: "2" };
		expect(readableValues(nonce, "8453")).toEqual({ reviewed: "1", payload: "2" });
		expect(readableValues({ ...check, payload: "1e9" }, "8453").payload).toBe("1e9");
		expect(readableValues(check, "mainnet-beta").payload).toBe(check.payload);
	});
});

describe("what changed since one looked", () => {
	const row = (field: string, before: string, after: string): Difference => ({
		field: { code: `difference.field.${field}` },
		before: verbatim(before),
		after: verbatim(after),
	});
	const nonce = row("nonce", "41", "42");

	it("is quiet where only the place in the order moved up, with the names of the review", () => {
		expect(isQuiet([nonce])).toBe(true);
		expect(isQuiet([nonce, row("review-revision", "1", "2"), row("review-digest", "a", "b")])).toBe(true);
		const step = { ...nonce, field: message("difference.of-step", { step: "2", field: nonce.field }) };
		expect(isQuiet([step])).toBe(true);
	});

	it("is told where it moved back, where anything else changed, and where the nonce did not", () => {
		expect(isQuiet([])).toBe(false);
		expect(isQuiet([row("nonce", "42", "41")])).toBe(false);
		expect(isQuiet([row("nonce", "none", "41")])).toBe(false);
		expect(isQuiet([nonce, row("value", "1", "2")])).toBe(false);
		expect(isQuiet([nonce, row("most-per-gas", "1", "2")])).toBe(false);
		expect(isQuiet([row("review-revision", "1", "2")])).toBe(false);
	});
});
