import type { Finding, Severity } from "../risk/finding.ts";
import type { MessageInsight } from "./content.ts";

const WEIGHT: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

interface WeighedParts extends Omit<MessageInsight, "findings" | "needsWord"> {
	readonly findings: readonly (Finding | null)[];
}

/** Sorts findings by severity, removes duplicates, and determines whether a word must be typed. */
export function insightWith({ findings, ...parts }: WeighedParts): MessageInsight {
	const present = findings.filter((finding) => finding !== null);
	const single = present.filter((finding, at) => present.findIndex(({ id }) => id === finding.id) === at);
	const sorted = single.toSorted((left, right) => WEIGHT[left.severity] - WEIGHT[right.severity]);
	return { ...parts, findings: sorted, needsWord: sorted.some((finding) => finding.needsWord) };
}
