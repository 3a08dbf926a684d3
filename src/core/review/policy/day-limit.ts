import type { Message } from "../../localized-text.ts";
import { spentOf } from "../../rules/rule-spending.ts";
import { amountOf, spentText } from "../../rules/rule-text.ts";
import { coversScope, type Rule, type RuleAsset, type RuleScope, ruleSchema } from "../../rules/rules.ts";
import { addSpends, type SpendTotals } from "../../rules/spends.ts";
import { formatterOf } from "../effects/request-effects.ts";
import type { Review } from "../review.ts";
import { policyFactsOf } from "./policy-facts.ts";

/** Daily limit that a review suggests: what the account spent in the last 24 hours plus this request. */
export interface DayLimit {
	readonly account: string;
	readonly chainRef: string;
	readonly asset: RuleAsset;
	/** In base units. */
	readonly most: bigint;
	readonly amount: Message;
	/** Portion that was spent or allowed before this request. `null` if nothing was. */
	readonly earlier: Message | null;
}

export type LimitedReview = Pick<
	Review,
	"analyses" | "approval" | "effects" | "findings" | "frozen" | "user"
>;

const NATIVE = "native";

/** Returns the only asset that the request spends, apart from the native coin that pays its fee. */
function spentAsset({ analyses, effects, findings }: LimitedReview): readonly [string, bigint] | null {
	const { certain, amounts } = addSpends(
		policyFactsOf({ analyses, effects, findings }).map(({ spends }) => spends),
	);
	if (!certain || effects === null) return null;
	const [token, ...more] = [...amounts].filter(([asset]) => asset !== NATIVE);
	if (more.length > 0) return null;
	if (token !== undefined) return token[1] === null || token[1] === 0n ? null : [token[0], token[1]];
	const fee = effects.costs.reduce((sum, { most }) => sum + (most ?? 0n), 0n);
	const coin = amounts.get(NATIVE) ?? 0n;
	return coin > fee ? [NATIVE, coin] : null;
}

const scopeOf = ({ account, chainRef }: Pick<DayLimit, "account" | "chainRef">): RuleScope => ({
	accounts: [account],
	apps: "all",
	chains: [chainRef],
	agents: "all",
});

const isCovered = (rules: readonly Rule[], limit: DayLimit): boolean =>
	rules.some(
		(rule) =>
			rule.kind === "spend_day" &&
			rule.asset.address === limit.asset.address &&
			rule.most <= limit.most &&
			coversScope(rule.scope, scopeOf(limit)),
	);

const DIGITS = 4;

/** Rounds a limit up to a number that is easy to remember. The request itself still passes. */
function roundedUp(amount: bigint): bigint {
	const unit = 10n ** BigInt(Math.max(0, amount.toString().length - DIGITS));
	return ((amount + unit - 1n) / unit) * unit;
}

/**
 * Returns `null` if the request's or today's spending is unknown or unlimited, if the request spends several
 * assets, only lowers an allowance or can never be approved, or if a rule already sets such a limit.
 */
export function dayLimitOf(
	review: LimitedReview,
	spentToday: (account: string, chainRef: string) => SpendTotals,
	rules: readonly Rule[],
): DayLimit | null {
	const { effects } = review;
	const spent = spentAsset(review);
	if (effects === null || effects.chainRef === null || spent === null) return null;
	if (review.frozen?.kind === "revocation") return null;
	if (!review.approval.possible && !review.approval.canRetry) return null;
	const { signer, chainRef } = effects;
	const [address, amount] = spent;
	const kind = address === NATIVE ? "native" : "fungible";
	const unit = formatterOf(review.analyses, review.user, chainRef).amount(
		{ kind, address, item: null },
		amount,
	);
	if (!unit.checked || unit.decimals === null || typeof unit.symbol !== "string") return null;
	const asset = { address, symbol: unit.symbol, decimals: unit.decimals } as RuleAsset;
	const before = spentOf(spentToday(signer, chainRef), asset);
	if (before === null) return null;
	const most = roundedUp(before + amount);
	const earlier = before > 0n ? spentText(before, asset) : null;
	const limit = { account: signer, chainRef, asset, most, amount: amountOf(most, asset), earlier };
	return isCovered(rules, limit) ? null : limit;
}

export function ruleOfLimit(limit: DayLimit, id: string, name: string): Rule | null {
	const { asset, most } = limit;
	const read = ruleSchema.safeParse({
		kind: "spend_day",
		id,
		name: name.slice(0, 80),
		scope: scopeOf(limit),
		asset,
		most: most.toString(),
	});
	return read.success ? read.data : null;
}
