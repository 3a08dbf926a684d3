import { dollars } from "../fiat/price.ts";
import type { Message } from "../localized-text.ts";
import { isFiatRule, spentBefore } from "./fiat-rule.ts";
import { sameKey } from "./rule-address.ts";
import type { RulePrices } from "./rule-prices.ts";
import { spentOf } from "./rule-spending.ts";
import { amountOf, spentText } from "./rule-text.ts";
import type { Rule, RuleScope } from "./rules.ts";
import type { SpendTotals } from "./spends.ts";

export interface DayBudget {
	readonly ruleId: string;
	readonly rule: string;
	readonly spent: Message | string | null;
	readonly most: Message | string;
	readonly part: number | null;
}

export interface DayBudgetParts {
	readonly rules: readonly Rule[];
	readonly accounts: readonly string[];
	readonly spent: (account: string, chainRef: string, agents: RuleScope["agents"]) => SpendTotals;
	readonly prices: RulePrices;
}

type DayRule = Extract<Rule, { kind: "spend_day" | "worth_day" }>;

const isDayRule = (rule: Rule): rule is DayRule => rule.kind === "spend_day" || rule.kind === "worth_day";

function spentBy(rule: DayRule, account: string, parts: DayBudgetParts): bigint | null {
	const spent = (chainRef = "") => parts.spent(account, chainRef, rule.scope.agents);
	if (isFiatRule(rule)) {
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

const partOf = (spent: bigint, most: bigint): number =>
	spent >= most ? 1 : Number((spent * 1000n) / most) / 1000;

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
