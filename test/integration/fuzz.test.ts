import { describe, expect, it } from "vitest";
import { mutated, positionCount } from "../fuzz/mutate.ts";
import { fuzz, tallyLine } from "../fuzz/run.ts";
import { FROZEN, frozenTarget, TARGETS, type Target } from "../fuzz/targets.ts";

/** A short run of `npm run fuzz` with a fixed seed. */

const SEED = 20_261_122;

describe("a single change of a read, displayed or signed object", () => {
	it.each(TARGETS.map((target) => [target.name, target] as const))(
		"is refused, or changes nothing relevant: %s",
		async (_, target) => {
			const tally = await fuzz(300, SEED, [target]);
			expect(tally.found).toEqual([]);
			expect(tally.mutations).toBe(300);
		},
	);

	it("is detected at each path of each signed object, not only if a seed leads there", async () => {
		const accepted: string[] = [];
		for (const [of, frozen] of FROZEN.entries())
			for (let at = 0; at < positionCount(frozen); at += 1)
				for (const how of [2, 3, 4]) {
					const change = { of, at, how, by: at + how, other: "1" };
					if ((await frozenTarget.run(change)) === "accepted") accepted.push(JSON.stringify(change));
				}
		expect(accepted).toEqual([]);
	});

	it("is mostly refused if it is signed", async () => {
		const tally = await fuzz(300, SEED, TARGETS.slice(0, 1));
		expect(tally.refused).toBeGreaterThan(150);
	});

	it("is counted if it is accepted, or ends in an unexpected error", async () => {
		const accepts: Target = { name: "accepts", run: () => "accepted" };
		const throws: Target = {
			name: "throws",
			run: () => {
				throw new Error("no");
			},
		};
		const tally = await fuzz(10, SEED, [accepts, throws]);
		expect(tallyLine(tally)).toBe("mutations 10, accepted 5, crashes 5");
	});

	it("is made at every path, and only once", () => {
		const change = { of: 0, by: 3, other: "x" };
		const places = Array.from({ length: 5 }, (_, at) =>
			mutated({ a: [1, "b"], c: null }, { ...change, at, how: 0 }),
		);
		expect(places).toEqual([
			"x",
			{ a: "x", c: null },
			{ a: ["x", "b"], c: null },
			{ a: [1, "x"], c: null },
			{ a: [1, "b"], c: "x" },
		]);
		expect(mutated({ a: 1, b: 2 }, { ...change, at: 1, how: 1 })).toEqual({ b: 2 });
	});
});
