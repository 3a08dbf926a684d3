import type { Costs } from "../costs.ts";
import type { Comparison, LegOpinion } from "../opinion.ts";
import type { Subject } from "../subject.ts";

/** What one rule has to say. Each rule is pure, stands in its own file and says at most one thing. */

export type Severity = "info" | "caution" | "danger" | "block";

export interface Finding {
	readonly id: string;
	readonly severity: Severity;
	/** Whole sentences. */
	readonly words: string;
	/** The person has to type a word before this is approved. */
	readonly needsWord: boolean;
}

/** Everything that a rule may look at. */
export interface Evidence {
	readonly subject: Subject;
	readonly costs: Costs;
	/** The unsettled transaction that holds the same nonce; null where none does. */
	readonly heldBy: string | null;
	/** Steps of the same action come before it: the chain as it is now is not yet the one it meets. */
	readonly later: boolean;
	/** Texts of the service and the agent that are shown with the review. */
	readonly texts: readonly string[];
	readonly opinion: LegOpinion;
	/** The service's simulation held against ours. */
	readonly comparison: Comparison;
	/** Unix milliseconds. */
	readonly now: number;
}

export type Rule = (evidence: Evidence) => Finding | null;

const WEIGHT: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

export function gravestFirst(findings: readonly (Finding | null)[]): readonly Finding[] {
	return findings
		.filter((finding) => finding !== null)
		.toSorted((left, right) => WEIGHT[left.severity] - WEIGHT[right.severity]);
}
