import { sameKey } from "./rule-address.ts";
import { type Rule, ruleSchema } from "./rules.ts";

/** Apps that the user blocked: a rule for each, of every account and chain; and recipients: one rule for all. */

/** As rules name apps: without regard to case. */
const keyOf = (app: string): string => app.trim().toLowerCase();

/** Apps of which nothing is approved, whatever account and chain a request is for; in lower case. */
export function blockedApps(rules: readonly Rule[]): ReadonlySet<string> {
	return new Set(
		rules.flatMap(({ kind, scope: { accounts, apps, chains } }) =>
			kind === "blocked_app" && accounts === "all" && chains === "all" && apps !== "all" ? apps : [],
		),
	);
}

/** A rule that blocks this app; null where its name can't be one of an app. */
export function ruleBlocking(app: string, id: string, name: string): Rule | null {
	const scope = { accounts: "all", apps: [app], chains: "all" };
	const read = ruleSchema.safeParse({ kind: "blocked_app", id, name, scope });
	return read.success ? read.data : null;
}

export const isBlocked = (rules: readonly Rule[], app: string): boolean => blockedApps(rules).has(keyOf(app));

type RecipientRule = Extract<Rule, { kind: "blocked_recipient" }>;

/** It holds for every account, app and chain. */
const isEverywhere = ({ scope: { accounts, apps, chains } }: Rule): boolean =>
	accounts === "all" && apps === "all" && chains === "all";

const recipientRules = (rules: readonly Rule[]): readonly RecipientRule[] =>
	rules.filter((rule) => rule.kind === "blocked_recipient").filter(isEverywhere);

/** As many addresses as one rule may name. */
const MAX_OF_RULE = 500;

export const isRecipientBlocked = (rules: readonly Rule[], address: string): boolean =>
	recipientRules(rules).some(({ addresses }) => addresses.some((each) => sameKey(each, address)));

/**
 * The rules by which this address is blocked as well: the first rule of the kind names it too, else a new one does.
 *
 * @param id of a new rule; @param name of a new rule
 */
export function withRecipientBlocked(
	rules: readonly Rule[],
	address: string,
	id: string,
	name: string,
): readonly Rule[] {
	const first = recipientRules(rules).find(({ addresses }) => addresses.length < MAX_OF_RULE);
	if (first !== undefined)
		return rules.map((rule) =>
			rule === first ? { ...first, addresses: [...first.addresses, address] } : rule,
		);
	const scope = { accounts: "all", apps: "all", chains: "all" } as const;
	return [...rules, { kind: "blocked_recipient", id, name, scope, addresses: [address] }];
}
