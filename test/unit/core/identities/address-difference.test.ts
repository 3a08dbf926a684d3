import { describe, expect, it } from "vitest";
import { differenceOf } from "../../../../src/core/identities/address-difference.ts";

describe("the difference between an address and its imitation", () => {
	const like = (middle: string) => `0x1234${middle.padEnd(32, "0")}5678`;

	it("is four consecutive characters that all differ, counted after the 0x", () => {
		expect(differenceOf(like("0a0bcd1e"), like("0000"))).toMatchObject({ from: 8, to: 11 });
		expect(differenceOf(like("0a0bcd1e"), like("0000")).text.toLowerCase()).toBe("bcd1");
	});

	it("is the position with the most differences if four never differ", () => {
		expect(differenceOf(like("00a0b00c"), like("0000"))).toMatchObject({ from: 6, to: 9 });
	});

	it("ignores case while anything else differs", () => {
		const imitated = `9xQe${"k".repeat(36)}Ab12`;
		const address = `9xQe${"K".repeat(30)}mnpq${"k".repeat(2)}Ab12`;
		expect(differenceOf(address, imitated)).toEqual({ text: "mnpq", from: 35, to: 38 });
		expect(differenceOf(imitated.toLowerCase(), imitated).from).toBe(1);
	});

	it("is never in the matching ends", () => {
		const { from, to } = differenceOf(like("ffffffff"), like("0000"));
		expect(from).toBeGreaterThan(4);
		expect(to).toBeLessThan(37);
	});
});
