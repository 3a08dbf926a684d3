/** Statistics of a sample, and their formats. */

export function quantile(sample: readonly number[], q: number): number {
	const sorted = sample.toSorted((a, b) => a - b);
	const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1));
	return sorted[at] ?? Number.NaN;
}

export const median = (sample: readonly number[]): number => quantile(sample, 0.5);

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en")} /s`;

/** Formats rows under a heading, with aligned columns. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = heading.map((_, at) => Math.max(...[heading, ...rows].map((row) => (row[at] ?? "").length)));
	const line = (row: readonly string[]) =>
		row
			.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
			.join("  ");
	return [line(heading), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
