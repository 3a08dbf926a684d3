import type { RuleScope } from "./rules.ts";

/** Where rules hold: which scope covers which. */

/** Everything of the first is in the second. */
export const within = (inner: readonly string[], outer: readonly string[]): boolean =>
	inner.every((each) => outer.includes(each));

function covers(after: "all" | readonly string[], before: "all" | readonly string[]): boolean {
	return after === "all" || (before !== "all" && within(before, after));
}

/** Whatever the second holds for, the first does too. */
export const coversScope = (after: RuleScope, before: RuleScope): boolean =>
	covers(after.accounts, before.accounts) &&
	covers(after.apps, before.apps) &&
	covers(after.chains, before.chains);
