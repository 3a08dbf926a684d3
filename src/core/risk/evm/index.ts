import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../finding.ts";
import { itemGiven } from "./amounts/item-given.ts";
import { largeOutflow } from "./amounts/large-outflow.ts";
import { lostFunds } from "./amounts/lost-funds.ts";
import { positionHolder } from "./amounts/position-holder.ts";
import { positionPool } from "./amounts/position-pool.ts";
import { valueWithCall } from "./amounts/value-with-call.ts";

export type { Evidence, Finding, Stake } from "../finding.ts";

const RULES: readonly FindingRule[] = [
	itemGiven,
	lostFunds,
	largeOutflow,
	valueWithCall,
	positionHolder,
	positionPool,
];

/** What all rules say, the gravest first. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
	return gravestFirst(RULES.map((rule) => rule(evidence)));
}
