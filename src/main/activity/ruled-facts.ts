import { type RuledFacts, ruledFacts } from "../../core/activity/records.ts";
import { policyFactsOf } from "../../core/review/policy/policy-facts.ts";
import type { ComposedReview } from "../reviewing/reviews/reviews-types.ts";

/**
 * What rules look at in the requests that wait, as their reviews told it last: where one ends without a signature,
 * Activity keeps it, to try another rule on.
 */
export interface RuledFactsMemory {
	/** @param revision which form of the request it is */
	note(scope: string, revision: string, composed: ComposedReview): void;
	/** Null where this form of it was not read; it may have been before a restart. */
	of(scope: string, entryId: string, revision: string): RuledFacts | null;
}

/** So many requests are remembered; the oldest go first. */
const MAX_REQUESTS = 2_000;
/** What is larger is not kept, in characters of its JSON. */
const MAX_JSON = 16_000;

function factsOf({ review, policy }: ComposedReview): RuledFacts | null {
	const { request } = policy;
	if (request === null || review.insights.length === 0) return null;
	const { account, chainRef, apps } = request;
	const legs = policyFactsOf(review).map(({ spends, known, recipients, contracts, grants, simulated }) => ({
		spends: { certain: spends.certain, amounts: spends.amounts.map((each) => ({ ...each })) },
		known,
		recipients: recipients === null ? null : [...recipients],
		contracts: contracts === null ? null : [...contracts],
		grants: grants.map(({ spender, token, unlimited }) => ({ spender, token, unlimited })),
		simulated,
	}));
	const facts = { account, chainRef, apps: apps === null ? null : [...apps], legs };
	// One that could not be read again would take the whole record with it.
	return ruledFacts.safeParse(facts).success && JSON.stringify(facts).length <= MAX_JSON ? facts : null;
}

export function createRuledFactsMemory(): RuledFactsMemory {
	const held = new Map<string, RuledFacts | null>();
	const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
	return {
		note(scope, revision, composed) {
			const key = keyOf(scope, composed.request.entryId, revision);
			held.delete(key);
			held.set(key, factsOf(composed));
			const [oldest] = held.keys();
			if (held.size > MAX_REQUESTS && oldest !== undefined) held.delete(oldest);
		},
		of: (scope, entryId, revision) => held.get(keyOf(scope, entryId, revision)) ?? null,
	};
}
