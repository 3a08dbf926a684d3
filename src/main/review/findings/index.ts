import { contradiction } from "./contradiction.ts";
import { controlChange } from "./control-change.ts";
import { costRatio } from "./cost-ratio.ts";
import { costUnknown } from "./cost-unknown.ts";
import { delegatecall } from "./delegatecall.ts";
import { farDeadline } from "./far-deadline.ts";
import { type Evidence, type Finding, gravestFirst, type Rule } from "./finding.ts";
import { firstTime } from "./first-time.ts";
import { freshContract } from "./fresh-contract.ts";
import { gasLimit } from "./gas-limit.ts";
import { imitation } from "./imitation.ts";
import { largeOutflow } from "./large-outflow.ts";
import { lookAlike } from "./look-alike.ts";
import { lostFunds } from "./lost-funds.ts";
import { noCode } from "./no-code.ts";
import { nonceHeld } from "./nonce-held.ts";
import { operatorApproval } from "./operator-approval.ts";
import { OPINION_RULES } from "./opinion.ts";
import { raisedApproval } from "./raised-approval.ts";
import { spenderAccount } from "./spender-account.ts";
import { TOKEN_RULES } from "./tokens.ts";
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
	delegatecall,
	controlChange,
	spenderAccount,
	lookAlike,
	lostFunds,
	noCode,
	freshContract,
	...TOKEN_RULES,
	...OPINION_RULES,
	largeOutflow,
	costRatio,
	costUnknown,
	gasLimit,
	tooLittle,
	valueWithCall,
	unknownCall,
	imitation,
	raisedApproval,
	firstTime,
	farDeadline,
];

/** What all rules say, the gravest first. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
