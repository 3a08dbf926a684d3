import type { Costs } from "../../costs.ts";
import type { SvmStep } from "../../decode-svm.ts";
import type { Comparison, LegOpinion } from "../../opinion.ts";
import type { SvmMeaning } from "../../svm/meaning.ts";
import type { SvmSubject } from "../../svm-subject.ts";
import type { Finding } from "../finding.ts";

/** Everything that a rule for Solana may look at. */
export interface SvmEvidence {
	readonly subject: SvmSubject;
	readonly costs: Costs;
	/** Texts of the service and the agent that are shown with the review. */
	readonly texts: readonly string[];
	/** Steps of the same action come before it: the chain as it is now is not yet the one it meets. */
	readonly later: boolean;
	readonly opinion: LegOpinion;
	/** The service's simulation held against ours. */
	readonly comparison: Comparison;
	/** Unix milliseconds. */
	readonly now: number;
}

export type SvmRule = (evidence: SvmEvidence) => Finding | null;

/** All meanings of one kind, in order. */
export function meaningsOf<Kind extends SvmMeaning["kind"]>(
	steps: readonly SvmStep[],
	kind: Kind,
): Extract<SvmMeaning, { kind: Kind }>[] {
	return steps
		.map((step) => step.meaning)
		.filter((meaning): meaning is Extract<SvmMeaning, { kind: Kind }> => meaning.kind === kind);
}

/** Something in it could not be read: it may prepare what a later instruction needs. */
export const hasUnknown = ({ subject }: SvmEvidence): boolean =>
	subject.steps.some((step) => step.meaning.kind === "unknown");

export const danger = (id: string, words: string): Finding => ({
	id,
	severity: "danger",
	words,
	needsWord: true,
});
export const caution = (id: string, words: string): Finding => ({
	id,
	severity: "caution",
	words,
	needsWord: false,
});
export const info = (id: string, words: string): Finding => ({
	id,
	severity: "info",
	words,
	needsWord: false,
});
export const block = (id: string, words: string): Finding => ({
	id,
	severity: "block",
	words: `${words} Nothing was signed.`,
	needsWord: false,
});
