import { expect, it } from "vitest";
import { exposureText } from "../../../../src/core/powers/exposure-text.ts";
import { feeAmountView, roundedView } from "../../../../src/main/views/amounts.ts";

const ALMOST = { raw: 99_999_999_999_999_999_999n, decimals: 18, symbol: "DEMO", checked: true };

it("never rounds up an amount that leaves, and says that digits are missing", () => {
	expect(roundedView(ALMOST, "up")).toMatchObject({ text: "99.9999…", full: "99.999999999999999999" });
	expect(roundedView({ ...ALMOST, raw: 10n ** 20n }, "up").text).toBe("100");
});

it("rounds a received amount down and a fee up", () => {
	expect(roundedView(ALMOST, "down").text).toBe("99.9999");
	expect(feeAmountView(ALMOST).text).toBe("100");
});

it("never rounds up what a spender can take", () => {
	const taken = {
		cents: 0n,
		isUncounted: false,
		isUnpriced: true,
		isUnread: false,
		units: [{ ...ALMOST, taken: ALMOST.raw }],
	};
	expect(exposureText(taken)).toMatchObject({ params: { amount: "99.9999…", symbol: "DEMO" } });
});
