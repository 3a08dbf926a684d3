import type { FeeOutcome } from "../../contract/action.ts";
import { known } from "../chains/chain-error.ts";
import { readUint } from "../match/numeral.ts";
import { type Amount, amountWords } from "./amount.ts";
import { type ClaimedAmount, claimedAmount } from "./changes.ts";
import { plain } from "./plain.ts";
import { nativeAmount, type Subject } from "./subject.ts";

/** What a transaction can cost, apart from what it sends. All in wei of the chain's native coin. */

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
	readonly covered: { readonly ok: boolean | null; readonly words: string };
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

function coveredBy(subject: Subject, most: bigint | null): Costs["covered"] {
	const balance = known(subject.facts?.balance);
	if (balance === null || most === null)
		return { ok: null, words: "Whether the balance covers it is not known: your RPC could not be asked." };
	const need = subject.decoded.value + most;
	const [has, needs] = [balance, need].map((wei) => amountWords(nativeAmount(subject.frozen.chain_ref, wei)));
	return balance >= need
		? { ok: true, words: `The balance of ${has} covers value and fees.` }
		: {
				ok: false,
				words: `The balance of ${has} is too low: value and fees can take ${needs}. Nothing was signed; add funds first.`,
			};
}

export function costsOf(subject: Subject): Costs {
	const [most, likely] = [mostWei(subject), likelyWei(subject)];
	const native = (wei: bigint | null) => (wei === null ? null : nativeAmount(subject.frozen.chain_ref, wei));
	return {
		most: native(most),
		likely: native(likely),
		ratio: most === null || likely === null || likely === 0n ? null : (most * 100n) / likely,
		serviceFee: serviceFeeWords(subject, subject.transaction.fee_outcome),
		fees: (subject.simulation?.fees ?? []).map((fee) => ({
			kind: plain(fee.kind ?? "fee"),
			amount: claimedAmount(subject, fee),
		})),
		covered: coveredBy(subject, most),
	};
}
