import { describe, expect, it } from "vitest";
import { partOfHoldings } from "../../../../src/core/risk/part-of-holdings.ts";
import { GRAVE } from "./evm/scene.ts";

const part = (raw: bigint, held: bigint, to = "0x01") => ({
	asset: `0x${to}${held}`,
	amount: { raw, decimals: 0, symbol: "T", checked: true },
	held,
	to,
});
const found = (...parts: readonly ReturnType<typeof part>[]) => partOfHoldings(parts, (address) => address);

describe("parts of holdings that strangers get", () => {
	it("are added up before they are rounded: nine parts just below two percent are much", () => {
		const parts = Array.from({ length: 9 }, () => part(199n, 10_000n));
		expect(found(...parts)).toMatchObject({ ...GRAVE, text: { params: { percent: 17 } } });
		expect(found(...parts.slice(0, 5))).toBeNull();
	});

	it("name the stranger who gets the largest part, and count nothing of an empty holding", () => {
		expect(found(part(4n, 100n, "0x01"), part(6n, 100n, "0x02"))?.stake).toEqual({
			kind: "address",
			address: "0x02",
		});
		expect(found(part(9n, 0n))).toBeNull();
	});
});
