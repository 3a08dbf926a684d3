import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { Decoded, Inner, Meaning } from "../../decode/evm/meaning.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import type { Amount } from "../../format/amount.ts";
import { sameAddress } from "../../identities/labels.ts";
import {
	type AmountParam,
	amountParam,
	type InnerParam,
	inner,
	type Message,
	message,
} from "../../localized-text.ts";
import { strangersFirst } from "../gain.ts";
import { joined } from "../joined.ts";
import { callGain } from "./call-gain.ts";
import { assetAmount, assetParam, type CallSentence, type DescribeContext, WRAPPERS } from "./call-text.ts";
import { describeOne } from "./describe.ts";

type Calls = Extract<Meaning, { kind: "calls" }>;

const MAX_LISTED = 3;

export function inside(context: DescribeContext, inner: Inner): DescribeContext {
	return { ...context, decoded: inner.decoded, as: inner.by === "caller" ? context.as : inner.by };
}

function goesWithoutSaying({ meaning }: Decoded, as: string): boolean {
	const isOwn = (party: string) => party === "here" || party === "pool" || party === "caller" || party === as;
	if (meaning.kind === "check") return true;
	if (meaning.kind === "payment") return isOwn(meaning.to) && meaning.bound !== "share";
	return meaning.kind === "wrap" && isOwn(meaning.to);
}

const isLiquidity = (meaning: Meaning): boolean =>
	meaning.kind === "act" && ["add-liquidity", "remove-liquidity", "collect"].includes(meaning.what);

/** Flattens a router's steps and omits steps that a trade or liquidity change makes obvious. */
function stepsOf(calls: readonly Inner[], as: string): readonly Inner[] {
	const flat = (all: readonly Inner[]): readonly Inner[] =>
		all.flatMap((inner) => {
			const { meaning } = inner.decoded;
			return meaning.kind === "calls" && meaning.left === 0 ? flat(meaning.calls) : [inner];
		});
	const all = flat(calls);
	const trades = all.some(({ decoded: { meaning } }) => meaning.kind === "swap" || isLiquidity(meaning));
	const notable = trades ? all.filter(({ decoded }) => !goesWithoutSaying(decoded, as)) : all;
	return notable.length === 0 ? all : notable;
}

interface Listed {
	readonly isTrade: boolean;
	readonly toStranger: boolean;
}
const UNLISTED: Listed = { isTrade: false, toStranger: false };

/**
 * Orders calls by severity: delegated code comes first, then undecoded calls. In long lists, the trade,
 * strangers' gains, and granted rights follow.
 */
function weight({ decoded }: Inner, all: number, { isTrade, toStranger }: Listed): number {
	const { meaning } = decoded;
	if (meaning.kind === "unknown" && meaning.reason === "delegate") return 0;
	if (!isUnderstood(decoded)) return 1;
	if (all <= MAX_LISTED) return 2;
	const grave =
		["control", "permits", "approve", "approve-item", "allowance", "operator"].includes(meaning.kind) ||
		(meaning.kind === "act" && meaning.rights.some(({ given }) => given));
	if (isTrade) return 2;
	if (toStranger) return 3;
	return grave ? 4 : meaning.kind === "check" || meaning.kind === "wrap" ? 6 : 5;
}

function lead(
	context: DescribeContext,
	{ way, verified, calls }: Calls,
	count: number,
	described: InnerParam,
): Message | null {
	const { decoded, user } = context;
	const where = nameParam(user, decoded.target);
	if (!verified)
		return message("call.if", {
			wrapper: WRAPPERS[way],
			count: way === "router" ? 1 : count,
			told: described,
		});
	switch (way) {
		case "multicall":
			return count === 1 ? null : message("call.multicall", { count, where, told: described });
		case "multisend": {
			// A Safe runs this code as its own.
			const isLent = calls.some(({ by }) => by !== decoded.target);
			if (!isLent) return message("call.through", { where, count, told: described });
			return count === 1 ? null : message("call.things", { count, told: described });
		}
		case "aggregate":
			return message("call.through", { where, count, told: described });
		case "safe":
			return message("call.through.safe", { where, count, told: described });
		case "account":
			return sameAddress(decoded.target, context.signer)
				? message("call.through.own-account", { count, told: described })
				: message("call.through.account", { where, count, told: described });
		case "router":
			return message("call.through.router", { where, told: described });
		case "positions":
			return message("call.through.positions", { where, told: described });
		case "payout": {
			const total = payoutTotal(context, calls);
			// The total would be too low without the undecoded calls.
			return total === null || count > calls.length
				? message("call.through", { where, count, told: described })
				: message("call.payout", { where, count, total: amountParam(total), told: described });
		}
	}
}

const paidCoin = ({ calls }: Calls): bigint =>
	calls.reduce(
		(sum, { decoded: { meaning } }) =>
			meaning.kind === "payment" && meaning.asset === "native" ? sum + (meaning.amount ?? 0n) : sum,
		0n,
	);

function payoutTotal(context: DescribeContext, calls: readonly Inner[]): Amount | null {
	const amounts = calls.flatMap(({ decoded: { meaning } }) =>
		meaning.kind === "payment" ? [assetAmount(context, meaning.asset, meaning.amount ?? 0n)] : [],
	);
	const [first] = amounts;
	return first === undefined ? null : { ...first, raw: amounts.reduce((sum, { raw }) => sum + raw, 0n) };
}

function byWeight(context: DescribeContext, steps: readonly Inner[], total: number): readonly Inner[] {
	const gains = new Map(
		steps.map((each) => {
			const { decoded, as } = inside(context, each);
			return [each, callGain({ ...context, decoded }, as)] as const;
		}),
	);
	const gainOf = (each: Inner) => gains.get(each) ?? null;
	const trade = steps.find(({ decoded }) => decoded.meaning.kind === "swap");
	const weightOf = (each: Inner) =>
		weight(each, total, { isTrade: each === trade, toStranger: gainOf(each) !== null });
	return strangersFirst(steps, gainOf).toSorted((left, right) => weightOf(left) - weightOf(right));
}

function coinOf(context: DescribeContext, meaning: Calls): AmountParam | null {
	const { value } = context.decoded;
	const onward = meaning.calls.reduce(
		(sum, { decoded, how }) => sum + (how === "call" ? decoded.value : 0n),
		0n,
	);
	if (value === 0n || (meaning.way !== "router" && onward === value)) return null;
	return amountParam(nativeAmount(context.chainRef, value));
}

function withRefund(context: DescribeContext, { refund }: Calls, text: Message): Message {
	if (refund === null) return text;
	const to = refund.to === null ? message("call.refund.sender") : nameParam(context.user, refund.to);
	return message("call.refund", { told: text, amount: assetParam(context, refund.asset, refund.least), to });
}

const MAX_DESCRIBED = 40;
interface CallBudget {
	left: number;
}

export const describeCall = (context: DescribeContext): CallSentence =>
	describeWithin(context, { left: MAX_DESCRIBED });

function describeWithin(context: DescribeContext, room: CallBudget): CallSentence {
	const { meaning } = context.decoded;
	room.left -= 1;
	if (meaning.kind !== "calls") return describeOne(context);
	const isTrade =
		meaning.way === "router" ||
		meaning.way === "positions" ||
		(meaning.way === "multicall" && meaning.verified);
	const steps = isTrade ? stepsOf(meaning.calls, context.as) : meaning.calls;
	const total = steps.length + meaning.left;
	const isPayout = meaning.way === "payout";
	const value = isPayout && context.decoded.value === paidCoin(meaning) ? null : coinOf(context, meaning);
	if (total === 0) {
		const where = nameParam(context.user, context.decoded.target);
		const nothing = withRefund(context, meaning, message("call.nothing", { where }));
		const text = value === null ? nothing : message("call.with", { amount: value, told: nothing });
		return { text, amount: amountOf([], context) };
	}
	const ordered =
		total > MAX_LISTED || isPayout
			? byWeight(context, steps, total)
			: steps.toSorted((left, right) => weight(left, total, UNLISTED) - weight(right, total, UNLISTED));
	const shown = ordered.slice(0, Math.max(1, Math.min(MAX_LISTED, room.left)));
	const described = shown.map((each) => describeWithin(inside(context, each), room));
	const text = joined(described.map((each) => each.text));
	const rest = total - described.length;
	const counted = rest === 0 ? text : message("headline.and-more", { told: text, count: rest });
	const all =
		meaning.left === 0 ? counted : message("call.more-than-shown", { told: counted, count: meaning.left });
	const sentence = withRefund(context, meaning, all);
	const led = lead(context, meaning, total, inner(sentence));
	const amount = isPayout ? payoutTotal(context, meaning.calls) : amountOf(described, context);
	if (value === null) return { text: led ?? sentence, amount };
	return {
		text: message("call.with", { amount: value, told: led === null ? sentence : inner(led) }),
		amount,
	};
}

function amountOf(described: readonly CallSentence[], { decoded, chainRef }: DescribeContext): Amount | null {
	const amounts = described.flatMap(({ amount }) => (amount === null ? [] : [amount]));
	const [only] = amounts;
	if (amounts.length === 1 && only !== undefined) return only;
	return decoded.value === 0n ? null : nativeAmount(chainRef, decoded.value);
}
