import { describe, expect, it } from "vitest";
import { clockFacts } from "../../../../src/main/support/remote-facts.ts";
import { virtualClock } from "../signing/clock.ts";

const NOW = 1_790_000_000_000;
const BASE = "https://service.example";

function asking(answer: () => Promise<Response>) {
	const asked: RequestInit[] = [];
	const fetch: typeof globalThis.fetch = async (_, init = {}) => {
		asked.push(init);
		return await answer();
	};
	return { asked, ports: { fetch, clock: virtualClock(NOW) } };
}
const dated = (ms: number) => async () =>
	new Response(null, { status: 401, headers: { date: new Date(ms).toUTCString() } });

describe("the service's time", () => {
	it.each([
		["agrees", NOW, { difference: null }],
		["is an hour behind", NOW - 3_600_000, { difference: 3_599_000 }],
		["is an hour ahead", NOW + 3_600_000, { difference: -3_600_000 }],
	])("%s, by a refusal as well", async (_what, at, found) => {
		expect(await clockFacts(BASE, asking(dated(at)).ports)).toEqual(found);
	});

	it("is queried without a token or a body", async () => {
		const { asked, ports } = asking(dated(NOW));
		await clockFacts(BASE, ports);
		expect(asked).toMatchObject([{ method: "HEAD", credentials: "omit", redirect: "manual" }]);
		expect(asked[0]).not.toHaveProperty("headers");
		expect(asked[0]).not.toHaveProperty("body");
	});

	it.each<[string, string, () => Promise<Response>]>([
		["without a service", "", dated(NOW)],
		["if the service doesn't answer", BASE, () => Promise.reject(new Error("offline"))],
		["if the answer has no date", BASE, async () => new Response(null)],
	])("is unknown %s", async (_what, baseUrl, answer) => {
		expect(await clockFacts(baseUrl, asking(answer).ports)).toBeNull();
	});
});
