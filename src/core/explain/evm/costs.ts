import { type FeeOutcome, flowOf, isUnlistedFee } from "../../../service-api/action.ts";
import { known } from "../../chain/chain-error.ts";
import type { Amount } from "../../format/amount.ts";
import { readUint } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import { amountParam, type Message, message, type Param, sameText, sentences } from "../../message.ts";
import type { OwnSimulation } from "../../subject/opinion.ts";
import { nativeAmount, type Subject } from "../../subject/subject.ts";
import { type BalanceCheck, checkBalance } from "../balance-check.ts";
import { type ClaimedAmount, claimedAmount } from "./changes.ts";

/** What a transaction can cost, apart from what it sends. All in base units of the chain's native coin. */

export interface Costs {
	/** gas limit × max fee per gas; null where the payload does not say it readably. */
	readonly most: Amount | null;
	/** Gas × (base fee + tip): by the RPC's estimate of gas, where that fails by what our own simulation took. */
	readonly likely: Amount | null;
	/** `most` in hundredths of `likely`; null where either is not known. */
	readonly ratio: bigint | null;
	/** As `ratio`, without the room for the base fee to double, which every wallet leaves and nobody is paid. */
	readonly ratioAtPrice: bigint | null;
	readonly serviceFee: Message;
	readonly fees: readonly { readonly kind: string; readonly amount: ClaimedAmount }[];
	/** `ok` is null where the balance could not be read. */
	/** Of the account that pays, and everything that can leave it: in base units of the native coin. */
	readonly balance: bigint | null;
	readonly need: bigint | null;
	/** What the need is made of: "value and fees". */
	readonly what: Message;
	/** `ok` is null where the balance could not be read. */
	readonly covered: BalanceCheck;
}

function mostWei(subject: Subject): bigint | null {
	const { gas_limit: limit, max_fee_per_gas: fee } = subject.payload.transaction;
	const price = readUint(fee);
	return price === null || limit < 0 || !Number.isSafeInteger(limit) ? null : BigInt(limit) * price;
}

/** Gas that our own simulation took; null where it did not run to its end. */
function simulatedGas(own: OwnSimulation): bigint | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	return readUint(own.simulation.gas?.units ?? "");
}

/**
 * The gas limit at the price that is paid now: a fee cap above twice the base fee and the tip counts with the rest, so
 * that a price far above the chain's is seen.
 */
function wholeLimitWei(subject: Subject): bigint | null {
	const { gas_limit: limit, max_fee_per_gas, max_priority_fee_per_gas } = subject.payload.transaction;
	const [cap, tip] = [readUint(max_fee_per_gas), readUint(max_priority_fee_per_gas)];
	const base = known(subject.facts?.baseFee);
	if (cap === null || tip === null || base === null || limit < 0 || !Number.isSafeInteger(limit)) return null;
	const paid = cap < base + tip ? cap : base + tip;
	const beyondDoubling = cap - base;
	return BigInt(limit) * (beyondDoubling > paid ? beyondDoubling : paid);
}

const hundredthsOf = (part: bigint | null, whole: bigint | null): bigint | null =>
	part === null || whole === null || whole === 0n ? null : (part * 100n) / whole;

function likelyWei(subject: Subject, own: OwnSimulation): bigint | null {
	const gas = known(subject.facts?.gas) ?? simulatedGas(own);
	const base = known(subject.facts?.baseFee);
	const tip = known(subject.facts?.tip);
	return gas === null || base === null || tip === null ? null : gas * (base + tip);
}

export const unlistedFeeText = ({ kind }: FeeOutcome): Message =>
	message("cost.service.unlisted", { kind: plain(kind, 40) });

/** An amount as claimed, as the value of a message. */
export const claimedParam = (claimed: ClaimedAmount): Param =>
	claimed.kind === "amount"
		? amountParam(claimed.amount)
		: message("amount.exact", { amount: claimed.text, symbol: claimed.symbol });

function serviceFeeText(subject: Subject, outcome: FeeOutcome | null | undefined): Message {
	if (outcome === null || outcome === undefined) return message("cost.service.none");
	const flow = flowOf(outcome);
	if (isUnlistedFee(outcome)) return unlistedFeeText(outcome);
	if (flow === null) return message("cost.service.flat");
	const asset = flow.asset.kind === "native" ? "native" : flow.asset.address;
	const claimed = claimedAmount(subject, { asset, amount: flow.amount });
	return message("cost.service.takes", { amount: claimedParam(claimed) });
}

/** Everything that can leave the balance, in wei. */
function needOf(subject: Subject, most: bigint | null): bigint | null {
	return most === null ? null : subject.decoded.value + most;
}

/** @param own what our own simulation made of it */
export function costsOf(subject: Subject, own: OwnSimulation): Costs {
	const [most, likely] = [mostWei(subject), likelyWei(subject, own)];
	const [balance, need] = [known(subject.facts?.balance), needOf(subject, most)];
	const native = (wei: bigint | null) => (wei === null ? null : nativeAmount(subject.chainRef, wei));
	return {
		most: native(most),
		likely: native(likely),
		ratio: hundredthsOf(most, likely),
		ratioAtPrice: hundredthsOf(wholeLimitWei(subject), likely),
		serviceFee: serviceFeeText(subject, subject.transaction?.fee_outcome),
		fees: (subject.simulation?.fees ?? []).map((fee) => ({
			kind: plain(fee.kind ?? "fee"),
			amount: claimedAmount(subject, fee),
		})),
		balance,
		need,
		what: WHAT,
		covered: checkBalance(subject.chainRef, balance, need, WHAT),
	};
}

const WHAT = message("cost.need.evm");

/** The sum of one kind of cost over all steps; null as soon as one of them is not known. */
function summed(amounts: readonly (Amount | null)[]): Amount | null {
	const [first] = amounts;
	if (first === null || first === undefined) return null;
	const raws = amounts.flatMap((amount) => (amount === null ? [] : [amount.raw]));
	return raws.length === amounts.length ? { ...first, raw: raws.reduce((sum, raw) => sum + raw, 0n) } : null;
}

function listedOnce(all: readonly Message[]): Message {
	const [first, ...more] = all.filter((each, at) => !all.slice(0, at).some((other) => sameText(other, each)));
	return first === undefined
		? message("cost.service.none")
		: more.length === 0
			? first
			: sentences(first, ...more);
}

/** All steps together, paid from one balance; null where nothing is sent, so that nothing is paid. */
export function wholeCosts(chainRef: string, steps: readonly Costs[]): Costs | null {
	const [first] = steps;
	if (first === undefined || steps.length === 1) return first ?? null;
	const needs = steps.flatMap((step) => (step.need === null ? [] : [step.need]));
	const need = needs.length === steps.length ? needs.reduce((sum, each) => sum + each, 0n) : null;
	const balance = first.balance;
	return {
		most: summed(steps.map((step) => step.most)),
		likely: summed(steps.map((step) => step.likely)),
		ratio: null,
		ratioAtPrice: null,
		serviceFee: listedOnce(steps.map((step) => step.serviceFee)),
		// A simulation of the whole tells its fees once, and each step repeats them.
		fees: first.fees,
		balance,
		need,
		what: first.what,
		covered: checkBalance(
			chainRef,
			balance,
			need,
			message("cost.need.all-steps", { what: first.what, count: steps.length }),
		),
	};
}
