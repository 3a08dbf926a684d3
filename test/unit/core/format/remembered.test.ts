import { describe, expect, it } from "vitest";
import { memoized, memoizedIfLong } from "../../../../src/core/format/remembered.ts";
import { readKey } from "../../../../src/core/format/svm-wire.ts";

function counting() {
	const read: string[] = [];
	function reader(text: string): number | null {
		read.push(text);
		return text === "bad" ? null : text.length;
	}
	return { read, reader };
}

describe("a memoised parser", () => {
	it("parses the same text once, an unreadable one as well", () => {
		const { read, reader } = counting();
		const lengthOf = memoized(2, reader);
		expect(["ab", "ab", "bad", "bad"].map(lengthOf)).toEqual([2, 2, null, null]);
		expect(read).toEqual(["ab", "bad"]);
	});

	it("forgets the oldest text", () => {
		const { read, reader } = counting();
		const lengthOf = memoized(2, reader);
		for (const text of ["a", "b", "c", "b", "a"]) lengthOf(text);
		expect(read).toEqual(["a", "b", "c", "a"]);
	});

	it("for long texts only parses a short one each time", () => {
		const { read, reader } = counting();
		const lengthOf = memoizedIfLong(2, reader);
		const long = "x".repeat(2_000);
		for (const text of ["a", "a", long, `${long}`]) lengthOf(text);
		expect(read).toEqual(["a", "a", long]);
	});
});

it("a key that is parsed twice yields separate bytes each time", () => {
	const text = "11111111111111111111111111111111";
	readKey(text)?.fill(7);
	expect(readKey(text)).toEqual(new Uint8Array(32));
});
