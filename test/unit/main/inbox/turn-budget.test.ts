import { describe, expect, it } from "vitest";
import { TurnBudget, TurnQueue } from "../../../../src/main/inbox/turn-budget.ts";
import { virtualClock } from "../signing/clock.ts";

/** Creates a queue whose items each take 5 ms of clock time. */
function scene(fails: ReadonlySet<string> = new Set()) {
	const clock = virtualClock(0);
	const done: string[] = [];
	const lines: string[] = [];
	let ahead = 0;
	const timed = { now: () => clock.now() + ahead, after: clock.after };
	const budget = new TurnBudget(timed);
	const queue = new TurnQueue({ clock: timed, budget, log: (line) => lines.push(line) }, (id) => {
		ahead += 5;
		done.push(id);
		if (fails.has(id)) throw new Error(`no ${id}`);
	});
	return { queue, budget, done, lines, clock };
}

describe("work in turns", () => {
	it("is done at once if there is little of it", () => {
		const { queue, done } = scene();
		queue.add("a");
		expect(done).toEqual(["a"]);
	});

	it("waits, in order and each item once, when a turn has used up its time", () => {
		const { queue, done, clock } = scene();
		for (const id of ["a", "b", "c", "d", "e", "d", "f", "g"]) queue.add(id);
		expect(done).toEqual(["a", "b", "c"]);
		clock.advance(1);
		expect(done).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
		queue.add("h");
		expect(done.at(-1)).toBe("h");
	});

	it("does not affect other work if it fails at once", () => {
		const { queue, done, lines } = scene(new Set(["a"]));
		for (const id of ["a", "b"]) queue.add(id);
		expect(done).toEqual(["a", "b"]);
		expect(lines[0]).toContain("no a");
	});

	it("continues after work that failed", () => {
		const { queue, done, lines, clock } = scene(new Set(["d"]));
		for (const id of ["a", "b", "c", "d", "e"]) queue.add(id);
		clock.advance(1);
		expect(done).toEqual(["a", "b", "c", "d", "e"]);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain("no d");
	});

	it("waits for the next turn if urgent work has used this turn's time", () => {
		const { queue, budget, done, clock } = scene();
		// Items of this queue inside urgent work count as usual.
		const answer = budget.count(() => {
			for (const id of ["a", "b", "c", "d"]) queue.add(id);
			clock.elapse(12);
			return "composed";
		});
		expect(answer).toBe("composed");
		expect(done).toEqual(["a", "b", "c"]);
		queue.add("e");
		expect(done).toEqual(["a", "b", "c"]);
		clock.turn();
		clock.turn();
		expect(done).toEqual(["a", "b", "c", "d", "e"]);
		budget.count(() => clock.elapse(12));
		queue.add("f");
		expect(done).not.toContain("f");
	});

	it("waits for the next turn if others have used this turn's time", () => {
		const { queue, budget, done, clock } = scene();
		for (const other of ["x", "y", "z"]) budget.spend(() => queue.add(other));
		expect(done).toEqual(["x", "y", "z"]);
		queue.add("a");
		expect(done).toEqual(["x", "y", "z"]);
		clock.advance(1);
		expect(done.at(-1)).toBe("a");
	});
});
