import { contradiction } from "./contradiction.ts";
import { costRatio } from "./cost-ratio.ts";
import { costUnknown } from "./cost-unknown.ts";
import type { Evidence, Finding, Rule, Severity } from "./finding.ts";
import { imitation } from "./imitation.ts";
import { lookAlike } from "./look-alike.ts";
import { lostFunds } from "./lost-funds.ts";
import { noCode } from "./no-code.ts";
import { nonceHeld } from "./nonce-held.ts";
import { operatorApproval } from "./operator-approval.ts";
import { tokenClaims } from "./token-claims.ts";
import { tooLittle } from "./too-little.ts";
import { unknownCall } from "./unknown-call.ts";
import { unlimitedApproval } from "./unlimited-approval.ts";
import { valueWithCall } from "./value-with-call.ts";

export type { Evidence, Finding, Severity } from "./finding.ts";

const RULES: readonly Rule[] = [
	nonceHeld,
	contradiction,
	unlimitedApproval,
	operatorApproval,
	lookAlike,
	lostFunds,
	noCode,
	tokenClaims,
	costRatio,
	costUnknown,
	tooLittle,
	valueWithCall,
	unknownCall,
	imitation,
];

const WEIGHT: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2, info: 3 };

/** What all rules say, the gravest first. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
	return RULES.map((rule) => rule(evidence))
		.filter((finding) => finding !== null)
		.toSorted((left, right) => WEIGHT[left.severity] - WEIGHT[right.severity]);
}
