import type { RuleScope } from "./rules.ts";

/** Comparison of rule scopes. */

/** Returns whether the first list is a subset of the second. */
export const within = (inner: readonly string[], outer: readonly string[]): boolean =>
	inner.every((each) => outer.includes(each));

function covers(after: "all" | readonly string[], before: "all" | readonly string[]): boolean {
	return after === "all" || (before !== "all" && within(before, after));
}

/** Returns whether the first scope covers everything that the second does. */
export const coversScope = (after: RuleScope, before: RuleScope): boolean =>
	covers(after.accounts, before.accounts) &&
	covers(after.apps, before.apps) &&
	covers(after.chains, before.chains);
