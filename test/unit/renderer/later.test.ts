import { describe, expect, it, vi } from "vitest";
import { LazyPart } from "../../../src/renderer/state/lazy-part.ts";

describe("a lazily loaded section", () => {
	it("is loaded once, however often it is requested, and its waiters are notified", async () => {
		const load = vi.fn(async () => "places");
		const later = new LazyPart(load);
		const heard = vi.fn();
		later.subscribe(heard);
		expect(load).not.toHaveBeenCalled();
		expect(later.part()).toBeNull();
		await Promise.all([later.load(), later.load()]);
		await later.load();
		expect(later.part()).toBe("places");
		expect([load, heard].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
	});

	it("notifies no removed listener", async () => {
		const later = new LazyPart(async () => "places");
		const heard = vi.fn();
		later.subscribe(heard)();
		await later.load();
		expect(heard).not.toHaveBeenCalled();
	});

	it("throws when drawn, if its file could not be loaded", async () => {
		const later = new LazyPart(() => Promise.reject(new Error("no such file")));
		const heard = vi.fn();
		later.subscribe(heard);
		await later.load();
		expect(heard).toHaveBeenCalledOnce();
		expect(() => later.part()).toThrow("no such file");
	});
});
