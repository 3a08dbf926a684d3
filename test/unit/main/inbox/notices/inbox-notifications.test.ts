import { describe, expect, it } from "vitest";
import { rowOf } from "../entries/rows.ts";
import { ACTION, SESSION, scene } from "./scene.ts";

describe("while it is quiet", () => {
	const failed = rowOf({ id: "row-1", sessionId: SESSION, state: "settled", outcome: "failed", text: null });

	it("nothing is reported, and afterwards what still waits is reported once", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks({ revision: 0 });
		expect(one.told).toEqual([]);
		one.world.quiet = false;
		one.notifications.catchUp();
		one.notifications.catchUp();
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
	});

	it("what was answered meanwhile is not reported afterwards", () => {
		const one = scene();
		one.world.quiet = true;
		one.asks();
		one.asks({ state: "rejected" });
		one.world.quiet = false;
		one.notifications.catchUp();
		expect(one.told).toEqual([]);
	});

	it("how something ended, and what came back into sight, is reported afterwards", () => {
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

	it("the same holds over restarts, while it is quiet and afterwards: nothing twice, nothing lost", () => {
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

	it("what came back into sight twice is reported both times, and not once more for a restart", () => {
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

	it("an ending is not reported afterwards if its session was muted, or it is under way again", () => {
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

	it("what came back waits after a restart until its request is known again", () => {
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
