import { describe, expect, it } from "vitest";
import { request } from "../../../core/match/honest.ts";
import { ACTION, COMMIT, scene } from "./scene.ts";

const other = { request: request([]) };

describe("an action answered through a commit", () => {
	it("has no notification, because the commit has one", () => {
		const one = scene();
		one.offers();
		one.asks();
		expect(one.titles()).toEqual([{ id: COMMIT, title: `Allows ${COMMIT}` }]);
	});

	it("withdraws its notification when the commit follows it", () => {
		const one = scene();
		one.asks();
		expect(one.withdrawn).toEqual([]);
		one.offers();
		expect(one.withdrawn).toEqual([ACTION]);
		expect(one.told.map(({ id }) => id)).toEqual([ACTION, COMMIT]);
	});

	it("is not notified later, although it waited to be checked when the commit came", () => {
		const one = scene();
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.reading = null;
		one.offers();
		one.clock.advance(2_000);
		expect(one.told.map(({ id }) => id)).toEqual([COMMIT]);
	});

	it("is notified once the commit was rejected and the service still asks", () => {
		const one = scene();
		one.offers();
		one.asks();
		one.offers({ version: 2, state: "rejected", action: null });
		expect(one.told.map(({ id }) => id)).toEqual([COMMIT, ACTION]);
	});

	it("keeps its notification if a commit carries something else", () => {
		const one = scene();
		one.asks();
		const review = { version: 1 as const, revision: 1, digest: "d", ...other, legs: [] };
		one.offers({ review });
		expect(one.withdrawn).toEqual([]);
	});
});
