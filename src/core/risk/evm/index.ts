import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../finding.ts";
import { imitation } from "../imitation.ts";
import { OPINION_RULES } from "../opinion.ts";
import { attestationRevoked } from "./attestation-revoked.ts";
import { codeChanged } from "./code-changed.ts";
import { contradiction } from "./contradiction.ts";
import { controlChange } from "./control-change.ts";
import { costRatio } from "./cost-ratio.ts";
import { costUnknown } from "./cost-unknown.ts";
import { delegatecall } from "./delegatecall.ts";
import { descriptionContradicted } from "./description-contradicted.ts";
import { farDeadline } from "./far-deadline.ts";
import { feeAboveBound } from "./fee-bound.ts";
import { firstTime } from "./first-time.ts";
import { freshContract } from "./fresh-contract.ts";
import { gasLimit } from "./gas-limit.ts";
import { goesElsewhere } from "./goes-elsewhere.ts";
import { highTip } from "./high-tip.ts";
import { itemGiven } from "./item-given.ts";
import { largeOutflow } from "./large-outflow.ts";
import { lookAlike } from "./look-alike.ts";
import { lostFunds } from "./lost-funds.ts";
import { noCode } from "./no-code.ts";
import { noLeast } from "./no-least.ts";
import { nonceHeld } from "./nonce-held.ts";
import { operatorApproval } from "./operator-approval.ts";
import { otherAccount } from "./other-account.ts";
import { positionHolder } from "./position-holder.ts";
import { positionPool } from "./position-pool.ts";
import { raisedApproval } from "./raised-approval.ts";
import { rightGiven } from "./right-given.ts";
import { spenderAccount } from "./spender-account.ts";
import { TOKEN_RULES } from "./tokens.ts";
import { underpriced } from "./underpriced.ts";
import { unfamiliarArgument } from "./unfamiliar-argument.ts";
import { unfamiliarReceiver } from "./unfamiliar-receiver.ts";
import { unknownCall } from "./unknown-call.ts";
import { unlimitedApproval } from "./unlimited-approval.ts";
import { valueNotSeen } from "./value-not-seen.ts";
import { valueWithCall } from "./value-with-call.ts";
import { votes } from "./votes.ts";

export type { Evidence, Finding, Severity, Stake } from "../finding.ts";

const RULES: readonly FindingRule[] = [
	nonceHeld,
	contradiction,
	descriptionContradicted,
	unlimitedApproval,
	operatorApproval,
	delegatecall,
	controlChange,
	spenderAccount,
	goesElsewhere,
	otherAccount,
	itemGiven,
	rightGiven,
	lookAlike,
	lostFunds,
	noCode,
	codeChanged,
	freshContract,
	...TOKEN_RULES,
	...OPINION_RULES,
	largeOutflow,
	costRatio,
	costUnknown,
	feeAboveBound,
	highTip,
	gasLimit,
	underpriced,
	valueWithCall,
	unknownCall,
	unfamiliarArgument,
	unfamiliarReceiver,
	positionHolder,
	positionPool,
	votes,
	valueNotSeen,
	imitation,
	raisedApproval,
	noLeast,
	firstTime,
	farDeadline,
	attestationRevoked,
];

/** What all rules say, the gravest first. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
