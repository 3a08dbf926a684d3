import { type FeeOutcome, flowOf, isUnlistedFee } from "../../../service-api/action.ts";
import { factValue } from "../../chain/chain-error.ts";
import { l1ChargeOf } from "../../chain/evm.ts";
import { type DecodedEvmTransaction, nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { type L1Wei, l1Wei, likelyWei, mostWei } from "../../effects/evm/network-fee.ts";
import type { Amount } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";
import { amountParam, type Message, message, type Param, sameText, sentences } from "../../localized-text.ts";
import { type BalanceCheck, checkBalance } from "../balance-check.ts";
import { type ClaimedAmount, claimedAmount } from "./changes.ts";

/** A rollup's L1 fee. `gas`: included in the gas. `unknown`: the oracle didn't respond. */
type L1Part =
	| { readonly kind: "beside"; readonly likely: Amount; readonly most: Amount }
	| { readonly kind: "gas" }
	| { readonly kind: "unknown" };

export interface Costs {
	readonly most: Amount | null;
	readonly likely: Amount | null;
	readonly gas: {
		readonly most: Amount | null;
		/** Gas × (base fee + tip). The gas is estimated by the RPC or by our own simulation. */
		readonly likely: Amount | null;
	};
	readonly l1: L1Part | null;
	readonly serviceFee: Message | null;
	readonly fees: readonly { readonly kind: string; readonly amount: ClaimedAmount }[];
	readonly balance: bigint | null;
	readonly need: bigint | null;
	readonly what: Message;
	readonly covered: BalanceCheck;
}

export const unlistedFeeText = ({ kind }: FeeOutcome): Message =>
	message("cost.service.unlisted", { kind: plain(kind, 40) });

export const claimedParam = (claimed: ClaimedAmount): Param =>
	claimed.kind === "amount"
		? amountParam(claimed.amount)
		: message("amount.exact", { amount: claimed.text, symbol: claimed.symbol });

function serviceFeeText(
	subject: DecodedEvmTransaction,
	outcome: FeeOutcome | null | undefined,
): Message | null {
	if (outcome === null || outcome === undefined) return null;
	const flow = flowOf(outcome);
	if (isUnlistedFee(outcome)) return unlistedFeeText(outcome);
	if (flow === null) return message("cost.service.flat");
	const asset = flow.asset.kind === "native" ? "native" : flow.asset.address;
	const claimed = claimedAmount(subject, { asset, amount: flow.amount });
	return message("cost.service.takes", { amount: claimedParam(claimed) });
}

function l1PartOf({ chainRef }: DecodedEvmTransaction, wei: L1Wei | null): L1Part | null {
	if (wei === null) return { kind: "unknown" };
	if (wei.most > 0n)
		return {
			kind: "beside",
			likely: nativeAmount(chainRef, wei.likely),
			most: nativeAmount(chainRef, wei.most),
		};
	return l1ChargeOf(Number(chainRef)) === "gas" ? { kind: "gas" } : null;
}

const plus = (left: bigint | null, right: bigint | undefined): bigint | null =>
	left === null || right === undefined ? null : left + right;

export function l1Text({ l1 }: Costs): Message | null {
	switch (l1?.kind) {
		case undefined:
			return null;
		case "beside":
			return message("cost.l1.beside", { likely: amountParam(l1.likely), most: amountParam(l1.most) });
		case "gas":
			return message("cost.l1.gas");
		case "unknown":
			return message("cost.l1.unknown");
	}
}

function needOf(subject: DecodedEvmTransaction, most: bigint | null): bigint | null {
	return most === null ? null : subject.decoded.value + most;
}

export function costsOf(subject: DecodedEvmTransaction, own: LocalSimulation): Costs {
	const gas = { most: mostWei(subject), likely: likelyWei(subject, own) };
	const l1 = l1Wei(subject);
	const [most, likely] = [plus(gas.most, l1?.most), plus(gas.likely, l1?.likely)];
	const [balance, need] = [factValue(subject.facts?.balance), needOf(subject, most)];
	const native = (wei: bigint | null) => (wei === null ? null : nativeAmount(subject.chainRef, wei));
	return {
		most: native(most),
		likely: native(likely),
		gas: { most: native(gas.most), likely: native(gas.likely) },
		l1: l1PartOf(subject, l1),
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

function summed(amounts: readonly (Amount | null)[]): Amount | null {
	const [first] = amounts;
	if (first === null || first === undefined) return null;
	const raws = amounts.flatMap((amount) => (amount === null ? [] : [amount.raw]));
	return raws.length === amounts.length ? { ...first, raw: raws.reduce((sum, raw) => sum + raw, 0n) } : null;
}

/** If one step's fee is unknown, so is the total. */
function wholeL1(steps: readonly Costs[]): L1Part | null {
	const parts = steps.flatMap(({ l1 }) => l1 ?? []);
	const [first] = parts;
	if (first === undefined) return null;
	if (parts.some(({ kind }) => kind === "unknown")) return { kind: "unknown" };
	const beside = parts.filter((part) => part.kind === "beside");
	const [likely, most] = [summed(beside.map((part) => part.likely)), summed(beside.map((part) => part.most))];
	return likely === null || most === null ? first : { kind: "beside", likely, most };
}

function listedOnce(all: readonly Message[]): Message | null {
	const [first, ...more] = all.filter((each, at) => !all.slice(0, at).some((other) => sameText(other, each)));
	if (first === undefined) return null;
	return more.length === 0 ? first : sentences(first, ...more);
}

export function wholeCosts(chainRef: string, steps: readonly Costs[]): Costs | null {
	const [first] = steps;
	if (first === undefined || steps.length === 1) return first ?? null;
	const needs = steps.flatMap((step) => (step.need === null ? [] : [step.need]));
	const need = needs.length === steps.length ? needs.reduce((sum, each) => sum + each, 0n) : null;
	const balance = first.balance;
	return {
		most: summed(steps.map((step) => step.most)),
		likely: summed(steps.map((step) => step.likely)),
		gas: {
			most: summed(steps.map((step) => step.gas.most)),
			likely: summed(steps.map((step) => step.gas.likely)),
		},
		l1: wholeL1(steps),
		serviceFee: listedOnce(steps.flatMap((step) => step.serviceFee ?? [])),
		// In a simulation, every step states the fees for the whole request.
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
