import { describe, expect, it } from "vitest";
import { request } from "../../../core/match/honest.ts";
import { ACTION, COMMIT, scene } from "./scene.ts";

const other = { request: request([]) };

describe("an action that is answered through a commit", () => {
	it("is not reported of: the commit is", () => {
		const one = scene();
		one.offers();
		one.asks();
		expect(one.titles()).toEqual([{ id: COMMIT, title: `Allows ${COMMIT}` }]);
	});

	it("takes its notification back when the commit comes after it", () => {
		const one = scene();
		one.asks();
		expect(one.withdrawn).toEqual([]);
		one.offers();
		expect(one.withdrawn).toEqual([ACTION]);
		expect(one.told.map(({ id }) => id)).toEqual([ACTION, COMMIT]);
	});

	it("is not reported of later, though it waited to be checked when the commit came", () => {
		const one = scene();
		one.world.reading = { finish: () => {} };
		one.asks();
		one.world.reading = null;
		one.offers();
		one.clock.advance(2_000);
		expect(one.told.map(({ id }) => id)).toEqual([COMMIT]);
	});

	it("is reported for once the commit was rejected and the service still asks", () => {
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
