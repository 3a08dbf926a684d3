import { describe, expect, it } from "vitest";
import { TurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import { LoadQueue } from "../../../../../src/main/reviewing/reviews/load-queue.ts";
import { virtualClock } from "../../signing/clock.ts";

/** Creates loads that end when the test says so. */
function scene() {
	const clock = virtualClock(0);
	let ahead = 0;
	const timed = { now: () => clock.now() + ahead, after: clock.after };
	const budget = new TurnBudget(timed);
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const queue = new LoadQueue<string>({
		clock: timed,
		budget,
		most: 2,
		run(id) {
			begun.push(id);
			return new Promise((resolve) => ends.set(id, () => resolve(id)));
		},
		wanted: () => true,
	});
	return {
		queue,
		clock,
		begun,
		ends: (id: string) => ends.get(id)?.(),
		/** Uses up the time of this turn with other work. */
		spendTurn: () =>
			budget.spend(() => {
				ahead += 100;
			}),
	};
}

describe("loads in the background", () => {
	it("run a few at a time", async () => {
		const { queue, begun, ends } = scene();
		const [first] = ["a", "b", "c"].map((id) => queue.soon(id));
		expect(begun).toEqual(["a", "b"]);
		ends("a");
		await first;
		await Promise.resolve();
		expect(begun).toEqual(["a", "b", "c"]);
	});

	it("begin in a turn that leaves time for them", () => {
		const { queue, begun, clock, spendTurn } = scene();
		spendTurn();
		void queue.soon("a");
		expect(begun).toEqual([]);
		clock.advance(0);
		expect(begun).toEqual(["a"]);
	});

	it("keep waiting as long as others use each turn before them", () => {
		const { queue, begun, clock, spendTurn } = scene();
		spendTurn();
		clock.after(0, spendTurn);
		void queue.soon("a");
		clock.next();
		clock.next();
		clock.next();
		expect(begun).toEqual([]);
		clock.advance(0);
		expect(begun).toEqual(["a"]);
	});

	it("begin at once if the user waits for one, even late in a turn", async () => {
		const { queue, begun, ends, spendTurn } = scene();
		spendTurn();
		const soon = queue.soon("a");
		const now = queue.now("a");
		expect(begun).toEqual(["a"]);
		ends("a");
		expect(await Promise.all([soon, now])).toEqual(["a", "a"]);
	});
});
