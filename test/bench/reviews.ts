import { contextSchema } from "../../src/explain/context.ts";
import { explainFile } from "../../src/explain/explain.ts";
import { readFileText } from "../../src/explain/explain-input.ts";
import { clockFrom } from "../../src/explain/judge.ts";
import { NOW } from "../attacks/case.ts";
import { CASES } from "../attacks/cases/index.ts";
import { contextTextOf, type Judged, judgeCases, rpcsOf, startWorld, type World } from "../attacks/run.ts";
import { type Cost, meter } from "./meter.ts";

/** Measures how long reviews take until verdict and effects are complete, with a slow RPC. */

/** Delay of each of the RPC's answers, in ms. */
export const RPC_DELAY_MS = 80;

export interface ReviewKind {
	readonly name: string;
	/** ID of the case in the attack corpus. */
	readonly id: string;
	/** Maximum elapsed time in ms. */
	readonly bound: number;
}

const KINDS: readonly ReviewKind[] = [
	{ name: "payment", id: "evm/honest/gas-limit-of-150-percent", bound: 500 },
	{ name: "v2 swap of tokens", id: "evm/honest/swap-v2-tokens", bound: 1_000 },
	{ name: "Universal Router, with Permit2", id: "evm/honest/universal-permit2-v3", bound: 1_500 },
];

const delayed: typeof globalThis.fetch = async (input, init) => {
	const response = await fetch(input, init);
	await new Promise((resolve) => setTimeout(resolve, RPC_DELAY_MS));
	return response;
};

async function reviewOnce(judged: Judged, world: World): Promise<Cost> {
	const file = readFileText(JSON.stringify(judged.payload));
	if (!file.ok) throw new Error(`${judged.case.id} can't be read`);
	const stop = meter();
	const [explained] = await explainFile(file, {
		context: contextSchema.parse(contextTextOf(judged.case)),
		rpcs: rpcsOf(world, "honest"),
		fetch: delayed,
		clock: clockFrom(NOW * 1_000),
		log: () => {},
	});
	const cost = stop();
	const opinions = explained?.review.analyses.map(({ opinion }) => opinion.local.state) ?? [];
	if (opinions.length === 0 || opinions.includes("impossible"))
		throw new Error(`${judged.case.id} was not simulated`);
	return cost;
}

/** Measures each kind. The first review compiles the code, and isn't counted. */
export async function measureReviews(
	samples: number,
): Promise<readonly (readonly [ReviewKind, readonly Cost[]])[]> {
	const chosen = CASES.filter(({ id }) => KINDS.some((kind) => kind.id === id));
	const world = await startWorld(chosen);
	try {
		const judged = await judgeCases(chosen, world);
		const results: (readonly [ReviewKind, readonly Cost[]])[] = [];
		for (const kind of KINDS) {
			const found = judged.find((each) => each.case.id === kind.id);
			if (found === undefined) throw new Error(`${kind.id} is not in the corpus`);
			const costs: Cost[] = [];
			for (let at = 0; at <= samples; at += 1) costs.push(await reviewOnce(found, world));
			results.push([kind, costs.slice(1)]);
		}
		return results;
	} finally {
		await world.stop();
	}
}
