import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { Decoded, Inner, Meaning } from "../../decode/evm/meaning.ts";
import type { Amount } from "../../format/amount.ts";
import {
	type AmountParam,
	amountParam,
	type InnerParam,
	inner,
	type Message,
	message,
} from "../../message.ts";
import { sameAddress } from "../../people/labels.ts";
import { nameParam, nativeAmount } from "../../subject/subject.ts";
import { joined } from "../joined.ts";
import { assetParam, type CallSentence, type Teller, WRAPPERS } from "./said.ts";
import { tellOne } from "./tell.ts";

/** A sentence for a call that holds others. */

type Calls = Extract<Meaning, { kind: "calls" }>;

/** More than these are counted, not told. */
const MAX_TOLD = 3;

/** The same telling for a call inside of this one. */
export function inside(telling: Teller, inner: Inner): Teller {
	return { ...telling, decoded: inner.decoded, as: inner.by === "caller" ? telling.as : inner.by };
}

/** Steps that only carry the sides of a trade from place to place, between the caller, the router and the pool. */
function goesWithoutSaying({ meaning }: Decoded, as: string): boolean {
	const isOwn = (party: string) => party === "here" || party === "pool" || party === "caller" || party === as;
	if (meaning.kind === "check") return true;
	if (meaning.kind === "payment") return isOwn(meaning.to) && meaning.bound !== "share";
	return meaning.kind === "wrap" && isOwn(meaning.to);
}

const isLiquidity = (meaning: Meaning): boolean =>
	meaning.kind === "act" && ["add-liquidity", "remove-liquidity", "collect"].includes(meaning.what);

/** A router's steps laid flat, without those that go without saying beside a trade, or beside what is done with liquidity. */
function stepsOf(calls: readonly Inner[], as: string): readonly Inner[] {
	const flat = (all: readonly Inner[]): readonly Inner[] =>
		all.flatMap((inner) => {
			const { meaning } = inner.decoded;
			return meaning.kind === "calls" && meaning.left === 0 ? flat(meaning.calls) : [inner];
		});
	const all = flat(calls);
	const trades = all.some(({ decoded: { meaning } }) => meaning.kind === "swap" || isLiquidity(meaning));
	const told = trades ? all.filter(({ decoded }) => !goesWithoutSaying(decoded, as)) : all;
	return told.length === 0 ? all : told;
}

/** Code in another's name comes first, then what can't be read; where not all is told, what gives rights away. */
function weight({ decoded }: Inner, all: number): number {
	const { meaning } = decoded;
	if (meaning.kind === "unknown" && meaning.reason === "delegate") return 0;
	if (!isUnderstood(decoded)) return 1;
	if (all <= MAX_TOLD) return 2;
	const grave =
		["control", "permits", "approve", "approve-item", "allowance", "operator"].includes(meaning.kind) ||
		(meaning.kind === "act" && meaning.rights.some(({ given }) => given));
	return grave ? 2 : meaning.kind === "check" || meaning.kind === "wrap" ? 4 : 3;
}

/** What holds the calls, before what they do. Null where that goes without saying. */
function lead(
	telling: Teller,
	{ way, verified, calls }: Calls,
	count: number,
	told: InnerParam,
): Message | null {
	const { decoded, person } = telling;
	const where = nameParam(person, decoded.target);
	if (!verified)
		return message("call.if", { where, wrapper: WRAPPERS[way], count: way === "router" ? 1 : count, told });
	switch (way) {
		case "multicall":
			return count === 1 ? null : message("call.multicall", { count, where, told });
		case "multisend": {
			// Run by a Safe as its own code, it is no party of its own.
			const isLent = calls.some(({ by }) => by !== decoded.target);
			if (!isLent) return message("call.through", { where, count, told });
			return count === 1 ? null : message("call.things", { count, told });
		}
		case "aggregate":
			return message("call.through", { where, count, told });
		case "safe":
			return message("call.through.safe", { where, count, told });
		case "account":
			return sameAddress(decoded.target, telling.signer)
				? message("call.through.own-account", { count, told })
				: message("call.through.account", { where, count, told });
		case "router":
			return message("call.through.router", { where, told });
		case "positions":
			return message("call.through.positions", { where, told });
	}
}

/** Native coin that goes in beyond what the calls themselves send on; null where none does. */
function coinOf(telling: Teller, meaning: Calls): AmountParam | null {
	const { value } = telling.decoded;
	const onward = meaning.calls.reduce(
		(sum, { decoded, how }) => sum + (how === "call" ? decoded.value : 0n),
		0n,
	);
	if (value === 0n || (meaning.way !== "router" && onward === value)) return null;
	return amountParam(nativeAmount(telling.chainRef, value));
}

function withRefund(telling: Teller, { refund }: Calls, told: Message): Message {
	if (refund === null) return told;
	const to = refund.to === null ? message("call.refund.sender") : nameParam(telling.person, refund.to);
	return message("call.refund", { told, amount: assetParam(telling, refund.asset, refund.least), to });
}

/** So many calls are told, whatever they hold: a sentence is never shown that far. Counts down over all of them. */
const MAX_SAID = 40;
interface CallBudget {
	left: number;
}

/** What a call does, with all that it holds. */
export const tellCall = (telling: Teller): CallSentence => tellWithin(telling, { left: MAX_SAID });

function tellWithin(telling: Teller, room: CallBudget): CallSentence {
	const { meaning } = telling.decoded;
	room.left -= 1;
	if (meaning.kind !== "calls") return tellOne(telling);
	const isTrade =
		meaning.way === "router" ||
		meaning.way === "positions" ||
		(meaning.way === "multicall" && meaning.verified);
	const steps = isTrade ? stepsOf(meaning.calls, telling.as) : meaning.calls;
	const total = steps.length + meaning.left;
	const value = coinOf(telling, meaning);
	if (total === 0) {
		const where = nameParam(telling.person, telling.decoded.target);
		const nothing = withRefund(telling, meaning, message("call.nothing", { where }));
		const text = value === null ? nothing : message("call.with", { amount: value, told: nothing });
		return { text, amount: amountOf([], telling) };
	}
	const shown = steps
		.toSorted((left, right) => weight(left, total) - weight(right, total))
		.slice(0, Math.max(1, Math.min(MAX_TOLD, room.left)));
	const told = shown.map((each) => tellWithin(inside(telling, each), room));
	const text = joined(told.map((each) => each.text));
	const rest = total - told.length;
	const counted = rest === 0 ? text : message("headline.and-more", { told: text, count: rest });
	const all =
		meaning.left === 0 ? counted : message("call.more-than-shown", { told: counted, count: meaning.left });
	const sentence = withRefund(telling, meaning, all);
	const led = lead(telling, meaning, total, inner(sentence));
	const amount = amountOf(told, telling);
	if (value === null) return { text: led ?? sentence, amount };
	return {
		text: message("call.with", { amount: value, told: led === null ? sentence : inner(led) }),
		amount,
	};
}

function amountOf(told: readonly CallSentence[], { decoded, chainRef }: Teller): Amount | null {
	const amounts = told.flatMap(({ amount }) => (amount === null ? [] : [amount]));
	const [only] = amounts;
	if (amounts.length === 1 && only !== undefined) return only;
	return decoded.value === 0n ? null : nativeAmount(chainRef, decoded.value);
}
