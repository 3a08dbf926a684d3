import { describe, expect, it } from "vitest";
import {
	type CacheUse,
	evictable,
	MAX_REMEMBERED,
	OVER_MS,
} from "../../../../../src/main/reviewing/reviews/memories.ts";

const NOW = 1_790_000_000_000;

function many(count: number, overSince: number | null, name = "waiting"): CacheUse[] {
	return Array.from({ length: count }, (_, at) => ({ id: `${name}-${at}`, overSince }));
}

describe("what is forgotten", () => {
	it("is nothing of what waits, however old, while there is room", () => {
		expect(evictable(many(MAX_REMEMBERED, null), null, NOW)).toEqual([]);
	});

	it("is what has been over for more than a day", () => {
		const day = [
			{ id: "old", overSince: NOW - OVER_MS - 1 },
			{ id: "young", overSince: NOW - OVER_MS },
		];
		expect(evictable(day, null, NOW)).toEqual(["old"]);
	});

	it("is, if there are too many, first what is over, then what was used longest ago", () => {
		const all = [...many(MAX_REMEMBERED, null), ...many(2, NOW - 1, "over")];
		expect(evictable(all, null, NOW)).toEqual(["over-0", "over-1"]);
		expect(evictable(many(MAX_REMEMBERED + 2, null), null, NOW)).toEqual(["waiting-0", "waiting-1"]);
	});

	it("is never the open one", () => {
		const all = many(MAX_REMEMBERED + 1, null);
		expect(evictable(all, "waiting-0", NOW)).toEqual(["waiting-1"]);
		expect(evictable([{ id: "open", overSince: 0 }], "open", NOW)).toEqual([]);
	});
});
