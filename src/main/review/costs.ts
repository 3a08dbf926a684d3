import type { FeeOutcome } from "../../contract/action.ts";
import { known } from "../chains/chain-error.ts";
import { readUint } from "../match/numeral.ts";
import { type Amount, amountWords } from "./amount.ts";
import { type ClaimedAmount, claimedAmount } from "./changes.ts";
import { type Cover, coverOf } from "./cover.ts";
import { plain } from "./plain.ts";
import { nativeAmount, type Subject } from "./subject.ts";

/** What a transaction can cost, apart from what it sends. All in base units of the chain's native coin. */

export interface Costs {
	/** gas limit × max fee per gas; null where the payload does not say it readably. */
	readonly most: Amount | null;
	/** Our own estimate of gas × (base fee + tip), by the person's RPC. */
	readonly likely: Amount | null;
	/** `most` in hundredths of `likely`; null where either is not known. */
	readonly ratio: bigint | null;
	readonly serviceFee: string;
	readonly fees: readonly { readonly kind: string; readonly amount: ClaimedAmount }[];
	/** `ok` is null where the balance could not be read. */
	/** Of the account that pays, and everything that can leave it: in base units of the native coin. */
	readonly balance: bigint | null;
	readonly need: bigint | null;
	/** What the need is made of: "value and fees". */
	readonly what: string;
	/** `ok` is null where the balance could not be read. */
	readonly covered: Cover;
}

function mostWei(subject: Subject): bigint | null {
	const { gas_limit: limit, max_fee_per_gas: fee } = subject.payload.transaction;
	const price = readUint(fee);
	return price === null || limit < 0 || !Number.isSafeInteger(limit) ? null : BigInt(limit) * price;
}

function likelyWei(subject: Subject): bigint | null {
	const gas = known(subject.facts?.gas);
	const base = known(subject.facts?.baseFee);
	const tip = known(subject.facts?.tip);
	return gas === null || base === null || tip === null ? null : gas * (base + tip);
}

function serviceFeeWords(subject: Subject, outcome: FeeOutcome | null | undefined): string {
	if (outcome === null || outcome === undefined) return "The service states no fee of its own.";
	if (outcome.kind === "flat") return "The service states a flat fee, outside of this transaction.";
	const asset = outcome.asset.kind === "native" ? "native" : outcome.asset.address;
	const amount = claimedAmount(subject, { asset, amount: outcome.amount });
	const text = amount.kind === "amount" ? amountWords(amount.amount) : `${amount.text} ${amount.symbol}`;
	return `The service takes ${text} of what this transaction moves.`;
}

/** Everything that can leave the balance, in wei. */
function needOf(subject: Subject, most: bigint | null): bigint | null {
	return most === null ? null : subject.decoded.value + most;
}

export function costsOf(subject: Subject): Costs {
	const [most, likely] = [mostWei(subject), likelyWei(subject)];
	const [balance, need] = [known(subject.facts?.balance), needOf(subject, most)];
	const native = (wei: bigint | null) => (wei === null ? null : nativeAmount(subject.chainRef, wei));
	return {
		most: native(most),
		likely: native(likely),
		ratio: most === null || likely === null || likely === 0n ? null : (most * 100n) / likely,
		serviceFee: serviceFeeWords(subject, subject.transaction?.fee_outcome),
		fees: (subject.simulation?.fees ?? []).map((fee) => ({
			kind: plain(fee.kind ?? "fee"),
			amount: claimedAmount(subject, fee),
		})),
		balance,
		need,
		what: WHAT,
		covered: coverOf(subject.chainRef, balance, need, WHAT),
	};
}

const WHAT = "value and fees";

/** The sum of one kind of cost over all steps; null as soon as one of them is not known. */
function summed(amounts: readonly (Amount | null)[]): Amount | null {
	const [first] = amounts;
	if (first === null || first === undefined) return null;
	const raws = amounts.flatMap((amount) => (amount === null ? [] : [amount.raw]));
	return raws.length === amounts.length ? { ...first, raw: raws.reduce((sum, raw) => sum + raw, 0n) } : null;
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
		serviceFee: [...new Set(steps.map((step) => step.serviceFee))].join(" "),
		// A simulation of the whole tells its fees once, and each step repeats them.
		fees: first.fees,
		balance,
		need,
		what: first.what,
		covered: coverOf(chainRef, balance, need, `${first.what} of all ${steps.length} steps`),
	};
}
