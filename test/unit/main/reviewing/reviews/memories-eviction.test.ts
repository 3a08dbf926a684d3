import { describe, expect, it } from "vitest";
import {
	type CacheUse,
	ENDED_MS,
	evictable,
	MAX_REMEMBERED,
} from "../../../../../src/main/reviewing/reviews/memories.ts";

const NOW = 1_790_000_000_000;

function many(count: number, endedSince: number | null, name = "waiting"): CacheUse[] {
	return Array.from({ length: count }, (_, at) => ({ id: `${name}-${at}`, endedSince }));
}

describe("eviction", () => {
	it("never removes a waiting entry, however old, while there is room", () => {
		expect(evictable(many(MAX_REMEMBERED, null), null, NOW)).toEqual([]);
	});

	it("removes entries that have been over for more than a day", () => {
		const day = [
			{ id: "old", endedSince: NOW - ENDED_MS - 1 },
			{ id: "young", endedSince: NOW - ENDED_MS },
		];
		expect(evictable(day, null, NOW)).toEqual(["old"]);
	});

	it("removes, if there are too many, finished entries first, then the least recently used", () => {
		const all = [...many(MAX_REMEMBERED, null), ...many(2, NOW - 1, "over")];
		expect(evictable(all, null, NOW)).toEqual(["over-0", "over-1"]);
		expect(evictable(many(MAX_REMEMBERED + 2, null), null, NOW)).toEqual(["waiting-0", "waiting-1"]);
	});

	it("never removes the open one", () => {
		const all = many(MAX_REMEMBERED + 1, null);
		expect(evictable(all, "waiting-0", NOW)).toEqual(["waiting-1"]);
		expect(evictable([{ id: "open", endedSince: 0 }], "open", NOW)).toEqual([]);
	});
});
