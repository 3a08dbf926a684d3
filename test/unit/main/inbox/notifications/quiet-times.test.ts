import { describe, expect, it } from "vitest";
import { Quiet } from "../../../../../src/main/inbox/notifications/notification-settings.ts";
import type { SettingsStore } from "../../../../../src/main/ports.ts";
import type { Settings } from "../../../../../src/main/settings-schema.ts";
import { virtualClock } from "../../signing/clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Noon in UTC. */
const NOON = Date.UTC(2026, 10, 23, 12);

function scene(start = NOON, initial: Partial<Settings> = {}) {
	const clock = virtualClock(start);
	const kept = { pausedUntil: null, quietHours: null, ...initial } as Settings;
	const settings: SettingsStore = { get: () => kept, set: (patch) => void Object.assign(kept, patch) };
	const over: number[] = [];
	const quiet = new Quiet({ ports: { settings }, clock, timeZone: { name: () => "UTC" } }, () =>
		over.push(clock.now()),
	);
	return { clock, kept, over, quiet };
}

describe("a pause", () => {
	it("lasts until its end, after which requests that arrived meanwhile are notified once", () => {
		const { clock, over, quiet } = scene();
		quiet.pause(NOON + HOUR);
		clock.advance(HOUR - 1);
		expect(quiet.isNow()).toBe(true);
		expect(over).toEqual([]);
		clock.advance(MINUTE);
		expect(quiet.isNow()).toBe(false);
		clock.advance(3 * HOUR);
		expect(over).toHaveLength(1);
		expect(clock.waiting()).toBe(0);
	});

	it("ends at once on the user's command", () => {
		const { over, kept, quiet } = scene();
		quiet.pause(NOON + HOUR);
		quiet.pause(null);
		expect(kept.pausedUntil).toBeNull();
		expect(over).toEqual([NOON]);
	});

	it("continues after a restart, and is over if its end passed meanwhile", () => {
		const going = scene(NOON, { pausedUntil: NOON + HOUR });
		going.quiet.poll();
		expect(going.quiet.isNow()).toBe(true);
		going.clock.advance(HOUR + MINUTE);
		expect(going.over).toHaveLength(1);
		const passed = scene(NOON, { pausedUntil: NOON - 1 });
		passed.quiet.poll();
		expect(passed.quiet.isNow()).toBe(false);
		expect(passed.clock.waiting()).toBe(0);
	});
});

describe("a clock that jumps", () => {
	it("forward over a sleep ends a pause as soon as it is checked, once", () => {
		const { clock, over, quiet } = scene();
		quiet.pause(NOON + HOUR);
		clock.jump(10 * HOUR);
		quiet.poll();
		quiet.poll();
		expect(quiet.isNow()).toBe(false);
		expect(over).toHaveLength(1);
	});

	it("backwards makes a pause no longer than its maximum", () => {
		const { clock, over, kept, quiet } = scene();
		quiet.pause(NOON + HOUR);
		clock.jump(-30 * 24 * HOUR);
		quiet.poll();
		expect([quiet.isNow(), kept.pausedUntil]).toEqual([false, null]);
		expect(over).toHaveLength(1);
	});
});

describe("quiet hours", () => {
	const night = { quietHours: { from: 22 * 60, to: 7 * 60 } };

	it("last past midnight, and requests that arrived meanwhile are notified in the morning", () => {
		const { clock, over, quiet } = scene(Date.UTC(2026, 10, 23, 23), night);
		expect(quiet.isNow()).toBe(true);
		clock.advance(8 * HOUR - 1);
		expect(over).toEqual([]);
		clock.advance(MINUTE);
		expect(quiet.isNow()).toBe(false);
		expect(over).toHaveLength(1);
	});

	it("do not affect the day", () => {
		const { clock, quiet } = scene(NOON, night);
		quiet.poll();
		expect(quiet.isNow()).toBe(false);
		expect(clock.waiting()).toBe(0);
	});
});
