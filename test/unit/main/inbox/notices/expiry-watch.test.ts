import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import { ExpiryWatch, REMIND_MS } from "../../../../../src/main/inbox/notices/reminders.ts";
import { virtualClock } from "../../signing/clock.ts";

const NOW = 1_000_000;
const DAY = 24 * 3600_000;

const offer = (expiresAt: number | null, actionable = true, firstSeen = NOW) =>
	({ actionable, expiresAt, firstSeen }) as Entry;

function scene(...entries: Entry[]) {
	const clock = virtualClock(NOW);
	const ended: number[] = [];
	const last: number[] = [];
	let [reads, isRunning] = [0, true];
	const watch = new ExpiryWatch(clock, {
		entries() {
			reads += 1;
			return entries;
		},
		onExpiry: () => ended.push(clock.now() - NOW),
		onLast: () => last.push(clock.now() - NOW),
		isRunning: () => isRunning,
	});
	return {
		clock,
		ended,
		last,
		watch,
		reads: () => reads,
		end() {
			isRunning = false;
		},
	};
}

describe("an offer that runs out", () => {
	it("is reported for right after its end, the first one first", () => {
		const { clock, ended, watch } = scene(offer(NOW + 9_000), offer(NOW + 5_000), offer(null));
		watch.look();
		clock.advance(5_000);
		expect(ended).toEqual([]);
		clock.advance(1);
		expect(ended).toEqual([5_001]);
	});

	it("is reported for at once if it has ended already", () => {
		const { clock, ended, watch } = scene(offer(NOW - 1));
		watch.look();
		clock.advance(1);
		expect(ended).toEqual([1]);
	});

	it("is not waited for if nobody can do anything about it", () => {
		const { clock, watch } = scene(offer(NOW + 5_000, false));
		watch.look();
		expect(clock.waiting()).toBe(0);
	});

	it("is waited for by timers that can be set, however late it ends", () => {
		const { clock, ended, watch } = scene(offer(NOW + 365 * DAY));
		watch.look();
		clock.advance(24 * DAY);
		expect(ended).toHaveLength(1);
	});

	it("is looked for once if many come together", () => {
		const { clock, reads, watch } = scene(offer(NOW + 5_000));
		for (let times = 0; times < 100; times += 1) watch.lookSoon();
		clock.advance(1_000);
		expect(reads()).toBe(1);
	});

	it("is not looked for any more once the app stops", () => {
		const { clock, end, reads, watch } = scene(offer(NOW + 5_000));
		watch.lookSoon();
		end();
		clock.advance(1_000);
		expect(reads()).toBe(0);
		watch.look();
		watch.stop();
		expect(clock.waiting()).toBe(0);
	});
});

describe("an offer that is about to run out", () => {
	const end = NOW + 3 * REMIND_MS;

	it("is reported for so long before its end, and looked at again at its end", () => {
		const { clock, ended, last, watch } = scene(offer(end));
		watch.look();
		expect(last).toEqual([]);
		clock.advance(2 * REMIND_MS + 1);
		watch.look();
		expect(last).toEqual([2 * REMIND_MS + 1]);
		clock.advance(REMIND_MS);
		expect(ended).toEqual([2 * REMIND_MS + 1, 3 * REMIND_MS + 1]);
	});

	it("is reported for at the first look where the computer slept past that moment, and not if it slept past the end", () => {
		const late = scene(offer(NOW + REMIND_MS - 1, true, NOW - 2 * REMIND_MS));
		late.watch.look();
		expect(late.last).toEqual([0]);
		const over = scene(offer(NOW - 1, true, NOW - 3 * REMIND_MS));
		over.watch.look();
		expect(over.last).toEqual([]);
	});

	it("is not reported of a second time if it came shortly before, nor if nobody can do anything about it", () => {
		const { last, watch } = scene(offer(NOW + REMIND_MS), offer(end - REMIND_MS, false, NOW - 9 * REMIND_MS));
		watch.look();
		expect(last).toEqual([]);
	});
});
