import type { FeeOutcome } from "../../../contract/action.ts";
import { known } from "../../chains/chain-error.ts";
import { amountWords } from "../amount.ts";
import type { Costs } from "../costs.ts";
import { coverOf } from "../cover.ts";
import { plain } from "../plain.ts";
import { nativeAmount } from "../subject.ts";
import { accountOf, payerLamports, type SvmSubject } from "../svm-subject.ts";
import { svmClaimed } from "./changes.ts";
import { rentOf } from "./rent.ts";

export { openedAnew, rentOf } from "./rent.ts";

/** What a Solana transaction costs, in lamports: the fee of its message by the person's RPC, and rent. */

const WHAT = "what is sent, fee and rent";

export const paysFee = (subject: SvmSubject): boolean => subject.read.staticKeys[0] === subject.signer;

/** Lamports that the instructions themselves take from the signer. */
function sentLamports({ steps, signer }: SvmSubject): bigint {
	return steps.reduce((sum, { meaning }) => {
		if (meaning.kind === "lamports" && meaning.from === signer) return sum + meaning.lamports;
		return meaning.kind === "create" && meaning.payer === signer ? sum + meaning.lamports : sum;
	}, 0n);
}

function balanceOf(subject: SvmSubject): bigint | null {
	if (paysFee(subject)) return payerLamports(subject);
	const account = accountOf(subject.facts, subject.signer);
	return account === undefined ? null : (account?.lamports ?? 0n);
}

function serviceFeeWords(subject: SvmSubject, outcomes: readonly (FeeOutcome | null | undefined)[]): string {
	const stated = outcomes.filter((outcome) => outcome !== null && outcome !== undefined);
	const flows = stated.filter((outcome) => outcome.kind === "flow");
	if (flows.length > 0) {
		const texts = flows.map(({ asset, amount }) => {
			const record = { asset: asset.kind === "native" ? "native" : asset.address, amount };
			const claimed = svmClaimed(subject, record);
			return claimed.kind === "amount" ? amountWords(claimed.amount) : `${claimed.text} ${claimed.symbol}`;
		});
		return `The service takes ${texts.join(" and ")} of what this transaction moves.`;
	}
	return stated.length > 0
		? "The service states a flat fee, outside of this transaction."
		: "The service states no fee of its own.";
}

export function svmCostsOf(subject: SvmSubject): Costs {
	const { chainRef, transaction } = subject;
	// Another account pays the fee: it costs the person nothing.
	const fee = paysFee(subject) ? known(subject.facts?.fee) : 0n;
	const most = fee === null ? null : nativeAmount(chainRef, fee);
	const rent = rentOf(subject);
	const need = fee === null || rent === null ? null : fee + rent + sentLamports(subject);
	const balance = balanceOf(subject);
	const outcomes = [
		transaction?.fee_outcome,
		...(transaction?.instructions ?? []).map((each) => each.fee_outcome),
	];
	return {
		most,
		likely: most,
		ratio: null,
		serviceFee: serviceFeeWords(subject, outcomes),
		fees: (subject.simulation?.fees ?? []).map((each) => ({
			kind: plain(each.kind ?? "fee"),
			amount: svmClaimed(subject, each),
		})),
		balance,
		need,
		what: WHAT,
		covered: coverOf(chainRef, balance, need, WHAT),
	};
}
