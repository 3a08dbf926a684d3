import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { figureOf, isMiss, type Judged, UNITS } from "./bounds.ts";
import { table } from "./figures.ts";

/** Results of a run against its bounds, stored for the next one. */

/** A folder that no build empties. */
const LAST = fileURLToPath(new URL("../../out/bench/last.json", import.meta.url));

/** A figure that is not a number is written down as null. */
const run = z.array(
	z
		.object({
			name: z.string(),
			cpu: z.number().nullable(),
			bound: z.number(),
			unit: z.enum(UNITS).optional(),
		})
		.transform(({ cpu, ...rest }): Judged => ({ ...rest, cpu: cpu ?? Number.NaN })),
);

/** @returns the figures of a run; none where it left none */
export function lastRun(file = LAST): readonly Judged[] {
	return existsSync(file) ? run.parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

/** Merges a run's results with the earlier results of the parts it skipped. */
export function added(before: readonly Judged[], judged: readonly Judged[]): readonly Judged[] {
	const names = new Set(judged.map(({ name }) => name));
	return [...before.filter(({ name }) => !names.has(name)), ...judged];
}

export function saveRun(judged: readonly Judged[], file = LAST): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(judged));
}

/** The names of the bounds that a run broke. */
export const brokenIn = (judged: readonly Judged[]): readonly string[] =>
	judged.filter(isMiss).map(({ name }) => name);

/** Each figure beside that of another run; what only one of them has is left out. */
export function comparison(ours: readonly Judged[], theirs: readonly Judged[]): string {
	const before = new Map(theirs.map(({ name, cpu }) => [name, cpu]));
	const rows = ours.flatMap(({ name, cpu, bound, unit }) => {
		const was = before.get(name);
		const told = (value: number) => figureOf(value, unit);
		return was === undefined
			? []
			: [[name, told(was), told(cpu), `${(cpu / was).toFixed(2)} ×`, told(bound)]];
	});
	return table(["Processor time, tail; else its unit", "there", "here", "of it", "bound"], rows);
}
