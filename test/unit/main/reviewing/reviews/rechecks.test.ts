import { expect, it } from "vitest";
import { createRechecks } from "../../../../../src/main/reviewing/reviews/rechecks.ts";
import { virtualClock } from "../../signing/clock.ts";

/** When what no chain could be asked for is checked anew. */

function scene() {
	const clock = virtualClock(0);
	let checked = 0;
	const rechecks = createRechecks(clock, () => {
		checked += 1;
	});
	return { clock, rechecks, checked: () => checked };
}

it("is at once, and not again while nothing else is heard", () => {
	const { clock, rechecks, checked } = scene();
	rechecks.reachable();
	expect(checked()).toBe(1);
	clock.advance(60_000);
	expect(checked()).toBe(1);
});

it("is once more after the pace, however often a chain was heard to answer meanwhile", () => {
	const { clock, rechecks, checked } = scene();
	for (let heard = 0; heard < 100; heard += 1) rechecks.reachable();
	expect(checked()).toBe(1);
	clock.advance(14_000);
	expect(checked()).toBe(1);
	clock.advance(1_000);
	expect(checked()).toBe(2);
	clock.advance(60_000);
	expect(checked()).toBe(2);
});

it("is never once the app stops", () => {
	const { clock, rechecks, checked } = scene();
	for (let heard = 0; heard < 2; heard += 1) rechecks.reachable();
	rechecks.stop();
	clock.advance(60_000);
	expect(checked()).toBe(1);
});
