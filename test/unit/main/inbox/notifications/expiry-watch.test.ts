import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import { ExpiryWatch, REMIND_MS } from "../../../../../src/main/inbox/notifications/reminders.ts";
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

describe("an expiring offer", () => {
	it("is announced right after its expiry, the first one first", () => {
		const { clock, ended, watch } = scene(offer(NOW + 9_000), offer(NOW + 5_000), offer(null));
		watch.checkExpiries();
		clock.advance(5_000);
		expect(ended).toEqual([]);
		clock.advance(1);
		expect(ended).toEqual([5_001]);
	});

	it("is announced at once if it has expired already", () => {
		const { clock, ended, watch } = scene(offer(NOW - 1));
		watch.checkExpiries();
		clock.advance(1);
		expect(ended).toEqual([1]);
	});

	it("is not watched if no one can act on it", () => {
		const { clock, watch } = scene(offer(NOW + 5_000, false));
		watch.checkExpiries();
		expect(clock.waiting()).toBe(0);
	});

	it("is watched with possible timers, however late it expires", () => {
		const { clock, ended, watch } = scene(offer(NOW + 365 * DAY));
		watch.checkExpiries();
		clock.advance(24 * DAY);
		expect(ended).toHaveLength(1);
	});

	it("is searched once if many arrive together", () => {
		const { clock, reads, watch } = scene(offer(NOW + 5_000));
		for (let times = 0; times < 100; times += 1) watch.checkSoon();
		clock.advance(1_000);
		expect(reads()).toBe(1);
	});

	it("is no longer searched once the app stops", () => {
		const { clock, end, reads, watch } = scene(offer(NOW + 5_000));
		watch.checkSoon();
		end();
		clock.advance(1_000);
		expect(reads()).toBe(0);
		watch.checkExpiries();
		watch.stop();
		expect(clock.waiting()).toBe(0);
	});
});

describe("a soon expiring offer", () => {
	const end = NOW + 3 * REMIND_MS;

	it("is announced a fixed time before its expiry, and checked again at its expiry", () => {
		const { clock, ended, last, watch } = scene(offer(end));
		watch.checkExpiries();
		expect(last).toEqual([]);
		clock.advance(2 * REMIND_MS + 1);
		watch.checkExpiries();
		expect(last).toEqual([2 * REMIND_MS + 1]);
		clock.advance(REMIND_MS);
		expect(ended).toEqual([2 * REMIND_MS + 1, 3 * REMIND_MS + 1]);
	});

	it("is announced at the first check if the computer slept past that moment, and not if it slept past the expiry", () => {
		const late = scene(offer(NOW + REMIND_MS - 1, true, NOW - 2 * REMIND_MS));
		late.watch.checkExpiries();
		expect(late.last).toEqual([0]);
		const over = scene(offer(NOW - 1, true, NOW - 3 * REMIND_MS));
		over.watch.checkExpiries();
		expect(over.last).toEqual([]);
	});

	it("is not announced twice if it came shortly before, or if no one can act on it", () => {
		const { last, watch } = scene(offer(NOW + REMIND_MS), offer(end - REMIND_MS, false, NOW - 9 * REMIND_MS));
		watch.checkExpiries();
		expect(last).toEqual([]);
	});
});
