import { describe, expect, it } from "vitest";
import { ReviewRefresh } from "../../../../../src/main/reviewing/reviewing.ts";
import type { WindowRoute } from "../../../../../src/main/window-route.ts";
import { virtualClock } from "../../signing/clock.ts";

const REVIEW: WindowRoute = { kind: "entry", entryId: "commit:c", mode: "review" };
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function scene(first: WindowRoute) {
	const clock = virtualClock(0);
	const loaded: string[] = [];
	const now = { place: first, isThere: true, isRunning: true, checked: 0 };
	const refresh = new ReviewRefresh(
		{
			clock,
			window: { route: () => now.place },
			inbox: { entry: () => (now.isThere ? {} : null) },
			signedIn: { isRunning: () => now.isRunning },
		},
		{
			async load(entryId) {
				loaded.push(entryId);
			},
			checkAgain() {
				now.checked += 1;
			},
		},
	);
	refresh.moved();
	return { clock, refresh, loaded, now };
}

describe("a review that is open", () => {
	it("is read again and again, each time after the last one is there", async () => {
		const { clock, loaded } = scene(REVIEW);
		clock.next();
		expect(loaded).toEqual(["commit:c"]);
		expect(clock.waiting()).toBe(0);
		await settled();
		clock.next();
		expect(loaded).toEqual(["commit:c", "commit:c"]);
	});

	it("is read no more once the window has gone elsewhere", async () => {
		const { clock, refresh, loaded, now } = scene(REVIEW);
		now.place = { kind: "rules" };
		refresh.moved();
		expect(clock.waiting()).toBe(0);
		expect(loaded).toEqual([]);
	});

	it("is followed by the next one, if another was opened while it was read", async () => {
		const { clock, refresh, loaded, now } = scene(REVIEW);
		clock.next();
		now.place = { ...REVIEW, entryId: "commit:d" };
		refresh.moved();
		await settled();
		expect(clock.waiting()).toBe(1);
		clock.next();
		expect(loaded).toEqual(["commit:c", "commit:d"]);
	});

	it.each(["isThere", "isRunning"] as const)("is not read if this ended meanwhile: %s", (what) => {
		const { clock, loaded, now } = scene(REVIEW);
		now[what] = false;
		clock.next();
		expect(loaded).toEqual([]);
	});

	it("is not kept fresh if its answer is under way", () => {
		expect(scene({ ...REVIEW, mode: "progress" }).clock.waiting()).toBe(0);
	});
});

describe("what no chain could be queried for is checked again", () => {
	function recheckScene() {
		const { clock, refresh, now } = scene({ kind: "empty" });
		return { clock, rechecks: refresh, checked: () => now.checked };
	}

	it("is at once, and not again while nothing else is heard", () => {
		const { clock, rechecks, checked } = recheckScene();
		rechecks.reachable();
		expect(checked()).toBe(1);
		clock.advance(60_000);
		expect(checked()).toBe(1);
	});

	it("is once more after the pace, however often a chain was heard to answer meanwhile", () => {
		const { clock, rechecks, checked } = recheckScene();
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
		const { clock, rechecks, checked } = recheckScene();
		for (let heard = 0; heard < 2; heard += 1) rechecks.reachable();
		rechecks.stop();
		clock.advance(60_000);
		expect(checked()).toBe(1);
	});
});
