import { expect, it } from "vitest";
import { once } from "../../../src/core/once.ts";

it("computes nothing before the first call, and the value once", () => {
	let computed = 0;
	const read = once(() => {
		computed += 1;
		return undefined;
	});
	expect(computed).toBe(0);
	expect([read(), read()]).toEqual([undefined, undefined]);
	expect(computed).toBe(1);
});
