import { chainName, nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { shortAddress } from "../decoded-transaction/decoded-transaction.ts";
import { feedFor, isDollar } from "../fiat/feeds.ts";
import { centsOf, dollars, type Price } from "../fiat/price.ts";
import { type Message, message } from "../localized-text.ts";
import type { RulePrices } from "./rule-facts.ts";
import type { PolicyContext, Rule } from "./rules.ts";
import { coversScope } from "./rules.ts";
import { type SpendTotals, spendKey } from "./spends.ts";

/**
 * Rules in US dollars round spending up. Listed dollar tokens count as at least one dollar. Without a current
 * price, the rule refuses. A price from a single RPC is accepted only if another rule limits the asset in its
 * own units, which caps the damage that a false price can do.
 */

export type FiatRule = Extract<Rule, { kind: "worth_once" | "worth_day" }>;

interface FiatRefusal {
	readonly text: Message;
	readonly passing: boolean;
}

export const isFiatRule = (rule: Rule): rule is FiatRule =>
	rule.kind === "worth_once" || rule.kind === "worth_day";

export function limitedByOthers(
	rules: readonly Rule[],
	{ scope }: FiatRule,
	chainRef: string,
): ReadonlySet<string> {
	const here = { ...scope, chains: [chainRef] };
	return new Set(
		rules.flatMap((each) =>
			(each.kind === "spend_once" || each.kind === "spend_day") && coversScope(each.scope, here)
				? [spendKey(each.asset.address)]
				: [],
		),
	);
}

interface Known {
	readonly symbol: string;
	readonly decimals: number;
}

const knownAsset = (chainRef: string, asset: string): Known | null =>
	asset === "native" ? nativeOf(chainRef) : wellKnownAt(chainRef, asset);

function atLeastPar(price: Price): Price {
	const par = 10n ** BigInt(price.decimals);
	return price.answer < par ? { ...price, answer: par } : price;
}

function fiatValueOfAsset(
	prices: RulePrices,
	chainRef: string,
	asset: string,
	amount: bigint | null,
	limited: ReadonlySet<string>,
): bigint | FiatRefusal {
	const known = knownAsset(chainRef, asset);
	const name = known?.symbol ?? message("token.without-symbol", { address: shortAddress(asset) });
	if (amount === null) return { text: message("rule.fault.no-limit", { symbol: name }), passing: false };
	const found = prices(chainRef, asset);
	if (known === null || found.kind === "none")
		return { text: message("rule.fault.worth.no-feed", { asset: name }), passing: false };
	if (found.kind === "unknown")
		return { text: message("rule.fault.worth.no-price", { asset: name }), passing: true };
	if (found.kind === "differs")
		return { text: message("rule.fault.worth.differs", { asset: name }), passing: true };
	const isPar = isDollar(chainRef, asset);
	if (!isPar && !found.sure && !limited.has(asset))
		return { text: message("rule.fault.worth.one-rpc", { asset: name }), passing: false };
	return centsOf(amount, known.decimals, isPar ? atLeastPar(found.price) : found.price, "up");
}

function fiatValueOf(
	{ certain, amounts }: SpendTotals,
	chainRef: string,
	prices: RulePrices,
	limited: ReadonlySet<string>,
): bigint | FiatRefusal {
	if (!certain) return { text: message("rule.fault.amount-unknown"), passing: false };
	let cents = 0n;
	for (const [asset, amount] of amounts) {
		if (amount === 0n) continue;
		const worth = fiatValueOfAsset(prices, chainRef, asset, amount, limited);
		if (typeof worth !== "bigint") return worth;
		cents += worth;
	}
	return cents;
}

export function spentBefore(
	rule: FiatRule,
	{ spent, prices }: Pick<PolicyContext, "spent" | "prices">,
	rules: readonly Rule[],
): bigint | FiatRefusal {
	let cents = 0n;
	for (const chainRef of new Set(rule.scope.chains)) {
		const totals = spent(chainRef, rule.scope.agents);
		const worth = fiatValueOf(totals, chainRef, prices, limitedByOthers(rules, rule, chainRef));
		if (typeof worth !== "bigint")
			return totals.certain && ![...totals.amounts.values()].includes(null)
				? worth
				: { text: message("rule.fault.day-unknown"), passing: true };
		cents += worth;
	}
	return cents;
}

export function fiatRefusal(
	rule: FiatRule,
	spends: SpendTotals,
	policy: PolicyContext,
	rules: readonly Rule[],
): FiatRefusal | null {
	const chainRef = policy.request?.chainRef ?? "";
	const cents = fiatValueOf(spends, chainRef, policy.prices, limitedByOthers(rules, rule, chainRef));
	if (typeof cents !== "bigint") return cents;
	if (cents === 0n) return null;
	const [amount, most] = [dollars(cents), dollars(rule.most)];
	if (rule.kind === "worth_once")
		return cents <= rule.most
			? null
			: { text: message("rule.fault.over-once", { amount, most }), passing: false };
	const before = spentBefore(rule, policy, rules);
	if (typeof before !== "bigint") return before;
	if (before + cents <= rule.most) return null;
	return {
		text: message("rule.fault.over-day", { amount, before: dollars(before), most }),
		passing: cents <= rule.most,
	};
}

export function fiatRuleFault(
	rules: readonly Rule[],
	hasSecondRpc: (chainRef: string) => boolean,
): Message | null {
	for (const rule of rules.filter(isFiatRule))
		for (const chainRef of rule.scope.chains) {
			const chain = chainName(chainRef);
			if (feedFor(chainRef, "native") === null) return message("rule.worth.no-feed", { chain });
			if (!hasSecondRpc(chainRef) && !limitedByOthers(rules, rule, chainRef).has("native"))
				return message("rule.worth.one-rpc", { chain, coin: nativeOf(chainRef).symbol });
		}
	return null;
}

export const usesFiat = (rules: readonly Rule[]): boolean => rules.some(isFiatRule);
