import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import type { HeadlineFormatter } from "../../describe/step-headline.ts";
import { byKey } from "../../effects/accounting.ts";
import { assetKey, type Effects } from "../../effects/effects.ts";
import { isUsersParty } from "../../effects/gainers.ts";
import type { FlowAmount, FlowLine, FlowReceiver, MoneyFlow } from "../../effects/money-flow.ts";
import type { Amount } from "../../format/amount.ts";
import { type Message, message, type Param } from "../../localized-text.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import { formatterOf } from "./request-effects.ts";

interface FlowReview {
	readonly flow: MoneyFlow | null;
	readonly effects: Effects | null;
	readonly analyses: readonly ItemAnalysis[];
	readonly user: User;
}

function summed(lines: readonly FlowAmount[]): readonly FlowAmount[] {
	return [...byKey(lines, ({ asset }) => assetKey(asset)).values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const amount = group.reduce<bigint | null>(
			(sum, each) => (sum === null || each.amount === null ? null : sum + each.amount),
			0n,
		);
		return [{ asset: first.asset, amount }];
	});
}

const isCertain = ({ amount }: FlowAmount): boolean => amount !== null;

const WHOLE_CENTS = 2;
/** Minimum amount that is shown with at most two decimals. */
const MANY_UNITS = 1_000n;

/** Rounds an outgoing total up. */
function shownSum({ raw, decimals }: Pick<Amount, "raw" | "decimals">): bigint {
	if (decimals === null || decimals <= WHOLE_CENTS || raw < MANY_UNITS * 10n ** BigInt(decimals)) return raw;
	const unit = 10n ** BigInt(decimals - WHOLE_CENTS);
	return ((raw + unit - 1n) / unit) * unit;
}

const amountsOf = (totals: readonly FlowAmount[], formatter: HeadlineFormatter): readonly Param[] =>
	totals.map(({ asset, amount }) => {
		const raw = amount ?? 0n;
		return formatter.amountParam(asset, asset.kind === "item" ? raw : shownSum(formatter.amount(asset, raw)));
	});

const outliersOf = ({ receivers }: MoneyFlow): readonly FlowReceiver[] =>
	receivers.filter(({ isOutlier }) => isOutlier);

/**
 * Returns the band's text about the payment to an unknown receiver, including why the receiver is unknown.
 * Returns `null` if every receiver is known.
 */
export function outlierText({ flow, effects, analyses, user }: FlowReview): Message | null {
	if (flow === null || effects === null) return null;
	const outliers = outliersOf(flow);
	const [first] = outliers;
	if (first === undefined) return null;
	const formatter = formatterOf(analyses, user, effects.chainRef);
	const totals = summed(outliers.flatMap((each) => each.totals));
	const amounts = amountsOf(totals.filter(isCertain), formatter);
	const isNeverPaid = outliers.every(
		({ address }) => address !== null && (user.counterparties.get(address)?.paid ?? 0) === 0,
	);
	const places = outliers.flatMap(({ payments }) => payments);
	const count = flow.payments.length;
	if (flow.isExchange || amounts.length === 0)
		return message("flow.outlier.through", {
			count: outliers.length,
			amounts: amounts.length === 0 ? [message("flow.unbounded")] : amounts,
			isNeverPaid,
		});
	if (places.length === 1)
		return message("flow.outlier.one", { at: (places[0] ?? 0) + 1, count, amounts, isNeverPaid });
	return message("flow.outlier.several", {
		payments: places.length,
		isAll: places.length === count,
		count,
		receivers: outliers.length,
		amounts,
		isNeverPaid,
	});
}

/** A called contract may do more with the assets it receives, and burned assets aren't a payment. */
const isPaidPlainly = (effects: Effects, { address, relation }: FlowReceiver): boolean =>
	address !== null &&
	relation !== "nobody" &&
	!effects.called.some((each) => each.address === address && !each.isPayment);

/** A headline about payments would omit lasting rights and steps without a payment. */
function isOnlyPayments(flow: MoneyFlow, effects: Effects, analyses: readonly ItemAnalysis[]): boolean {
	const remaining = effects.rights.filter(({ extent, isSpent }) => extent !== 0n && isSpent !== true);
	const isCovered = (step: number) =>
		flow.payments.some((each) => each.step === step) || effects.rights.some((each) => each.step === step);
	const isBack = ({ from, to }: FlowLine) => to !== null && isUsersParty(effects, to) && from !== to;
	return (
		!flow.isExchange &&
		flow.receivers.every((each) => isPaidPlainly(effects, each)) &&
		remaining.length === 0 &&
		effects.unaccounted.length === 0 &&
		effects.unexplained.length === 0 &&
		analyses.every(
			({ headline, content }) =>
				headline.known && (content.kind === "evm_transaction" || content.kind === "svm_transaction"),
		) &&
		effects.shownBy.every((_, step) => isCovered(step)) &&
		!flow.lines.some(isBack) &&
		flow.payments.every(({ amount }) => amount !== null) &&
		flow.lines.some(({ from }) => isUsersParty(effects, from)) &&
		flow.totals.every(({ account }) => isUsersParty(effects, account))
	);
}

/** Maximum number of assets in a headline. */
const MAX_ASSETS = 3;

/**
 * Returns totals and the outlier instead of a list of payments. Returns `null` unless the request consists
 * only of payments.
 */
export function flowHeadline({ flow, effects, analyses, user }: FlowReview): Headline | null {
	if (flow === null || effects === null || !isOnlyPayments(flow, effects, analyses)) return null;
	const formatter = formatterOf(analyses, user, effects.chainRef);
	const outliers = outliersOf(flow);
	const outlying = summed(outliers.flatMap((each) => each.totals));
	// The asset sent to the unknown address comes first, because the headline states its amount next.
	const isOutlying = ({ asset }: FlowAmount) =>
		outlying.some((each) => assetKey(each.asset) === assetKey(asset));
	const totals = summed(flow.payments).toSorted(
		(left, right) => Number(isOutlying(right)) - Number(isOutlying(left)),
	);
	if (totals.length > MAX_ASSETS) return null;
	const amounts = amountsOf(totals, formatter);
	const count = flow.payments.length;
	const [only, ...more] = totals;
	const amount =
		only === undefined || more.length > 0 || only.asset.kind === "item"
			? null
			: formatter.amount(only.asset, only.amount ?? 0n);
	const common = { known: true, amount };
	if (outliers.length === 0) return { ...common, text: knownText(flow, formatter, { amounts, count }) };
	const isAll = outliers.length === flow.receivers.length;
	const text = isAll
		? message("headline.pays.strangers", { amounts, count, receivers: outliers.length })
		: message("headline.pays.some", {
				amounts,
				count,
				receivers: outliers.length,
				outlying: amountsOf(outlying, formatter),
			});
	return { ...common, text };
}

function knownText(
	{ receivers }: MoneyFlow,
	formatter: HeadlineFormatter,
	shown: { readonly amounts: readonly Param[]; readonly count: number },
): Message {
	const [first, second, ...more] = receivers;
	if (first?.address === null || first === undefined || (second !== undefined && second.address === null))
		return message("headline.pays", { ...shown, receivers: receivers.length });
	if (second === undefined)
		return message("headline.pays.one", { ...shown, to: formatter.name(first.address) });
	if (more.length === 0 && second.address !== null)
		return message("headline.pays.two", {
			...shown,
			to: formatter.name(first.address),
			other: formatter.name(second.address),
		});
	return message("headline.pays", { ...shown, receivers: receivers.length });
}
