import { type Finding, gravestFirst } from "../finding.ts";
import { imitationIn } from "../imitation.ts";
import type { SvmEvidence, SvmRule } from "./finding.ts";
import { svmFirstTime } from "./money/first-time.ts";
import { keptBackByToken } from "./money/kept-back.ts";
import { svmLargeOutflow } from "./money/large-outflow.ts";
import { svmLookAlike } from "./money/look-alike.ts";
import { svmLostFunds } from "./money/lost-funds.ts";
import { receiving } from "./money/receiving.ts";
import { recipient } from "./money/recipient.ts";
import { SVM_TOKEN_RULES } from "./money/tokens.ts";
import { placed } from "./placed.ts";

export type { SvmEvidence } from "./finding.ts";

const RULES: readonly SvmRule[] = [
	svmLookAlike,
	svmLostFunds,
	...SVM_TOKEN_RULES,
	svmLargeOutflow,
	placed,
	keptBackByToken,
	receiving,
	recipient,
	({ texts }) => imitationIn(texts),
	svmFirstTime,
];

/** What all rules for Solana say, the gravest first. */
export function svmFindingsOf(evidence: SvmEvidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
