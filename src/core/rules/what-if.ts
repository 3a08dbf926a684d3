import type { Message } from "../message.ts";
import { refusalBy } from "./check-rules.ts";
import type { LegFacts } from "./rule-facts.ts";
import type { RulePrices } from "./rule-prices.ts";
import type { PolicyStanding, Rule } from "./rules.ts";

/**
 * Which of the requests before, approved or not, a rule would have stopped. It is evaluated as for a request that
 * waits: what is not known fails. Where it fails only for what nobody wrote down at the time, that is no answer, and
 * told apart. Shown, and no part of what refuses (check-rules.ts).
 */

/** One request, with what was written down of it. */
export interface PastRequest {
	readonly id: string;
	/** As it stood when it was approved or ended: its moment, and what was spent within the day before. */
	readonly standing: Omit<PolicyStanding, "kept">;
	/** One for each thing that was signed. */
	readonly legs: readonly LegFacts[];
	/** What was written down of each of them; for all else `legs` holds that it is not known. */
	readonly recorded: ReadonlySet<keyof LegFacts>;
}

export interface WouldStop {
	readonly id: string;
	/** False where it would be stopped for a fact alone that was not written down. */
	readonly certain: boolean;
	/** Names the rule and what it has against the request. */
	readonly text: Message;
}

/** What a rule of each kind looks at. */
const LOOKS_AT: Readonly<Record<Rule["kind"], readonly (keyof LegFacts)[]>> = {
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

/** The prices of now, and whether one was missing that a rule asked for. */
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
 * In the order of `past`; what the rule lets through is left out.
 * @param rules all as they would be kept: a rule may count on another one
 * @param rule one of them
 */
export function wouldStop(
	rules: readonly Rule[],
	rule: Rule,
	past: readonly PastRequest[],
): readonly WouldStop[] {
	return past.flatMap(({ id, standing, legs, recorded }) => {
		const asked = watched(standing.prices);
		const kept = { ok: true, rules } as const;
		const refusal = refusalBy(rule, { ...standing, prices: asked.prices, kept }, legs);
		if (refusal === null) return [];
		const isRecorded = standing.request !== null && LOOKS_AT[rule.kind].every((fact) => recorded.has(fact));
		return [{ id, certain: isRecorded && !asked.missing, text: refusal.text }];
	});
}
