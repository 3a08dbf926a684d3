import type { ItemFacts } from "../../../../src/core/rules/rule-facts.ts";
import { momentAt } from "../../../../src/core/rules/rule-hours.ts";
import {
	NO_RULES,
	type PolicyContext,
	type PolicyRequest,
	type Rule,
	type RuleScope,
	type RuleText,
	ruleSchema,
} from "../../../../src/core/rules/rules.ts";
import { addSpends } from "../../../../src/core/rules/spends.ts";

/** Rules, requests and facts. */

export const ME = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";
export const OTHER = "0x2b5ad5c4795c026514f8317c7a215e218dccd6cf";
export const STRANGER = "0x6813eb9362372eef6200f3b1dbc3f819671cba69";
export const TOKEN = "0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";
export const EVERYWHERE: RuleScope = { accounts: "all", agents: "all", apps: "all", chains: "all" };
export const ON_BASE: RuleScope = { ...EVERYWHERE, chains: ["8453"] };
export const ETH = { address: "native", symbol: "ETH", decimals: 18 };
export const USDC = { address: TOKEN, symbol: "USDC", decimals: 6 };

type Body = RuleText extends infer R
	? R extends RuleText
		? Omit<R, "id" | "name" | "scope">
		: never
	: never;

export function rule(body: Body, scope: RuleScope = "asset" in body ? ON_BASE : EVERYWHERE, id = "r1"): Rule {
	return ruleSchema.parse({ id, name: `Rule ${id}`, scope, ...body });
}

export const day = (most: bigint, scope?: RuleScope) =>
	rule({ kind: "spend_day", asset: ETH, most: most.toString() }, scope);
export const once = (most: bigint, scope?: RuleScope) =>
	rule({ kind: "spend_once", asset: ETH, most: most.toString() }, scope);

/** Returns a rule for this many US cents per day on Base. `dollarsOnce` limits one transaction. */
export const dollarsDay = (cents: bigint, scope: RuleScope = ON_BASE, id = "w1") =>
	rule({ kind: "worth_day", most: cents.toString() }, scope, id);
export const dollarsOnce = (cents: bigint, scope: RuleScope = ON_BASE, id = "w1") =>
	rule({ kind: "worth_once", most: cents.toString() }, scope, id);

export function request(change: Partial<PolicyRequest> = {}): PolicyRequest {
	return {
		account: ME,
		chainRef: "8453",
		apps: ["vault"],
		agent: null,
		onLedger: false,
		onlyCostsFee: false,
		instead: null,
		...change,
	};
}

/** Monday at noon, UTC. */
export const MONDAY_NOON = Date.UTC(2026, 10, 23, 12);

export function policyContextWith(
	rules: readonly Rule[],
	change: Partial<PolicyContext> = {},
): PolicyContext {
	return {
		...NO_RULES,
		stored: { ok: true, rules },
		request: request(),
		accounts: [ME],
		contacts: [],
		moment: momentAt(MONDAY_NOON, "UTC"),
		...change,
	};
}

export function itemFacts(change: Partial<ItemFacts> = {}): ItemFacts {
	return {
		spends: { certain: true, amounts: [] },
		known: true,
		recipients: [],
		contracts: [],
		grants: [],
		simulated: "agrees",
		...change,
	};
}

/** Returns facts about a step that spends this amount of one asset; `null` is an unlimited amount. */
export function spendingItem(amount: bigint | null, asset = "native"): ItemFacts {
	return itemFacts({ spends: { certain: true, amounts: [{ asset, amount: amount?.toString() ?? null }] } });
}

export const UNKNOWN: ItemFacts = itemFacts({
	spends: { certain: false, amounts: [] },
	known: false,
	contracts: [TOKEN],
	simulated: "not",
});

export const spent =
	(amount: bigint | null, asset = "native") =>
	() =>
		addSpends([{ certain: true, amounts: [{ asset, amount: amount?.toString() ?? null }] }]);
