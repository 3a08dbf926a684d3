import { describe, expect, it } from "vitest";
import { HttpClient } from "../../../../src/main/service/http.ts";
import { ServiceClock } from "../../../../src/main/service/service-clock.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const dated = (at: number) => new Date(at).toUTCString();

function noting(...answers: readonly (readonly [date: string | null, tookMs: number])[]) {
	let changes = 0;
	const clock = new ServiceClock(() => {
		changes += 1;
	});
	for (const [date, tookMs] of answers) clock.addSample(date, NOW - tookMs, NOW);
	return { difference: clock.difference(), changes };
}

describe("the service's clock", () => {
	it.each([
		["an hour behind ours", dated(NOW - HOUR), HOUR - 1_000],
		["an hour ahead of ours", dated(NOW + HOUR), -HOUR],
		["the same except for seconds", dated(NOW - 20_000), null],
		["not stated", null, null],
		["no time", "yesterday", null],
		["a time without a zone", "Sun, 06 Nov 1994 08:49:37", null],
	])("differs if it is %s", (_how, date, difference) => {
		expect(noting([date, 0]).difference).toBe(difference);
	});

	it("allows for the round trip, and trusts the quickest answer", () => {
		expect(noting([dated(NOW - 40_000), 15_000]).difference).toBeNull();
		expect(noting([dated(NOW - 40_000), 15_000], [dated(NOW - 40_000), 100])).toEqual({
			difference: 38_900,
			changes: 1,
		});
	});

	it("drops earlier measurements once the clock was changed", () => {
		const right = [dated(NOW), 50] as const;
		expect(noting([dated(NOW - HOUR), 0], right, right, right, right, right)).toEqual({
			difference: null,
			changes: 2,
		});
	});

	it.each([
		["earlier if the service is ahead, without a limit", dated(NOW + 5 * HOUR), -5 * HOUR],
		["later if it is behind, by the certain difference", dated(NOW - HOUR), HOUR - 10_000],
		["later by two hours at most", dated(NOW - 5 * HOUR), 2 * HOUR],
		["as stated if the clocks agree", dated(NOW - 20_000), 0],
	])("moves an offer's expiry: %s", (_how, date, offset) => {
		const clock = new ServiceClock(() => {});
		clock.addSample(date, NOW, NOW);
		expect(clock.offset()).toBe(offset);
	});

	it("announces each offset, and not a slow answer", () => {
		expect(noting([dated(NOW - HOUR), 0], [dated(NOW - HOUR), 3]).changes).toBe(1);
		expect(noting([dated(NOW - HOUR), 1], [dated(NOW - 2 * HOUR), 0]).changes).toBe(2);
	});

	it("is read from every response, including refusals", async () => {
		const serviceClock = new ServiceClock(() => {});
		const http = new HttpClient({
			fetch: () => Promise.resolve(new Response(null, { status: 503, headers: { date: dated(NOW - HOUR) } })),
			clock: { now: () => NOW, after: () => () => {} },
			baseUrl: () => "https://service.example",
			token: () => "token",
			onDate: (...given) => serviceClock.addSample(...given),
		});
		await expect(http.text({ method: "GET", path: "/v1/agent/sessions" })).rejects.toThrow();
		expect(serviceClock.difference()).toBe(HOUR - 1_000);
	});
});
