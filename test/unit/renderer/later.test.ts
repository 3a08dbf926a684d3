import { describe, expect, it, vi } from "vitest";
import { Later } from "../../../src/renderer/state/later.ts";

describe("a part of a window that comes later", () => {
	it("is read once, however often it is wanted, and told to whoever waits", async () => {
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

	it("reports nobody who has gone", async () => {
		const later = new Later(async () => "places");
		const heard = vi.fn();
		later.subscribe(heard)();
		await later.bring();
		expect(heard).not.toHaveBeenCalled();
	});

	it("throws if it is drawn, when its file could not be read", async () => {
		const later = new Later(() => Promise.reject(new Error("no such file")));
		const heard = vi.fn();
		later.subscribe(heard);
		await later.bring();
		expect(heard).toHaveBeenCalledOnce();
		expect(() => later.part()).toThrow("no such file");
	});
});
