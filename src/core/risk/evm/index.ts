import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../finding.ts";
import { imitation } from "../imitation.ts";
import { itemGiven } from "./amounts/item-given.ts";
import { largeOutflow } from "./amounts/large-outflow.ts";
import { lostFunds } from "./amounts/lost-funds.ts";
import { positionHolder } from "./amounts/position-holder.ts";
import { positionPool } from "./amounts/position-pool.ts";
import { valueWithCall } from "./amounts/value-with-call.ts";
import { attestationRevoked } from "./contracts/attestation-revoked.ts";
import { codeChanged } from "./contracts/code-changed.ts";
import { firstTime } from "./contracts/first-time.ts";
import { freshContract } from "./contracts/fresh-contract.ts";
import { lookAlike } from "./contracts/look-alike.ts";
import { noCode } from "./contracts/no-code.ts";
import { TOKEN_RULES } from "./tokens/tokens.ts";

export type { Evidence, Finding, Stake } from "../finding.ts";

const RULES: readonly FindingRule[] = [
	itemGiven,
	lookAlike,
	lostFunds,
	noCode,
	codeChanged,
	freshContract,
	...TOKEN_RULES,
	largeOutflow,
	valueWithCall,
	positionHolder,
	positionPool,
	imitation,
	firstTime,
	attestationRevoked,
];

/** What all rules say, the gravest first. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
