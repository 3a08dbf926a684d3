import { sameKey } from "./rule-address.ts";
import { type Rule, ruleSchema } from "./rules.ts";

const keyOf = (app: string): string => app.trim().toLowerCase();

export function blockedApps(rules: readonly Rule[]): ReadonlySet<string> {
	return new Set(
		rules.flatMap(({ kind, scope: { accounts, agents, apps, chains } }) =>
			kind === "blocked_app" && accounts === "all" && chains === "all" && agents === "all" && apps !== "all"
				? apps
				: [],
		),
	);
}

export function ruleBlocking(app: string, id: string, name: string): Rule | null {
	const scope = { accounts: "all", agents: "all", apps: [app], chains: "all" };
	const read = ruleSchema.safeParse({ kind: "blocked_app", id, name, scope });
	return read.success ? read.data : null;
}

export const isBlocked = (rules: readonly Rule[], app: string): boolean => blockedApps(rules).has(keyOf(app));

type RecipientRule = Extract<Rule, { kind: "blocked_recipient" }>;

const isEverywhere = ({ scope: { accounts, agents, apps, chains } }: Rule): boolean =>
	accounts === "all" && agents === "all" && apps === "all" && chains === "all";

const recipientRules = (rules: readonly Rule[]): readonly RecipientRule[] =>
	rules.filter((rule) => rule.kind === "blocked_recipient").filter(isEverywhere);

const MAX_OF_RULE = 500;

export const isRecipientBlocked = (rules: readonly Rule[], address: string): boolean =>
	recipientRules(rules).some(({ addresses }) => addresses.some((each) => sameKey(each, address)));

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
	const scope = { accounts: "all", agents: "all", apps: "all", chains: "all" } as const;
	return [...rules, { kind: "blocked_recipient", id, name, scope, addresses: [address] }];
}
