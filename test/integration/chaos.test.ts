import { expect, it } from "vitest";
import { lostOf } from "../chaos/logs.ts";
import { runChaos } from "../chaos/run.ts";
import { SEND_KINDS } from "../chaos/story.ts";
import { TROUBLES } from "../chaos/troubles.ts";

/** A few schedules of `npm run chaos`, and apps with deliberate faults. */

it("the app's log equals the service's after its answers were disturbed", async () => {
	const { diverged, resent, again, troubles, listTroubles, sent, schedules } = await runChaos({
		seed: 1,
		schedules: 24,
	});
	expect({ schedules, diverged, resent }).toEqual({ schedules: 24, diverged: [], resent: 0 });
	expect(TROUBLES.filter((kind) => troubles[kind] === 0)).toEqual([]);
	expect(TROUBLES.reduce((sum, kind) => sum + (kind === "none" ? 0 : listTroubles[kind]), 0)).toBeGreaterThan(
		0,
	);
	expect(SEND_KINDS.filter((kind) => sent[kind] === 0)).toEqual([]);
	expect(again).toBeGreaterThan(0);
});

it("a seed results in the same run each time", async () => {
	const [one, other, another] = [
		await runChaos({ seed: 5, schedules: 3 }),
		await runChaos({ seed: 5, schedules: 3 }),
		await runChaos({ seed: 6, schedules: 3 }),
	];
	expect(other).toEqual(one);
	expect(another.trace).not.toBe(one.trace);
});

const FEW = { seed: 1, schedules: 4 } as const;
const seedsOf = ({ diverged }: Awaited<ReturnType<typeof runChaos>>) => diverged.map(({ seed }) => seed);

it("an event that never arrives is a divergence", async () => {
	// Removes the third event of each session.
	const forge = (text: string) => text.replaceAll(/,\{"event_id":"[^"]*","sequence":3,[^{}]*\}/g, "");
	expect(seedsOf(await runChaos({ ...FEW, forge }))).toEqual([1, 2, 3, 4]);
});

it("an event with another content is a divergence, even if its id and number are right", async () => {
	const forge = (text: string) => text.replaceAll("the quick brown fox", "the quick brown dog");
	expect(seedsOf(await runChaos({ ...FEW, forge }))).toEqual([1, 2, 3, 4]);
});

type Fetch = typeof globalThis.fetch;

/** Changes the requests that carry an idempotency key; `count` is the number of earlier requests with that key. */
const changing =
	(change: (init: RequestInit, count: number) => RequestInit) =>
	(fetch: Fetch): Fetch => {
		const counts = new Map<string, number>();
		return async (input, init = {}) => {
			const key = new Headers(init.headers).get("idempotency-key");
			if (key === null) return await fetch(input, init);
			const count = counts.get(key) ?? 0;
			counts.set(key, count + 1);
			return await fetch(input, change(init, count));
		};
	};

it("a repeated request with other content is counted", async () => {
	const breakApp = changing((init, count) => ({
		...init,
		body: typeof init.body === "string" ? JSON.stringify({ ...JSON.parse(init.body), count }) : null,
	}));
	const { resent } = await runChaos({ seed: 1, schedules: 8, breakApp });
	expect(resent).toBeGreaterThan(0);
});

it("a message sent twice, or not at all without a refusal, is a divergence", () => {
	const said = (content: string) => ({ type: "message", sender: "user", content });
	const service = [said("one"), said("two"), said("two")];
	const lost = (messages: readonly string[], refused: readonly string[] = []) =>
		lostOf({ app: service, service }, messages, new Set(refused));
	expect(lost(["one"])).toBeNull();
	expect(lost(["one", "two"])).toBe("“two” was said 2 times");
	expect(lost(["three"])).toBe("“three” was not said");
	expect(lost(["three"], ["three"])).toBeNull();
});
