import { describe, expect, it } from "vitest";
import { createGathering } from "../../../../src/main/conversations/gathering.ts";
import type { Arrival, PagesApplied } from "../../../../src/main/conversations/store.ts";
import { message, page, readPage } from "./pages.ts";

const arrivalOf = (id: string, sequence: number): Arrival => ({
	id,
	pages: [readPage(page([message(sequence)], { session_id: id }))],
	how: { watchGaps: true, adoptCursor: true },
});

/** A store that notes which sessions go together, and a turn of the loop that comes when it is told to. */
function scene() {
	const together: string[][] = [];
	const turns: (() => void)[] = [];
	let broken = false;
	const gathering = createGathering(
		{
			applyTogether(arrivals): readonly PagesApplied[] {
				together.push(arrivals.map(({ id }) => id));
				if (broken) throw new Error("the disk is full");
				return arrivals.map(({ pages }) => ({
					fresh: pages[0]?.events[0]?.event.sequence ?? 0,
					gap: false,
					missing: false,
					events: [],
				}));
			},
		},
		(run) => turns.push(run),
	);
	return {
		gathering,
		together,
		breaks() {
			broken = true;
		},
		turn: () => turns.shift()?.(),
		turns: () => turns.length,
	};
}

describe("pages of many streams", () => {
	it("that come at the same moment go into one transaction, and each stream hears of its own", async () => {
		const one = scene();
		const applied = ["a", "b", "c"].map((id, at) => one.gathering.apply(arrivalOf(id, at + 1)));
		expect(one.together).toEqual([]);
		expect(one.turns()).toBe(1);
		one.turn();
		expect((await Promise.all(applied)).map(({ fresh }) => fresh)).toEqual([1, 2, 3]);
		expect(one.together).toEqual([["a", "b", "c"]]);
	});

	it("of one session follow each other", async () => {
		const one = scene();
		const first = one.gathering.apply(arrivalOf("a", 1));
		const second = one.gathering.apply(arrivalOf("a", 2));
		expect(await first).toMatchObject({ fresh: 1 });
		one.turn();
		one.turn();
		expect(await second).toMatchObject({ fresh: 2 });
		expect(one.together).toEqual([["a"], ["a"]]);
	});

	it("that can't be kept are told to each of them", async () => {
		const one = scene();
		one.breaks();
		const applied = Promise.allSettled(["a", "b"].map((id) => one.gathering.apply(arrivalOf(id, 1))));
		one.turn();
		expect((await applied).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	});
});
