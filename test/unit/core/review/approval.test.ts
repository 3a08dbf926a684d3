import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { readableValues } from "../../../../src/core/review/approval.ts";

describe("the values of a check", () => {
	const check = { field: "value", reviewed: "20000000000000000", payload: "20000000000000001" };

	it("are sent amounts in the native coin, to the last digit", () => {
		expect(readableValues(check, "8453")).toEqual({
			reviewed: message("amount.exact", { amount: "0.02", symbol: "ETH" }),
			payload: message("amount.exact", { amount: "0.020000000000000001", symbol: "ETH" }),
		});
		expect(readableValues({ ...check, field: "[2].value", payload: null }, "1").payload).toBeNull();
	});

	it("are unchanged if they are not amounts, or on a chain without a native coin", () => {
		const nonce = { field: "nonce", reviewed: "1", payload: "2" };
		expect(readableValues(nonce, "8453")).toEqual({ reviewed: "1", payload: "2" });
		expect(readableValues({ ...check, payload: "1e9" }, "8453").payload).toBe("1e9");
		expect(readableValues(check, "mainnet-beta").payload).toBe(check.payload);
	});
});
