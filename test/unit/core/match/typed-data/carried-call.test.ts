import { describe, expect, it } from "vitest";
import { carriedCallOf } from "../../../../../src/core/match/typed-data/carried-call.ts";
import { OTHER, SIGNER } from "../honest.ts";
import { members, readTypedData } from "../typed-samples.ts";

/** Reads typed data that carries a call under the usual member names. */
const typed = (more: string, message: Record<string, unknown>) =>
	readTypedData({
		types: {
			EIP712Domain: members("string name"),
			Call: members(`address from,address to,bytes data${more}`),
		},
		primaryType: "Call",
		domain: { name: "Calls" },
		message: { from: SIGNER, to: OTHER, data: "0x12345678", ...message },
	});

describe("a call that typed data carries", () => {
	it("sends its stated value, and nothing without one", () => {
		expect(carriedCallOf(typed(",uint256 value", { value: "7" }))?.value).toBe(7n);
		expect(carriedCallOf(typed("", {}))?.value).toBe(0n);
	});

	it.each([
		["string", "7"],
		["bytes", "0x07"],
		["bool", true],
	])("is unreadable if its value is a %s", (type, value) => {
		expect(carriedCallOf(typed(`,${type} value`, { value }))).toBeNull();
	});
});
