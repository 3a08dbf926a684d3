import { describe, expect, it } from "vitest";
import { createSharedReading } from "../../../../src/main/inbox/shared-reading.ts";

function scene() {
	let reads = 0;
	const shared = createSharedReading(() => {
		reads += 1;
		return reads;
	});
	return { shared, reads: () => reads };
}

describe("a reading that is shared by those who compose together", () => {
	it("is made once for all of them, however many there are", () => {
		const { shared, reads } = scene();
		const given: number[] = [];
		shared.during(() => {
			for (let at = 0; at < 5; at += 1) given.push(shared.get());
		});
		expect(given).toEqual([1, 1, 1, 1, 1]);
		expect(reads()).toBe(1);
	});

	it("is made anew after a change", () => {
		const { shared } = scene();
		const given: number[] = [];
		shared.during(() => {
			given.push(shared.get());
			shared.drop();
			given.push(shared.get());
		});
		expect(given).toEqual([1, 2]);
	});

	it("is not kept beyond the composition, nor by one that fails", () => {
		const { shared } = scene();
		const fails = () => {
			shared.get();
			throw new Error("not composed");
		};
		expect(() => shared.during(fails)).toThrow("not composed");
		expect([shared.get(), shared.get()]).toEqual([2, 3]);
	});
});
