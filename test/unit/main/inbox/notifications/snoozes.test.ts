import { describe, expect, it } from "vitest";
import { Snoozes } from "../../../../../src/main/inbox/notifications/reminders.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { virtualClock } from "../../signing/clock.ts";

/** Snoozes hide an entry until a stored time. */

const HOUR = 3_600_000;

function scene(snoozed: Record<string, number> = {}, ends: Readonly<Record<string, number>> = {}) {
	const clock = virtualClock(1_790_000_000_000);
	const held = { snoozed };
	const settings = {
		get: () => held,
		set: (change: { snoozed?: Record<string, number> }) => Object.assign(held, change),
	};
	const back: string[][] = [];
	const snoozes = new Snoozes(
		stub<ConstructorParameters<typeof Snoozes>[0]>({ ports: { settings }, clock }),
		(id) => ends[id] ?? null,
		(ids) => back.push([...ids]),
	);
	return { clock, held, back, snoozes };
}

describe("a snoozed request", () => {
	it("is hidden until its time, then notified once", () => {
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

	it("is stored: it returns after a restart, even if its time passed meanwhile", () => {
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

	it("returns ten minutes before its own expiry, unless that is sooner", () => {
		const start = scene().clock.now();
		const { clock, back, snoozes } = scene(
			{},
			{ a: start + HOUR / 2, b: start + 9 * 60_000, c: start + 3 * HOUR },
		);
		snoozes.set(["a", "b", "c"], start + HOUR);
		expect(["a", "b", "c"].map((id) => snoozes.until(id))).toEqual([
			start + HOUR / 2 - 600_000,
			start + HOUR,
			start + HOUR,
		]);
		clock.advance(HOUR / 2 - 600_000);
		expect(back).toEqual([["a"]]);
	});

	it("is restored by hand", () => {
		const { clock, back, snoozes } = scene();
		snoozes.set(["a", "b"], clock.now() + HOUR);
		snoozes.set(["a"], null);
		expect(snoozes.until("a")).toBeNull();
		clock.advance(HOUR);
		expect(back).toEqual([["b"]]);
	});

	it("does not exist for an id that is a built-in property of objects", () => {
		expect(scene().snoozes.until("constructor")).toBeNull();
	});
});
