import { type Rule, ruleSchema } from "./rules.ts";

/** Apps that the user blocked: a rule for each, of every account and chain. */

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
