import { refusalsOf } from "../policy/check-rules.ts";
import type { PolicyStanding } from "../policy/rules.ts";
import type { Against } from "./approval.ts";
import type { Insight } from "./insight.ts";
import { policyFactsOf, stillRunning } from "./policy-facts.ts";

/**
 * What the person's own rules have against an approval; each refusal names its rule. While our own simulation runs
 * there is nothing yet to judge, and approving is not possible for that reason (against-opinion.ts); rules that
 * can't be read are told at once.
 */
export function againstRules(policy: PolicyStanding, insights: readonly Insight[]): readonly Against[] {
	if (policy.kept.ok && (policy.kept.rules.length === 0 || stillRunning(insights))) return [];
	return refusalsOf(policy, policyFactsOf(insights)).map(({ words, passing }) => ({
		words: `${words} Nothing was signed.`,
		passing,
	}));
}
