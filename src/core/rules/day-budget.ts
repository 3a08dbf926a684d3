import type { Message } from "../message.ts";
import { dollars } from "../worth/price.ts";
import { sameKey } from "./rule-address.ts";
import type { RulePrices } from "./rule-prices.ts";
import { spentOf } from "./rule-spending.ts";
import { amountOf, spentText } from "./rule-text.ts";
import { isWorthRule, spentBefore } from "./rule-worth.ts";
import type { Rule } from "./rules.ts";
import type { SpendTotals } from "./spends.ts";

/** How much of each limit of a day is spent: to be shown, and no part of what refuses (check-rules.ts). */

export interface DayBudget {
	readonly ruleId: string;
	/** The user's own words for the rule. */
	readonly rule: string;
	/** By the account that has spent the most of it; null where that is not known. */
	readonly spent: Message | string | null;
	readonly most: Message | string;
	/** How much of it is spent, 0 to 1; null where that is not known. */
	readonly part: number | null;
}

export interface DayBudgetParts {
	readonly rules: readonly Rule[];
	/** The user's own. */
	readonly accounts: readonly string[];
	/** Within the last day. */
	readonly spent: (account: string, chainRef: string) => SpendTotals;
	readonly prices: RulePrices;
}

type DayRule = Extract<Rule, { kind: "spend_day" | "worth_day" }>;

const isDayRule = (rule: Rule): rule is DayRule => rule.kind === "spend_day" || rule.kind === "worth_day";

/** What one account has spent of it, in the rule's own unit; null where that is not known. */
function spentBy(rule: DayRule, account: string, parts: DayBudgetParts): bigint | null {
	const spent = (chainRef = "") => parts.spent(account, chainRef);
	if (isWorthRule(rule)) {
		const cents = spentBefore(rule, { spent, prices: parts.prices }, parts.rules);
		return typeof cents === "bigint" ? cents : null;
	}
	const { chains } = rule.scope;
	return chains === "all" ? null : mostOf(chains.map((chainRef) => spentOf(spent(chainRef), rule.asset)));
}

const mostOf = (amounts: readonly (bigint | null)[]): bigint | null =>
	amounts.reduce<bigint | null>(
		(most, each) => (most === null || each === null ? null : each > most ? each : most),
		0n,
	);

/** In thousandths: a bar shows no more. Of a limit of nothing all is spent. */
const partOf = (spent: bigint, most: bigint): number =>
	spent >= most ? 1 : Number((spent * 1000n) / most) / 1000;

/** In the order of the rules. Throws what `spent` throws. */
export function dayBudgets(parts: DayBudgetParts): readonly DayBudget[] {
	return parts.rules.filter(isDayRule).map((rule) => {
		const { accounts: of } = rule.scope;
		const accounts =
			of === "all" ? parts.accounts : parts.accounts.filter((own) => of.some((each) => sameKey(each, own)));
		const spent = mostOf(accounts.map((account) => spentBy(rule, account, parts)));
		const unit = (amount: bigint, text: typeof amountOf) =>
			rule.kind === "worth_day" ? dollars(amount) : text(amount, rule.asset);
		return {
			ruleId: rule.id,
			rule: rule.name,
			spent: spent === null ? null : unit(spent, spentText),
			most: unit(rule.most, amountOf),
			part: spent === null ? null : partOf(spent, rule.most),
		};
	});
}
