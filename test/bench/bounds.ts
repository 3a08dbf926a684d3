import { median, ms, quantile } from "./figures.ts";
import type { Cost } from "./meter.ts";

/**
 * Upper bounds of figures. Judged by processor time, so that a machine with other work does not fail them.
 */

/** A figure may miss its bound by this part of it. */
export const TOLERANCE = 0.1;

/** Units other than processor time. */
export const UNITS = ["ms", "µs", "MB", "rounds", "exchanges", "×"] as const;
type Unit = (typeof UNITS)[number];
/** Counts are the same on every machine: one more is a miss. */
const COUNTED: ReadonlySet<Unit> = new Set(["rounds", "exchanges"]);

export interface Judged {
	readonly name: string;
	/** In ms of processor time, of the tail that the sample can tell; else in its unit. */
	readonly cpu: number;
	/** In the same. */
	readonly bound: number;
	readonly unit?: Unit | undefined;
}

/** A figure of it, or its bound. */
export const figureOf = (value: number, unit: Unit = "ms"): string =>
	COUNTED.has(unit) ? `${value} ${unit}` : `${value.toFixed(1)} ${unit}`;

/** By how much it misses its bound. */
export const missOf = ({ name, cpu, bound, unit }: Judged): string =>
	`“${name}” took ${figureOf(cpu, unit)}${unit === undefined ? " of processor time" : ""}; its bound is ${figureOf(bound, unit)}.`;

/**
 * The rarest quantile that a sample of this size can tell: the 99th of a hundred only from a hundred on, where at
 * least one lies above it. Of fewer it would be the longest of all, which tells of one bad moment and not of a tail.
 */
export const tailOf = (samples: number): number => (samples >= 100 ? 0.99 : samples >= 20 ? 0.95 : 1);

const NAMES: ReadonlyMap<number, string> = new Map([
	[0.99, "p99"],
	[0.95, "p95"],
	[1, "longest"],
]);

/** The tail of a sample, and which one it is: `12.3 ms p95`. */
export function tailCell(sample: readonly number[]): string {
	const tail = tailOf(sample.length);
	return `${ms(quantile(sample, tail))} ${NAMES.get(tail) ?? ""}`;
}

export const judgedOf = (name: string, costs: readonly Cost[], bound: number): Judged => ({
	name,
	cpu: quantile(
		costs.map(({ cpu }) => cpu),
		tailOf(costs.length),
	),
	bound,
});

/** Compares medians, which other work on the machine slows by the same factor. */
export const ratioOf = (
	name: string,
	costs: readonly Cost[],
	bare: readonly Cost[],
	bound: number,
): Judged => ({
	name: `${name}, beside its bare counterpart`,
	cpu: median(costs.map(({ cpu }) => cpu)) / median(bare.map(({ cpu }) => cpu)),
	bound,
	unit: "×",
});

/** Not a number is a miss, too. */
export const isMiss = ({ cpu, bound, unit = "ms" }: Judged): boolean =>
	!(cpu <= bound * (COUNTED.has(unit) ? 1 : 1 + TOLERANCE));

export const COST_HEADING = [
	...["p50", "tail", "bare p50", "processor p50", "tail", "bare p50"],
	...["bound", "samples"],
] as const;

/** The limit that a figure stands beside: the same without an app. A sentence says why there is none. */
export type Bare = readonly Cost[] | string;

export function costCells(costs: readonly Cost[], bound: number | null, bare: Bare): string[] {
	const of = (measure: keyof Cost) => {
		const sample = costs.map((cost) => cost[measure]);
		const limit = typeof bare === "string" ? "–" : ms(median(bare.map((cost) => cost[measure])));
		return [ms(median(sample)), tailCell(sample), limit];
	};
	return [...of("wall"), ...of("cpu"), bound === null ? "" : ms(bound), String(costs.length)];
}
