import fc from "fast-check";
import { type Mutation, mutation } from "./mutate.ts";
import { TARGETS, type Target } from "./targets.ts";

/** Makes single changes on every target from a seed, so that a run can be repeated. */

export interface Found {
	readonly target: string;
	readonly kind: "accepted" | "crash";
	readonly change: Mutation;
	readonly error: unknown;
}

export interface Tally {
	readonly mutations: number;
	readonly refused: number;
	readonly found: readonly Found[];
}

async function tried(target: Target, change: Mutation): Promise<"refused" | "harmless" | Found> {
	try {
		const fate = await target.run(change);
		return fate === "accepted" ? { target: target.name, kind: "accepted", change, error: null } : fate;
	} catch (error) {
		return { target: target.name, kind: "crash", change, error };
	}
}

/** @param count number of changes over all targets */
export async function fuzz(count: number, seed: number, chosen: readonly Target[] = TARGETS): Promise<Tally> {
	const each = Math.ceil(count / chosen.length);
	let refused = 0;
	const found: Found[] = [];
	for (const target of chosen)
		for (const change of fc.sample(mutation, { numRuns: each, seed })) {
			const fate = await tried(target, change);
			if (fate === "refused") refused += 1;
			else if (fate !== "harmless") found.push(fate);
		}
	return { mutations: each * chosen.length, refused, found };
}

const countOf = (tally: Tally, kind: Found["kind"]) =>
	tally.found.filter((each) => each.kind === kind).length;

export const tallyLine = (tally: Tally): string =>
	`mutations ${tally.mutations}, accepted ${countOf(tally, "accepted")}, crashes ${countOf(tally, "crash")}`;
