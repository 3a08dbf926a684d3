import { describe, expect, it } from "vitest";
import { ComposeCache } from "../../../../src/main/inbox/inbox.ts";

function scene() {
	let reads = 0;
	const shared = new ComposeCache(() => {
		reads += 1;
		return reads;
	});
	return { shared, reads: () => reads };
}

describe("a shared read among composers", () => {
	it("is made once for any number of them", () => {
		const { shared, reads } = scene();
		const given: number[] = [];
		shared.during(() => {
			for (let at = 0; at < 5; at += 1) given.push(shared.get());
		});
		expect(given).toEqual([1, 1, 1, 1, 1]);
		expect(reads()).toBe(1);
	});

	it("is made again after a change", () => {
		const { shared } = scene();
		const given: number[] = [];
		shared.during(() => {
			given.push(shared.get());
			shared.drop();
			given.push(shared.get());
		});
		expect(given).toEqual([1, 2]);
	});

	it("is cached from one composition to the next, until something changes", () => {
		const { shared, reads } = scene();
		const composed: number[] = [];
		const compose = () => shared.during(() => composed.push(shared.get()));
		for (let at = 0; at < 30; at += 1) compose();
		expect(reads()).toBe(1);
		shared.drop();
		compose();
		expect(composed.at(-1)).toBe(2);
	});

	it("is made again for a decision, outside a composition", () => {
		const { shared } = scene();
		shared.during(() => shared.get());
		expect([shared.get(), shared.get()]).toEqual([2, 3]);
	});

	it("is cached for a mere display, until something changes", () => {
		const { shared, reads } = scene();
		shared.during(() => shared.get());
		for (let at = 0; at < 30; at += 1) expect(shared.latest()).toBe(1);
		expect(reads()).toBe(1);
		shared.drop();
		expect([shared.latest(), shared.latest()]).toEqual([2, 2]);
	});

	it("survives a composition that fails", () => {
		const { shared } = scene();
		const fails = () => {
			throw new Error("not composed");
		};
		expect(() => shared.during(fails)).toThrow("not composed");
		expect(shared.get()).toBe(1);
	});
});
