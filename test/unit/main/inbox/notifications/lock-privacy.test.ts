import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { COUNT_ID, COUNT_MS } from "../../../../../src/main/inbox/notifications/lock-privacy.ts";
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

	it("only the number of waiting requests is notified, once for each new one", () => {
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

	it("and afterwards each is notified once, replacing the number", () => {
		const one = locked();
		one.asks();
		one.clock.advance(COUNT_MS);
		one.unlocks();
		one.unlocks();
		one.clock.advance(60_000);
		expect(one.withdrawn).toEqual([COUNT_ID]);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("the state is polled if the system sends no unlock event", () => {
		const one = locked();
		one.asks();
		one.clock.advance(60_000);
		expect(one.told).toEqual([COUNTED]);
		one.world.isLocked = false;
		one.clock.advance(60_000);
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("earlier notified requests are not counted as new", () => {
		const one = scene();
		one.asks();
		one.world.isLocked = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toHaveLength(1);
	});

	it("a request locked in during its check is counted, and notified afterwards", () => {
		const one = scene();
		one.world.badge = { match: "checking" };
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.isLocked = true;
		one.clock.advance(2_000);
		expect(one.titles()).toEqual([{ id: COUNT_ID, title: COUNTED.title }]);
		one.world.isLocked = false;
		one.notifications.wake();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION]);
	});

	it("an outcome is notified afterwards, once, also by a later run of the app", () => {
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

	it("a soon expiring request is counted once more, and notified afterwards while it still waits", () => {
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

	it("the number is withdrawn once nothing waits, and a muted one is not counted", () => {
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

	it("nothing is notified if the user wants quiet: not even the number", () => {
		const one = locked();
		one.world.quiet = true;
		one.asks();
		one.clock.advance(COUNT_MS);
		expect(one.told).toEqual([]);
	});

	it("everything is notified if the user wants to read it there", () => {
		const one = locked();
		one.world.details = "always";
		one.asks();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});
});

describe("without details", () => {
	it("the number is notified, locked or not, and no details afterwards", () => {
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

	it("an outcome is notified without its subject", () => {
		const one = scene();
		one.world.details = "never";
		one.settles(rowOf({ state: "settled", live: false, text: message("app.no-input"), outcome: "failed" }));
		expect(one.told).toMatchObject([
			{ title: message("notice.ending.failed"), body: message("notice.hidden") },
		]);
	});
});
