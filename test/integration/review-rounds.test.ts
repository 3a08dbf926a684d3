import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextSchema } from "../../src/explain/context.ts";
import { explainFile } from "../../src/explain/explain.ts";
import { readFileText } from "../../src/explain/explain-input.ts";
import { clockFrom } from "../../src/explain/judge.ts";
import { NOW } from "../attacks/case.ts";
import { CASES } from "../attacks/cases/index.ts";
import { contextTextOf, type Judged, judgeCases, rpcsOf, startWorld, type World } from "../attacks/run.ts";
import { countRounds } from "./rounds.ts";

/** Limits a review's rounds of RPC queries, because each round costs the RPC's latency, such as 80 ms. */

const MOST: Readonly<Record<string, number>> = {
	"evm/honest/gas-limit-of-150-percent": 4,
	"evm/honest/swap-v2-ether-for-tokens": 5,
	"evm/honest/swap-v2-tokens": 7,
	"evm/honest/universal-ether-v3": 5,
	"evm/honest/universal-permit2-v3": 8,
};

const chosen = CASES.filter(({ id }) => Object.hasOwn(MOST, id));

describe("the rounds of a review with its own simulation", () => {
	let world: World;
	let judged: readonly Judged[];

	beforeAll(async () => {
		world = await startWorld(chosen);
		judged = await judgeCases(chosen, world);
	}, 600_000);

	afterAll(() => world.stop());

	it.each(Object.entries(MOST))("of %s are at most %i", async (id, most) => {
		const found = judged.find((each) => each.case.id === id);
		if (found === undefined) throw new Error(`${id} is not in the corpus`);
		const file = readFileText(JSON.stringify(found.payload));
		if (!file.ok) throw new Error(`${id} can't be read`);
		const rpcs = rpcsOf(world, "honest");
		const rounds = countRounds(rpcs.map(({ url }) => url));
		const [explained] = await explainFile(file, {
			context: contextSchema.parse(contextTextOf(found.case)),
			rpcs,
			fetch: rounds.fetch,
			clock: clockFrom(NOW * 1_000),
			log: () => {},
		});
		expect(explained?.review.analyses.map(({ opinion }) => opinion.local.state)).not.toContain("impossible");
		const waited = rpcs.flatMap(({ url }) => rounds.of(url));
		expect(waited.length).toBeGreaterThan(2);
		expect(waited.length).toBeLessThanOrEqual(most);
	});
});
