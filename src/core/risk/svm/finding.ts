import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { Message } from "../../message.ts";
import type { Comparison, LegOpinion } from "../../subject/opinion.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";
import type { Finding } from "../finding.ts";

/** Everything that a rule for Solana may look at. */
export interface SvmEvidence {
	readonly subject: SvmSubject;
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

/** @param address whom or what it is about, in base58: its last characters are the word that is typed */
export const danger = (id: string, text: Message, address?: string): Finding => ({
	id,
	severity: "danger",
	text,
	needsWord: true,
	...(address === undefined ? {} : { stake: { kind: "address", address } }),
});
export const caution = (id: string, text: Message): Finding => ({
	id,
	severity: "caution",
	text,
	needsWord: false,
});
