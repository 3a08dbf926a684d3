import { type Finding, gravestFirst } from "../finding.ts";
import type { SvmEvidence, SvmRule } from "./finding.ts";
import { keptBackByToken } from "./money/kept-back.ts";
import { placed } from "./placed.ts";

export type { SvmEvidence } from "./finding.ts";

const RULES: readonly SvmRule[] = [placed, keptBackByToken];

/** What all rules for Solana say, the gravest first. */
export function svmFindingsOf(evidence: SvmEvidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
