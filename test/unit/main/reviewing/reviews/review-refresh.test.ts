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
	refresh.schedule();
	return { clock, refresh, loaded, now };
}

describe("an open review", () => {
	it("is refreshed again and again, each time after the last one has arrived", async () => {
		const { clock, loaded } = scene(REVIEW);
		clock.next();
		expect(loaded).toEqual(["commit:c"]);
		expect(clock.waiting()).toBe(0);
		await settled();
		clock.next();
		expect(loaded).toEqual(["commit:c", "commit:c"]);
	});

	it("is no longer refreshed once the window has moved on", async () => {
		const { clock, refresh, loaded, now } = scene(REVIEW);
		now.place = { kind: "rules" };
		refresh.schedule();
		expect(clock.waiting()).toBe(0);
		expect(loaded).toEqual([]);
	});

	it("is followed by the next one, if another was opened meanwhile", async () => {
		const { clock, refresh, loaded, now } = scene(REVIEW);
		clock.next();
		now.place = { ...REVIEW, entryId: "commit:d" };
		refresh.schedule();
		await settled();
		expect(clock.waiting()).toBe(1);
		clock.next();
		expect(loaded).toEqual(["commit:c", "commit:d"]);
	});

	it.each(["isThere", "isRunning"] as const)("is not refreshed if this ended meanwhile: %s", (what) => {
		const { clock, loaded, now } = scene(REVIEW);
		now[what] = false;
		clock.next();
		expect(loaded).toEqual([]);
	});

	it("is not refreshed if its answer is pending", () => {
		expect(scene({ ...REVIEW, mode: "progress" }).clock.waiting()).toBe(0);
	});
});

describe("a request that no chain could be queried for", () => {
	function recheckScene() {
		const { clock, refresh, now } = scene({ kind: "empty" });
		return { clock, rechecks: refresh, checked: () => now.checked };
	}

	it("is checked again at once, and not again without other news", () => {
		const { clock, rechecks, checked } = recheckScene();
		rechecks.reachable();
		expect(checked()).toBe(1);
		clock.advance(60_000);
		expect(checked()).toBe(1);
	});

	it("is checked once more after the interval, however often a chain answered meanwhile", () => {
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

	it("is never checked once the app stops", () => {
		const { clock, rechecks, checked } = recheckScene();
		for (let heard = 0; heard < 2; heard += 1) rechecks.reachable();
		rechecks.stop();
		clock.advance(60_000);
		expect(checked()).toBe(1);
	});
});
