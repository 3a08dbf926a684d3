import { describe, expect, it, vi } from "vitest";
import { Later } from "../../../src/renderer/state/lazy-part.ts";

describe("a lazily loaded section", () => {
	it("is loaded once, however often it is requested, and its waiters are notified", async () => {
		const load = vi.fn(async () => "places");
		const later = new Later(load);
		const heard = vi.fn();
		later.subscribe(heard);
		expect(load).not.toHaveBeenCalled();
		expect(later.part()).toBeNull();
		await Promise.all([later.bring(), later.bring()]);
		await later.bring();
		expect(later.part()).toBe("places");
		expect([load, heard].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
	});

	it("notifies no removed listener", async () => {
		const later = new Later(async () => "places");
		const heard = vi.fn();
		later.subscribe(heard)();
		await later.bring();
		expect(heard).not.toHaveBeenCalled();
	});

	it("throws when drawn, if its file could not be loaded", async () => {
		const later = new Later(() => Promise.reject(new Error("no such file")));
		const heard = vi.fn();
		later.subscribe(heard);
		await later.bring();
		expect(heard).toHaveBeenCalledOnce();
		expect(() => later.part()).toThrow("no such file");
	});
});
