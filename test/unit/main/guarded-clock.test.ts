import { expect, it } from "vitest";
import { guardedClock } from "../../../src/main/guarded-clock.ts";
import { virtualClock } from "./signing/clock.ts";

it("a guarded clock logs a timer's error, and runs the other timers", () => {
	const clock = virtualClock(1_000);
	const [lines, ran]: [string[], number[]] = [[], []];
	const guarded = guardedClock(clock, (line) => lines.push(line));
	guarded.after(10, () => {
		throw new Error("the disk is full");
	});
	guarded.after(20, () => void ran.push(guarded.now()));
	const cancel = guarded.after(30, () => void ran.push(guarded.now()));
	cancel();
	clock.advance(100);
	expect(lines).toHaveLength(1);
	expect(lines[0]).toContain("the disk is full");
	expect(ran).toEqual([1_020]);
});
