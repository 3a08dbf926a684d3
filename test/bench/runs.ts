import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { formatValue, isMiss, type Measurement, UNITS } from "./bounds.ts";
import { table } from "./figures.ts";

/** Measurements of a run, stored for the next one. */

/** The build doesn't empty this folder. */
const LAST = fileURLToPath(new URL("../../out/bench/last.json", import.meta.url));

/** JSON stores `NaN` as null. */
const run = z.array(
	z
		.object({
			name: z.string(),
			value: z.number().nullable(),
			bound: z.number(),
			unit: z.enum(UNITS),
		})
		.transform(({ value, ...rest }): Measurement => ({ ...rest, value: value ?? Number.NaN })),
);

/** @returns the stored measurements, empty before the first run and for a file of an earlier form */
export function lastRun(file = LAST): readonly Measurement[] {
	if (!existsSync(file)) return [];
	return run.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? [];
}

/** Merges a run's results with the earlier results of the parts it skipped. */
export function added(
	before: readonly Measurement[],
	measurements: readonly Measurement[],
): readonly Measurement[] {
	const names = new Set(measurements.map(({ name }) => name));
	return [...before.filter(({ name }) => !names.has(name)), ...measurements];
}

export function saveRun(measurements: readonly Measurement[], file = LAST): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(measurements));
}

/** Returns the names of the measurements that exceed their bounds. */
export const brokenIn = (measurements: readonly Measurement[]): readonly string[] =>
	measurements.filter(isMiss).map(({ name }) => name);

/** Formats the measurements that both runs have. */
export function comparison(ours: readonly Measurement[], theirs: readonly Measurement[]): string {
	const before = new Map(theirs.map(({ name, unit, value }) => [`${name}, ${unit}`, value]));
	const rows = ours.flatMap(({ name, value, bound, unit }) => {
		const was = before.get(`${name}, ${unit}`);
		const format = (each: number) => formatValue(each, unit);
		return was === undefined
			? []
			: [[name, format(was), format(value), `${(value / was).toFixed(2)} ×`, format(bound)]];
	});
	return table(["Measurement", "other run", "this run", "ratio", "bound"], rows);
}
