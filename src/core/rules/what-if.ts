import type { Message } from "../localized-text.ts";
import { refusalBy } from "./check-rules.ts";
import type { ItemFacts, RulePrices } from "./rule-facts.ts";
import type { PolicyContext, Rule } from "./rules.ts";

/**
 * Finds past requests that a rule would have stopped, for display only. If the rule refuses only because a
 * fact wasn't recorded, the result is marked as uncertain.
 */

export interface PastRequest {
	readonly id: string;
	readonly context: Omit<PolicyContext, "stored">;
	readonly items: readonly ItemFacts[];
	readonly recorded: ReadonlySet<keyof ItemFacts>;
}

export interface WouldStop {
	readonly id: string;
	readonly certain: boolean;
	readonly text: Message;
}

const FACTS_READ: Readonly<Record<Rule["kind"], readonly (keyof ItemFacts)[]>> = {
	spend_once: ["spends"],
	spend_day: ["spends"],
	worth_once: ["spends"],
	worth_day: ["spends"],
	ledger_above: ["spends"],
	recipients: ["known", "recipients"],
	contracts: ["contracts"],
	spenders: ["known", "grants"],
	no_unlimited: ["known", "grants"],
	simulated: ["simulated"],
	hours: [],
	blocked_app: [],
	blocked_recipient: ["known", "recipients", "contracts", "grants"],
};

function watched(prices: RulePrices): { readonly prices: RulePrices; missing: boolean } {
	const seen = {
		missing: false,
		prices: (chainRef: string, asset: string) => {
			const found = prices(chainRef, asset);
			if (found.kind === "unknown" || found.kind === "differs") seen.missing = true;
			return found;
		},
	};
	return seen;
}

/** `rules` is the complete list to be saved, because `rule` may depend on a different rule. */
export function wouldStop(
	rules: readonly Rule[],
	rule: Rule,
	past: readonly PastRequest[],
): readonly WouldStop[] {
	return past.flatMap(({ id, context: policy, items: legs, recorded }) => {
		const asked = watched(policy.prices);
		const kept = { ok: true, rules } as const;
		const refusal = refusalBy(rule, { ...policy, prices: asked.prices, stored: kept }, legs);
		if (refusal === null) return [];
		const isRecorded = policy.request !== null && FACTS_READ[rule.kind].every((fact) => recorded.has(fact));
		return [{ id, certain: isRecorded && !asked.missing, text: refusal.text }];
	});
}
