/** The person's rules: what may not be approved, whatever a review says. They only ever refuse. */

/** Placeholder of the closed union of rules. */
export interface Rule {
	readonly id: string;
}

/** As kept: rules in order, or that they can't be read, which refuses everything. */
export type RulesKept = { readonly ok: true; readonly rules: readonly Rule[] } | { readonly ok: false };

/** The rules as they stand for one request, with what they count. */
export interface PolicyStanding {
	readonly kept: RulesKept;
}

export const NO_RULES: PolicyStanding = { kept: { ok: true, rules: [] } };

export interface RuleRefusal {
	readonly ruleId: string;
	/** Whole sentences; they name the rule. */
	readonly words: string;
}
