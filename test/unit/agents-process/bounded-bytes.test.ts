import { expect, it } from "vitest";
import { BoundedBytes } from "../../../src/agents-process/bounded-bytes.ts";

it("joins the added bytes", () => {
	const bytes = new BoundedBytes(10);
	expect(bytes.add(Buffer.from("abc"))).toBe(true);
	expect(bytes.add(Buffer.from("déf"))).toBe(true);
	expect(bytes.consumeText()).toBe("abcdéf");
	expect(bytes.consumeText()).toBe("");
});

it("accepts no more than the limit, and stores nothing after that", () => {
	const bytes = new BoundedBytes(3);
	expect(bytes.add(Buffer.from("abc"))).toBe(true);
	expect(bytes.add(Buffer.from("d"))).toBe(false);
	expect(bytes.consumeText()).toBe("");
});

it("stores a million single bytes in few chunks", () => {
	const bytes = new BoundedBytes(2_000_000);
	let most = 0;
	for (let index = 0; index < 1_000_000; index += 1) {
		bytes.add(Buffer.of(0x61));
		most = Math.max(most, bytes.pieces);
	}
	expect(most).toBeLessThan(1_000);
	expect(bytes.consumeText()).toHaveLength(1_000_000);
});
