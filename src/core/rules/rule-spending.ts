import { dollars } from "../fiat/price.ts";
import { type Message, message } from "../localized-text.ts";
import { isFiatRule, spentBefore } from "./fiat-rule.ts";
import { type RulePrices, sameKey } from "./rule-facts.ts";
import { amountOf, spentText } from "./rule-text.ts";
import type { Rule, RuleAsset, RuleScope } from "./rules.ts";
import { type SpendTotals, spendKey } from "./spends.ts";

export function spentOf({ certain, amounts }: SpendTotals, asset: RuleAsset): bigint | null {
	if (!certain) return null;
	const amount = amounts.get(spendKey(asset.address));
	return amount === undefined ? 0n : amount;
}

const called = ({ symbol }: RuleAsset) => (symbol === "" ? message("rule.it") : symbol);

function unknownText({ certain }: SpendTotals, asset: RuleAsset): Message {
	return certain
		? message("rule.fault.no-limit", { symbol: called(asset) })
		: message("rule.fault.amount-unknown");
}

export function exceedsOnce(spends: SpendTotals, asset: RuleAsset, most: bigint): Message | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return unknownText(spends, asset);
	if (amount <= most) return null;
	return message("rule.fault.over-once", { amount: spentText(amount, asset), most: amountOf(most, asset) });
}

export function exceedsDay(
	spends: SpendTotals,
	before: () => SpendTotals,
	asset: RuleAsset,
	most: bigint,
): { readonly text: Message; readonly passing: boolean } | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return { text: unknownText(spends, asset), passing: false };
	if (amount === 0n) return null;
	const counted = before();
	const sum = spentOf(counted, asset);
	if (sum === null)
		return {
			text: message("rule.fault.day-unknown"),
			passing: true,
		};
	if (sum + amount <= most) return null;
	return {
		text: message("rule.fault.over-day", {
			amount: spentText(amount, asset),
			before: spentText(sum, asset),
			most: amountOf(most, asset),
		}),
		passing: amount <= most,
	};
}

export function needsLedger(spends: SpendTotals, asset: RuleAsset, above: bigint): Message | null {
	const amount = spentOf(spends, asset);
	if (amount === null)
		return spends.certain
			? message("rule.fault.ledger.no-limit", { symbol: called(asset) })
			: message("rule.fault.ledger.amount-unknown");
	return amount > above
		? message("rule.fault.ledger.above", { amount: spentText(amount, asset), above: amountOf(above, asset) })
		: null;
}

export interface DayBudget {
	readonly ruleId: string;
	readonly rule: string;
	readonly spent: Message | string | null;
	readonly most: Message | string;
	readonly part: number | null;
}

interface DayBudgetParts {
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
