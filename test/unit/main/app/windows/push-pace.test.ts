import { describe, expect, it } from "vitest";
import { PushPace } from "../../../../../src/main/app/windows/push-pace.ts";
import { virtualClock } from "../../signing/clock.ts";

/** @param costMs how long composing takes */
function scene(costMs: number) {
	const clock = virtualClock(0);
	let ahead = 0;
	const pushes: number[] = [];
	const desks: number[] = [];
	const timed = { now: () => clock.now() + ahead, after: clock.after };
	const pace = new PushPace(timed, (what) => {
		pushes.push(clock.now());
		if (what === "all") desks.push(clock.now());
		ahead += costMs;
	});
	return {
		clock,
		pace,
		pushes,
		/** Times of the pushes that also composed the desk. */
		desks,
		/** Reports this many changes, one every 10 ms. */
		changes(count: number) {
			for (let at = 0; at < count; at += 1) {
				pace.changed();
				clock.advance(10);
			}
		},
	};
}

describe("the pace of pushes", () => {
	it("combines changes of one moment", () => {
		const { clock, pace, pushes } = scene(0);
		for (let at = 0; at < 1_000; at += 1) pace.changed();
		clock.advance(1_000);
		expect(pushes).toEqual([30]);
	});

	it("follows each change soon if composing is very cheap", () => {
		const { pushes, changes } = scene(1);
		changes(1_000);
		expect(pushes.length).toBeGreaterThan(300);
	});

	it("composes a long desk for at most a fifth of the time", () => {
		const { pushes, changes } = scene(50);
		changes(1_000);
		expect(pushes.length).toBeGreaterThan(10);
		expect(pushes.length * 50).toBeLessThanOrEqual(10_000 / 4);
	});

	it("is not delayed for long by a clock that was set forward meanwhile", () => {
		const { clock, pace, pushes } = scene(3_600_000);
		pace.changed();
		clock.advance(30);
		pace.changed();
		clock.advance(500);
		expect(pushes).toHaveLength(2);
	});

	it("lets an approval pass before the desk, and composes for the trusted window meanwhile", () => {
		const { pace, pushes, desks, changes } = scene(0);
		pace.approving();
		changes(10);
		expect(pushes).toEqual([30, 60, 90]);
		expect(desks).toEqual([]);
		changes(10);
		expect(desks[0]).toBe(120);
	});

	it("composes the desk once an approval has passed, if no further change follows", () => {
		const { clock, pace, pushes, desks } = scene(0);
		pace.approving();
		pace.changed();
		clock.advance(1_000);
		expect(pushes).toEqual([30, 130]);
		expect(desks).toEqual([130]);
	});

	it("does not delay the desk further if another approval follows", () => {
		const { clock, pace, desks } = scene(0);
		for (let at = 0; at < 20; at += 1) {
			pace.approving();
			pace.changed();
			clock.advance(50);
		}
		expect(desks.length).toBeGreaterThan(5);
	});

	it("pushes nothing once it was stopped", () => {
		const { clock, pace, pushes } = scene(0);
		pace.changed();
		pace.stop();
		clock.advance(1_000);
		expect(pushes).toEqual([]);
	});
});
