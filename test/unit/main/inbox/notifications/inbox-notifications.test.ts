import { describe, expect, it } from "vitest";
import { rowOf } from "../entries/rows.ts";
import { ACTION, SESSION, scene } from "./scene.ts";

describe("during quiet times", () => {
	const failed = rowOf({ id: "row-1", sessionId: SESSION, state: "settled", outcome: "failed", text: null });

	it("nothing is notified, and afterwards requests still waiting are notified once", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks({ revision: 0 });
		expect(one.told).toEqual([]);
		one.world.quiet = false;
		one.notifications.catchUp();
		one.notifications.catchUp();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("requests answered meanwhile are not notified afterwards", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks();
		one.asks({ state: "rejected" });
		one.world.quiet = false;
		one.notifications.catchUp();
		expect(one.told).toEqual([]);
	});

	it("outcomes and ended snoozes are notified afterwards", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notifications.remind(ACTION);
		one.settles(failed);
		expect(one.told).toHaveLength(1);
		one.world.quiet = false;
		one.notifications.catchUp();
		one.notifications.catchUp();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION, "row:row-1"]);
	});

	it("the same applies over restarts: nothing twice, nothing lost", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notifications.remind(ACTION);
		one.settles(failed);
		one.restart();
		expect(one.told).toHaveLength(1);
		one.world.quiet = false;
		one.restart();
		one.notifications.settled(failed);
		one.restart();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION, "row:row-1"]);
	});

	it("a request snoozed twice is notified both times, and not once more for a restart", () => {
		const one = scene();
		one.asks();
		for (const times of [1, 2]) {
			one.clock.advance(60_000);
			one.world.quiet = true;
			one.notifications.remind(ACTION);
			one.world.quiet = false;
			one.restart();
			one.restart();
			expect(one.told).toHaveLength(1 + times);
		}
	});

	it("an outcome is not notified afterwards if its session was muted, or it is pending again", () => {
		const one = scene();
		one.world.quiet = true;
		one.settles({ ...failed, outcome: "confirmed" });
		one.settles({ ...failed, id: "row-2" });
		one.settles({ ...failed, id: "row-2", state: "submitted" });
		one.world.quiet = false;
		one.world.muted = true;
		one.restart();
		one.world.muted = false;
		one.restart();
		expect(one.told).toEqual([]);
	});

	it("an ended snooze waits after a restart until its request is known again", () => {
		const one = scene();
		one.asks();
		one.world.quiet = true;
		one.notifications.remind(ACTION);
		one.world.quiet = false;
		one.forgets();
		one.restart();
		expect(one.told).toHaveLength(1);
		one.asks();
		one.restart();
		expect(one.told.slice(1).map(({ id }) => id)).toEqual([ACTION]);
	});
});
