import { describe, expect, it } from "vitest";
import { createSnoozes } from "../../../../../src/main/inbox/notices/snoozes.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { virtualClock } from "../../signing/clock.ts";

/** Out of sight for a while: stored, and back by itself. */

const HOUR = 3_600_000;

function scene(snoozed: Record<string, number> = {}) {
	const clock = virtualClock(1_790_000_000_000);
	const held = { snoozed };
	const settings = {
		get: () => held,
		set: (change: { snoozed?: Record<string, number> }) => Object.assign(held, change),
	};
	const back: string[][] = [];
	const snoozes = createSnoozes({
		ports: stub<Parameters<typeof createSnoozes>[0]["ports"]>({ settings }),
		clock,
		back: (ids) => back.push([...ids]),
	});
	return { clock, held, back, snoozes };
}

describe("a snoozed request", () => {
	it("is out of sight until its time, then told of once", () => {
		const { clock, back, snoozes, held } = scene();
		const until = clock.now() + HOUR;
		snoozes.set(["a", "b"], until);
		expect(snoozes.until("a")).toBe(until);
		clock.advance(HOUR - 1);
		expect(back).toEqual([]);
		clock.advance(1);
		expect(back).toEqual([["a", "b"]]);
		expect([snoozes.until("a"), held.snoozed]).toEqual([null, {}]);
		expect(clock.waiting()).toBe(0);
	});

	it("is stored: it comes back after a restart, also where its time passed meanwhile", () => {
		const one = scene();
		const { back, snoozes, clock } = scene({
			late: one.clock.now() - 1,
			soon: one.clock.now() + 10,
		});
		snoozes.start();
		clock.advance(0);
		expect(back).toEqual([["late"]]);
		clock.advance(10);
		expect(back).toEqual([["late"], ["soon"]]);
	});

	it("is brought back by hand", () => {
		const { clock, back, snoozes } = scene();
		snoozes.set(["a", "b"], clock.now() + HOUR);
		snoozes.set(["a"], null);
		expect(snoozes.until("a")).toBeNull();
		clock.advance(HOUR);
		expect(back).toEqual([["b"]]);
	});

	it("is none of an id that every object has", () => {
		expect(scene().snoozes.until("constructor")).toBeNull();
	});
});
