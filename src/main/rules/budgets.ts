import { message, type Text } from "../../core/message.ts";
import { type DayBudget, dayBudgets } from "../../core/rules/day-budget.ts";
import { StorageError } from "../storage/database.ts";
import type { StandingDeps } from "./policy-standing.ts";
import { keptNow } from "./policy-standing.ts";
import { spentWithinDay } from "./spent.ts";

/** Of each limit of a day: how much is spent of it. Empty where rules or journal can't be read. */
export function budgetsNow(deps: StandingDeps): readonly DayBudget[] {
	const kept = keptNow(deps);
	if (!kept.ok) return [];
	try {
		return dayBudgets({
			rules: kept.rules,
			accounts: deps.accounts.list().map(({ address }) => address),
			spent: (account, chainRef) =>
				spentWithinDay(deps.journal, { account, chainRef, instead: null }, deps.ports.clock.now()),
			prices: deps.rulePrices,
		});
	} catch (cause) {
		if (cause instanceof StorageError) return [];
		throw cause;
	}
}

/** In a sentence. */
export const budgetText = ({ rule, spent, most }: DayBudget): Text =>
	spent === null
		? message("rule.budget.unknown", { rule, most })
		: message("rule.budget", { rule, spent, most });
