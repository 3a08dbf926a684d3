import { describe, expect, it } from "vitest";
import { createKeepFresh } from "../../../../../src/main/reviewing/reviews/keep-fresh.ts";
import type { WindowRoute } from "../../../../../src/main/window-route.ts";
import { virtualClock } from "../../signing/clock.ts";

const REVIEW: WindowRoute = { kind: "entry", entryId: "commit:c", mode: "review" };
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function scene(first: WindowRoute) {
	const clock = virtualClock(0);
	const loaded: string[] = [];
	const now = { place: first, isThere: true, isRunning: true };
	const keepFresh = createKeepFresh({
		clock,
		reviews: {
			async load(entryId) {
				loaded.push(entryId);
			},
		},
		place: () => now.place,
		entry: () => (now.isThere ? {} : null),
		running: () => now.isRunning,
	});
	keepFresh.moved();
	return { clock, keepFresh, loaded, now };
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
		const { clock, keepFresh, loaded, now } = scene(REVIEW);
		now.place = { kind: "rules" };
		keepFresh.moved();
		expect(clock.waiting()).toBe(0);
		expect(loaded).toEqual([]);
	});

	it("is followed by the next one, where another was opened while it was read", async () => {
		const { clock, keepFresh, loaded, now } = scene(REVIEW);
		clock.next();
		now.place = { ...REVIEW, entryId: "commit:d" };
		keepFresh.moved();
		await settled();
		expect(clock.waiting()).toBe(1);
		clock.next();
		expect(loaded).toEqual(["commit:c", "commit:d"]);
	});

	it.each(["isThere", "isRunning"] as const)("is not read where this ended meanwhile: %s", (what) => {
		const { clock, loaded, now } = scene(REVIEW);
		now[what] = false;
		clock.next();
		expect(loaded).toEqual([]);
	});

	it("is not kept fresh where its answer is under way", () => {
		expect(scene({ ...REVIEW, mode: "progress" }).clock.waiting()).toBe(0);
	});
});
