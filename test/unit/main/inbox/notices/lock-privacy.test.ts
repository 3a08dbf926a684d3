import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/message.ts";
import { COUNT_ID, COUNT_MS } from "../../../../../src/main/inbox/notices/lock-privacy.ts";
import { rowOf } from "../entries/rows.ts";
import { ACTION, SESSION, scene } from "./scene.ts";

describe("while the screen is locked", () => {
	const failed = rowOf({ id: "row-1", sessionId: SESSION, state: "settled", outcome: "failed", text: null });
	const COUNTED = {
		id: COUNT_ID,
		entryId: ACTION,
		title: message("notice.count.waits", { count: 1 }),
		body: message("notice.count.locked", { count: 1 }),
		silent: false,
	};

	function locked() {
		const one = scene();
		one.world.isLocked = true;
		return {
			...one,
			unlocks() {
				one.world.isLocked = false;
				one.notifications.wake();
			},
		};
	}

	it("nothing but the number of what waits is reported, once for each that is new", () => {
		const one = locked();
		one.asks();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([COUNTED]);
		one.asks({ revision: 1 });
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([COUNTED, COUNTED]);
	});

	it("and afterwards each is reported once, in the place of the number", () => {
		const one = locked();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.unlocks();
		one.unlocks();
		one.clock.advance(60_000);
		expect(one.withdrawn).toEqual([COUNT_ID]);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("it is looked at again and again if the system does not tell that it is open", () => {
		const one = locked();
		one.asks();
		one.clock.advance(60_000);
		expect(one.told).toEqual([COUNTED]);
		one.world.isLocked = false;
		one.clock.advance(60_000);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("what was told before is not counted as new", () => {
		const one = scene();
		one.asks();
		one.world.isLocked = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toHaveLength(1);
	});

	it("what is locked in while it is being checked is counted, and told afterwards", () => {
		const one = scene();
		one.world.glance = { match: "checking" };
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.isLocked = true;
		one.clock.advance(2_000);
		expect(one.titles()).toEqual([{ id: COUNT_ID, title: COUNTED.title }]);
		one.world.isLocked = false;
		one.notifications.wake();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION]);
	});

	it("how something ended is reported afterwards, once, also by a later run of the app", () => {
		const one = locked();
		one.settles(failed);
		one.restart();
		expect(one.told).toEqual([]);
		one.world.isLocked = false;
		one.restart();
		one.restart();
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.failed"),
					headline: failed.headline,
				}),
			},
		]);
	});

	it("what ends soon is counted once more, and told afterwards while it still waits", () => {
		const one = scene();
		one.asks();
		one.world.isLocked = true;
		one.ends();
		one.ends();
		one.clock.advance(COUNT_MS);
		expect(one.told.slice(1)).toEqual([COUNTED]);
		one.world.isLocked = false;
		one.notifications.wake();
		one.ends();
		expect(one.begins().slice(2)).toEqual([message("notice.last", { minutes: 5 })]);
	});

	it("the number is revoked once nothing waits, and a muted one is not counted", () => {
		const one = locked();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.asks({ state: "rejected" });
		one.clock.advance(COUNT_MS);
		expect(one.withdrawn).toContain(COUNT_ID);
		const muted = locked();
		muted.world.muted = true;
		muted.asks();
		muted.unlocks();
		muted.clock.advance(60_000);
		expect(muted.told).toEqual([]);
	});

	it("it is quiet if the user wants it quiet: not even the number is reported", () => {
		const one = locked();
		one.world.quiet = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([]);
	});

	it("all is reported if the user wants to read it there", () => {
		const one = locked();
		one.world.details = "always";
		one.asks();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});
});

describe("if no details are wanted", () => {
	it("the number is reported, locked or not, and nothing of it afterwards", () => {
		const one = scene();
		one.world.details = "never";
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toMatchObject([
			{ id: COUNT_ID, body: message("notice.count.hidden", { count: 1 }), silent: false },
		]);
		one.world.details = "always";
		one.notifications.wake();
		one.asks();
		expect(one.told).toHaveLength(1);
	});

	it("an ending is reported without what it was", () => {
		const one = scene();
		one.world.details = "never";
		one.settles(rowOf({ state: "settled", live: false, text: message("app.no-input"), outcome: "failed" }));
		expect(one.told).toMatchObject([
			{ title: message("notice.ending.failed"), body: message("notice.hidden") },
		]);
	});
});
