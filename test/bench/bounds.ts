import { median, ms, quantile } from "./figures.ts";
import type { Cost } from "./meter.ts";

/**
 * Bounds for measured values. Times are compared by the clock if nothing else runs on the machine, and by
 * processor time otherwise.
 */

/** Fraction by which a value may exceed its bound. */
export const TOLERANCE = 0.1;

const PROCESSOR_MS = "ms of processor time";
export const UNITS = [PROCESSOR_MS, "ms", "µs", "MB", "rounds", "exchanges", "×"] as const;
type Unit = (typeof UNITS)[number];
/** Counts don't depend on the machine, so they have no tolerance. */
const COUNTED: ReadonlySet<Unit> = new Set(["rounds", "exchanges"]);

/** A measured value and its bound, in the same unit. */
export interface Measurement {
	readonly name: string;
	readonly value: number;
	readonly bound: number;
	readonly unit: Unit;
}

export const formatValue = (value: number, unit: Unit): string =>
	COUNTED.has(unit) ? `${value} ${unit}` : `${value.toFixed(1)} ${unit}`;

/** Describes a missed bound. */
export const describeMiss = ({ name, value, bound, unit }: Measurement): string =>
	`“${name}” took ${formatValue(value, unit)}; its bound is ${formatValue(bound, unit)}.`;

/**
 * Returns the highest quantile that a sample of this size can show. The 99th percentile of fewer than a
 * hundred values is their maximum, which reflects one bad moment instead of the tail.
 */
export const tailOf = (samples: number): number => (samples >= 100 ? 0.99 : samples >= 20 ? 0.95 : 1);

const NAMES: ReadonlyMap<number, string> = new Map([
	[0.99, "p99"],
	[0.95, "p95"],
	[1, "longest"],
]);

/** Formats a sample's tail with its name: `12.3 ms p95`. */
export function tailCell(sample: readonly number[]): string {
	const tail = tailOf(sample.length);
	return `${ms(quantile(sample, tail))} ${NAMES.get(tail) ?? ""}`;
}

/** Compares the tail of a sample with a bound in ms. */
export const tailMeasurement = (
	name: string,
	costs: readonly Cost[],
	bound: number,
	measure: keyof Cost = "cpu",
): Measurement => ({
	name,
	value: quantile(
		costs.map((cost) => cost[measure]),
		tailOf(costs.length),
	),
	bound,
	unit: measure === "wall" ? "ms" : PROCESSOR_MS,
});

/** Compares medians of processor time, because a busy machine slows both by the same factor. */
export const ratioMeasurement = (
	name: string,
	costs: readonly Cost[],
	bare: readonly Cost[],
	bound: number,
): Measurement => ({
	name: `${name}, relative to its bare counterpart`,
	value: median(costs.map(({ cpu }) => cpu)) / median(bare.map(({ cpu }) => cpu)),
	bound,
	unit: "×",
});

/** `NaN` misses every bound. */
export const isMiss = ({ value, bound, unit }: Measurement): boolean =>
	!(value <= bound * (COUNTED.has(unit) ? 1 : 1 + TOLERANCE));

export const COST_HEADING = [
	...["p50", "tail", "bare p50", "processor p50", "tail", "bare p50"],
	...["bound", "samples"],
] as const;

/** Costs of a minimal program that does the same work, or the reason why there is none. */
export type Bare = readonly Cost[] | string;

export function costCells(costs: readonly Cost[], bound: number | null, bare: Bare): string[] {
	const of = (measure: keyof Cost) => {
		const sample = costs.map((cost) => cost[measure]);
		const limit = typeof bare === "string" ? "–" : ms(median(bare.map((cost) => cost[measure])));
		return [ms(median(sample)), tailCell(sample), limit];
	};
	return [...of("wall"), ...of("cpu"), bound === null ? "" : ms(bound), String(costs.length)];
}
