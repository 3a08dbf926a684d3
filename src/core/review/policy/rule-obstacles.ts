import { message, sentences } from "../../localized-text.ts";
import { type Finding, newFinding } from "../../risk/finding.ts";
import { judge } from "../../rules/check-rules.ts";
import type { PolicyContext, RuleRefusal } from "../../rules/rules.ts";
import { NOTHING_SIGNED } from "../../unsigned.ts";
import type { ApprovalObstacle } from "../approval.ts";
import { policyFactsOf, type RuledReview, stillRunning } from "./policy-facts.ts";

/**
 * There is nothing to check until our simulation ends, and compose/composed.ts blocks the approval.
 * Unreadable rules are reported immediately.
 */
export function ruleRefusals(policy: PolicyContext, review: RuledReview): readonly RuleRefusal[] {
	if (policy.stored.ok && (policy.stored.rules.length === 0 || stillRunning(review.analyses))) return [];
	return judge(policy, policyFactsOf(review)).refusals;
}

export const ruleObstacles = (policy: PolicyContext, review: RuledReview): readonly ApprovalObstacle[] =>
	ruleRefusals(policy, review).map((rule) => ({
		text: sentences(rule.text, NOTHING_SIGNED),
		passing: rule.passing,
		...(rule.isLocked === true ? { cause: "rules-locked" as const } : {}),
		rule,
	}));

export function ruleSetAside(policy: PolicyContext, review: RuledReview): Finding | null {
	if (policy.exception === undefined || stillRunning(review.analyses)) return null;
	const { setAside } = judge(policy, policyFactsOf(review));
	if (setAside.length === 0) return null;
	return newFinding(
		"rule-set-aside",
		"caution",
		message("finding.rule-set-aside", {
			count: setAside.length,
			rules: setAside.map(({ rule }) => message("rule.quoted", { name: rule })),
		}),
	);
}
