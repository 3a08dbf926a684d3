import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { rowOf } from "../entries/rows.ts";
import { ACTION, APP, scene } from "./scene.ts";

describe("the outcome of a journal row", () => {
	const settled = { state: "settled" as const, live: false, text: null };

	it("is notified once, for an action as a whole and never for its legs", () => {
		const one = scene();
		const row = rowOf({ ...settled, outcome: "confirmed" });
		one.notifications.settled(row);
		one.notifications.settled(row);
		one.notifications.settled(rowOf({ ...settled, id: "leg-1", kind: "leg", outcome: "confirmed" }));
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.confirmed"),
					headline: rowOf().headline,
				}),
			},
		]);
	});

	it("says that an approval of several steps ended after some, and not that something failed", () => {
		const one = scene();
		one.world.muted = true;
		const step = { ...settled, kind: "leg", parent: "row-1" } as const;
		one.settles(rowOf({ ...step, id: "leg-1", outcome: "confirmed" }));
		one.settles(rowOf({ ...step, id: "leg-2", place: 1, state: "refused", outcome: "unsigned" }));
		one.settles(rowOf({ ...step, id: "leg-3", place: 2, outcome: "skipped" }));
		one.settles(rowOf({ ...settled, outcome: "failed" }));
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.cut-short"),
					headline: rowOf().headline,
				}),
			},
		]);
	});

	it("is called signed if only a signature was requested", () => {
		const one = scene();
		one.notifications.settled(rowOf({ ...settled, outcome: "answered" }));
		expect(one.titles()).toEqual([
			{
				id: "row:row-1",
				title: message("notice.ended", {
					ending: message("notice.ending.signed"),
					headline: rowOf().headline,
				}),
			},
		]);
	});

	it("is not notified for a muted app", () => {
		const one = scene();
		one.asks();
		one.world.appLevels = [{ app: APP, level: "muted" }];
		one.notifications.settled(rowOf({ ...settled, outcome: "confirmed", entryId: ACTION }));
		expect(one.told.map(({ id }) => id)).toEqual([ACTION]);
	});

	it.each([
		["failed", { outcome: "failed" }],
		["was not signed after all", { state: "refused", outcome: "refused" }],
		["needs the user", { state: "held" }],
	] as const)("is notified with a sound if the approved request %s, even if muted", (_how, change) => {
		const one = scene();
		one.asks();
		one.world.appLevels = [{ app: APP, level: "muted" }];
		one.world.muted = true;
		one.notifications.settled(rowOf({ ...settled, ...change, entryId: ACTION }));
		expect(one.told.slice(1)).toMatchObject([{ id: "row:row-1", silent: false }]);
		one.world.on = false;
		one.notifications.settled(rowOf({ ...settled, ...change, id: "row-2", entryId: ACTION }));
		expect(one.told).toHaveLength(2);
	});

	it("is not notified while it is pending", () => {
		const one = scene();
		one.notifications.settled(rowOf({ state: "submitted", text: null }));
		expect(one.told).toEqual([]);
	});
});
