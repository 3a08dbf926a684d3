import type { ReviewCalls } from "../support/metered-rpc.ts";
import { type Answer, type Wrong, wrongsOf } from "./compare.ts";
import type { WorldName } from "./expected.ts";
import { judgeRequest } from "./judge.ts";
import { judgePhrase } from "./phrases.ts";
import { judgeTyped } from "./sentences.ts";
import type { Given, GivenRequest } from "./sets.ts";
import { START } from "./worlds/index.ts";
import type { CaseWorld } from "./worlds/world.ts";

/**
 * Judges cases. Cases share the worlds that they name: each world is started once and stopped after its last
 * case.
 */

export interface Judged {
	readonly given: Given;
	/** Differences from the expected result; empty if the case is right. */
	readonly wrongs: readonly Wrong[];
	/** `null` if the case is not a request. */
	readonly said: Answer | null;
	/** RPC calls per review; `null` if no review was made. */
	readonly calls: ReviewCalls | null;
}

/** Reports a case that can't be judged as wrong, with the reason. */
const failed = (given: Given, error: unknown): Judged => ({
	given,
	wrongs: [
		{ what: "judging", expected: "an answer", said: error instanceof Error ? error.message : String(error) },
	],
	said: null,
	calls: null,
});

async function judgeInWorld(world: CaseWorld, given: GivenRequest): Promise<Judged> {
	try {
		const { said, calls } = await world.prepared(given, () => judgeRequest(given, world));
		return { given, said, calls, wrongs: wrongsOf(given.case.expect, said) };
	} catch (error) {
		return failed(given, error);
	}
}

async function runInWorld<Result>(
	name: WorldName,
	all: readonly GivenRequest[],
	work: (world: CaseWorld, given: GivenRequest) => Promise<Result>,
): Promise<readonly Result[]> {
	const world = await START[name]();
	try {
		const results: Result[] = [];
		const inOrder = all.toSorted((left, right) => world.rank(left) - world.rank(right));
		for (const given of inOrder) results.push(await work(world, given));
		return results;
	} finally {
		await world.stop();
	}
}

/** Runs the work for each request in its world. Throws after all worlds have ended if one of them failed. */
export async function runInWorlds<Result>(
	requests: readonly GivenRequest[],
	work: (world: CaseWorld, given: GivenRequest) => Promise<Result>,
): Promise<readonly Result[]> {
	const families = Map.groupBy(requests, ({ world }) => world);
	const settled = await Promise.allSettled(
		[...families].map(([name, family]) => runInWorld(name, family, work)),
	);
	return settled.flatMap((each) => {
		if (each.status === "rejected") throw each.reason;
		return each.value;
	});
}

function judgeWithoutWorld(given: Exclude<Given, GivenRequest>): Judged {
	try {
		const wrongs = given.form === "typed" ? judgeTyped(given.case) : judgePhrase(given.case);
		return { given, wrongs, said: null, calls: null };
	} catch (error) {
		return failed(given, error);
	}
}

/** Judges the cases and returns the results in the same order. Throws if a world can't be started. */
export async function judgeAll(all: readonly Given[]): Promise<readonly Judged[]> {
	const requests = all.filter((given) => given.form === "request");
	const judged = await runInWorlds(requests, judgeInWorld);
	const withoutWorld = all.filter((given) => given.form !== "request").map(judgeWithoutWorld);
	const byId = new Map([...judged, ...withoutWorld].map((each) => [each.given.id, each]));
	return all.flatMap(({ id }) => byId.get(id) ?? []);
}

export interface Tally {
	readonly cases: number;
	readonly wrong: number;
	/** Wrong cases that are marked with `until`. */
	readonly later: number;
}

export const isWrong = ({ wrongs }: Judged): boolean => wrongs.length > 0;
export const isLater = ({ given }: Judged): boolean => given.case.until !== undefined;

export function tallyOf(all: readonly Judged[]): Tally {
	const wrong = all.filter(isWrong);
	return {
		cases: all.length,
		wrong: wrong.filter((each) => !isLater(each)).length,
		later: wrong.filter(isLater).length,
	};
}

export const tallyLine = ({ cases, wrong, later }: Tally): string =>
	`cases ${cases}, wrong ${wrong}${later === 0 ? "" : `, later ${later}`}`;

/** Describes a wrong case line by line; empty if the case is right. */
export function linesOf(judged: Judged): readonly string[] {
	if (!isWrong(judged)) return [];
	const { given, said, wrongs } = judged;
	return [
		`${given.id}${isLater(judged) ? ` (until ${given.case.until})` : ""}`,
		`  right: ${given.case.why}`,
		...(said === null
			? []
			: [`  said: ${said.outcome}, ${said.severity} (${said.findings.join(", ")}): ${said.headline}`]),
		...wrongs.map(({ what, expected, said: is }) => `  ${what}: expected ${expected}; said ${is}`),
	];
}
