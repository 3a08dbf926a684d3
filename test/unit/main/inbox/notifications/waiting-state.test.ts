import { describe, expect, it } from "vitest";
import { ACTION, APP, BUDGETS, NOW, scene } from "./scene.ts";

describe("the tray and badge", () => {
	it("show the waiting requests, the day’s limits, and whether one is dangerous", () => {
		const one = scene();
		one.notifications.showWaiting();
		one.asks();
		one.world.badge = { match: "unproven" };
		one.notifications.showWaiting();
		one.world.badge = { match: "refused" };
		one.notifications.showWaiting();
		const first = [{ entryId: ACTION, headline: `Allows ${ACTION}` }];
		expect(one.shown).toMatchObject([
			{ count: 0, isDanger: false, first: [], budgets: BUDGETS, isPaused: false },
			{ count: 1, isDanger: false, first },
			{ count: 1, isDanger: true, first },
		]);
	});

	it("cost the same number of account and name lookups, for any number of requests", () => {
		const one = scene();
		for (let at = 0; at < 300; at += 1) one.offers({ commit_id: `commit-${at}` });
		one.world.summed = 0;
		expect(one.bar()).toMatchObject({ count: 300 });
		// Only the entries in the menu.
		expect(one.world.summed).toBe(5);
	});

	it("exclude muted requests, as the Inbox count does, and include all if only notifications are off", () => {
		const one = scene();
		one.asks();
		one.world.badge = { match: "refused" };
		one.world.appLevels = [{ app: APP, level: "muted" }];
		expect(one.bar()).toMatchObject({ count: 0, isDanger: false, mark: "none", first: [] });
		one.world.appLevels = [];
		one.world.muted = true;
		expect(one.bar()).toMatchObject({ count: 0 });
		one.world.muted = false;
		one.world.on = false;
		expect(one.bar()).toMatchObject({ count: 1, isDanger: true });
	});
});

describe("the system's bar", () => {
	it("is marked by the worst waiting request, a lost connection and a pause that has not ended", () => {
		const one = scene();
		expect(one.bar()).toMatchObject({ count: 0, mark: "none" });
		one.world.pausedUntil = NOW + 1;
		expect(one.bar()).toMatchObject({ mark: "paused", isPaused: true });
		one.clock.advance(1);
		expect(one.bar()).toMatchObject({ mark: "none", isPaused: false });
		one.asks();
		expect(one.bar()).toMatchObject({ count: 1, mark: "waiting" });
		one.world.connection = "offline";
		expect(one.bar()).toMatchObject({ count: 1, mark: "offline" });
		one.world.badge = { match: "refused" };
		expect(one.bar()).toMatchObject({ count: 1, mark: "danger" });
	});
});
