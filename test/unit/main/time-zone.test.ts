import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timeZoneAt } from "../../../src/main/time-zone.ts";

/** What other tests asked for, or these, is forgotten by a clock that was put back. */
const forget = () => void timeZoneAt(Number.MIN_SAFE_INTEGER);

beforeEach(forget);
afterEach(() => {
	vi.restoreAllMocks();
	timeZoneAt(0);
	forget();
});

it("the app asks for the time zone once in ten seconds, and anew where the clock was put back", () => {
	const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
	const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
	asked.mockClear();
	const start = 1_790_000_000_000;
	for (const [after, times] of [
		[0, 1],
		[9_999, 1],
		[10_000, 2],
		[19_999, 2],
		[9_999, 3],
	] as const) {
		expect(timeZoneAt(start + after)).toBe(name);
		expect(asked).toHaveBeenCalledTimes(times);
	}
});

it("the app tells another zone that the computer was carried into", () => {
	const later = 1_800_000_000_000;
	timeZoneAt(later);
	const options = Intl.DateTimeFormat().resolvedOptions();
	vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
		...options,
		timeZone: "Pacific/Chatham",
	});
	expect(timeZoneAt(later + 9_999)).toBe(options.timeZone);
	expect(timeZoneAt(later + 10_000)).toBe("Pacific/Chatham");
});
