import { describe, expect, it } from "vitest";
import { createPushPace } from "../../../../src/main/app/push-pace.ts";
import { virtualClock } from "../signing/clock.ts";

/** @param costMs what composing takes of the clock's time */
function scene(costMs: number) {
	const clock = virtualClock(0);
	let ahead = 0;
	const pushes: number[] = [];
	const timed = { now: () => clock.now() + ahead, after: clock.after };
	const pace = createPushPace(timed, () => {
		pushes.push(clock.now());
		ahead += costMs;
	});
	return {
		clock,
		pace,
		pushes,
		/** A change every ten ms. */
		changes(count: number) {
			for (let at = 0; at < count; at += 1) {
				pace.changed();
				clock.advance(10);
			}
		},
	};
}

describe("the pace of pushes", () => {
	it("puts changes of a moment together", () => {
		const { clock, pace, pushes } = scene(0);
		for (let at = 0; at < 1_000; at += 1) pace.changed();
		clock.advance(1_000);
		expect(pushes).toEqual([30]);
	});

	it("pushes soon after each change where composing takes next to nothing", () => {
		const { pushes, changes } = scene(1);
		changes(1_000);
		expect(pushes.length).toBeGreaterThan(300);
	});

	it("composes a long desk no more often than a fifth of the time allows", () => {
		const { pushes, changes } = scene(50);
		changes(1_000);
		expect(pushes.length).toBeGreaterThan(10);
		expect(pushes.length * 50).toBeLessThanOrEqual(10_000 / 4);
	});

	it("is not held up for long by a clock that was put forward meanwhile", () => {
		const { clock, pace, pushes } = scene(3_600_000);
		pace.changed();
		clock.advance(30);
		pace.changed();
		clock.advance(500);
		expect(pushes).toHaveLength(2);
	});

	it("pushes nothing once it was stopped", () => {
		const { clock, pace, pushes } = scene(0);
		pace.changed();
		pace.stop();
		clock.advance(1_000);
		expect(pushes).toEqual([]);
	});
});
