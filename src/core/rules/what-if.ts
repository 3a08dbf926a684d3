import type { Message } from "../message.ts";
import { refusalBy } from "./check-rules.ts";
import type { ItemFacts } from "./rule-facts.ts";
import type { RulePrices } from "./rule-prices.ts";
import type { PolicyContext, Rule } from "./rules.ts";

/**
 * Finds past requests, approved or not, that a rule would have stopped. Evaluated as for a waiting request:
 * unknown facts fail. A failure only due to facts that were not recorded is reported as uncertain. For
 * display; check-rules.ts decides refusals.
 */

/** One past request with its recorded facts. */
export interface PastRequest {
	readonly id: string;
	/** State when it was approved or ended: the time, and the spending of the day before. */
	readonly context: Omit<PolicyContext, "stored">;
	/** One per signed item. */
	readonly items: readonly ItemFacts[];
	/** Facts recorded for each item; all others are unknown in `legs`. */
	readonly recorded: ReadonlySet<keyof ItemFacts>;
}

export interface WouldStop {
	readonly id: string;
	/** `false` if only an unrecorded fact would stop it. */
	readonly certain: boolean;
	/** Names the rule and its objection. */
	readonly text: Message;
}

/** Facts that each kind of rule checks. */
const LOOKS_AT: Readonly<Record<Rule["kind"], readonly (keyof ItemFacts)[]>> = {
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

/** Returns current prices, recording whether a required one was missing. */
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

/**
 * Returns results in the order of `past`, without requests that the rule allows.
 * @param rules all rules as they would be saved, as a rule may depend on another
 * @param rule one of them
 */
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
		const isRecorded = policy.request !== null && LOOKS_AT[rule.kind].every((fact) => recorded.has(fact));
		return [{ id, certain: isRecorded && !asked.missing, text: refusal.text }];
	});
}
