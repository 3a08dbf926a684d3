import { sentences } from "../message.ts";
import { refusalsOf } from "../rules/check-rules.ts";
import type { PolicyStanding, RuleRefusal } from "../rules/rules.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import type { ApprovalObstacle } from "./approval.ts";
import type { Insight } from "./insight.ts";
import { policyFactsOf, stillRunning } from "./policy-facts.ts";

/**
 * What the user's own rules have against an approval; each refusal names its rule. While our own simulation runs
 * there is nothing yet to judge, and approving is not possible for that reason (against-opinion.ts); rules that
 * can't be read are told at once.
 */
export function ruleRefusals(policy: PolicyStanding, insights: readonly Insight[]): readonly RuleRefusal[] {
	if (policy.kept.ok && (policy.kept.rules.length === 0 || stillRunning(insights))) return [];
	return refusalsOf(policy, policyFactsOf(insights));
}

/** The same as what stands against approving. */
export const ruleObstacles = (
	policy: PolicyStanding,
	insights: readonly Insight[],
): readonly ApprovalObstacle[] =>
	ruleRefusals(policy, insights).map(({ text, passing }) => ({
		text: sentences(text, NOTHING_SIGNED),
		passing,
	}));
