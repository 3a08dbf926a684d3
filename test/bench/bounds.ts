import { median, ms, quantile } from "./figures.ts";
import type { Cost } from "./meter.ts";

/** What a figure must stay below. Judged by processor time, so that a machine with other work does not fail it. */

/** A figure may miss its bound by this part of it. */
export const TOLERANCE = 0.5;

export interface Judged {
	readonly name: string;
	/** In ms of processor time; the 99th of a hundred, or the longest of one. */
	readonly cpu: number;
	/** In ms. */
	readonly bound: number;
}

export const judgedOf = (name: string, costs: readonly Cost[], bound: number): Judged => ({
	name,
	cpu: quantile(
		costs.map(({ cpu }) => cpu),
		0.99,
	),
	bound,
});

/** Not a number is a miss, too. */
export const isMiss = ({ cpu, bound }: Judged): boolean => !(cpu <= bound * (1 + TOLERANCE));

export const COST_HEADING = ["p50", "p99", "processor p50", "p99", "bound", "samples"] as const;

export function costCells(costs: readonly Cost[], bound: number): string[] {
	const [wall, cpu] = [costs.map((cost) => cost.wall), costs.map((cost) => cost.cpu)];
	const figures = [median(wall), quantile(wall, 0.99), median(cpu), quantile(cpu, 0.99), bound];
	return [...figures.map(ms), String(costs.length)];
}
