import { afterEach, expect, it, vi } from "vitest";
import { TimeZone } from "../../../src/main/time-zone.ts";

afterEach(() => void vi.restoreAllMocks());

it("the app reads the time zone once in ten seconds, and again if the clock was set back", () => {
	const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
	let now = 0;
	const timeZone = new TimeZone({ now: () => now });
	for (const [after, times] of [
		[0, 1],
		[9_999, 1],
		[10_000, 2],
		[19_999, 2],
		[9_999, 3],
	] as const) {
		now = after;
		expect(timeZone.name()).toBe(name);
		expect(asked).toHaveBeenCalledTimes(times);
	}
});

it("the app reports a changed zone of a travelling computer", () => {
	let now = 0;
	const timeZone = new TimeZone({ now: () => now });
	const options = Intl.DateTimeFormat().resolvedOptions();
	timeZone.name();
	vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
		...options,
		timeZone: "Pacific/Chatham",
	});
	now = 9_999;
	expect(timeZone.name()).toBe(options.timeZone);
	now = 10_000;
	expect(timeZone.name()).toBe("Pacific/Chatham");
});
