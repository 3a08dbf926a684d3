import { type FeeOutcome, flowOf, isUnlistedFee } from "../../../service-api/action.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import { feeOf } from "../../decoded-transaction/svm/fee.ts";
import {
	accountOf,
	type DecodedSvmTransaction,
	payerLamports,
	rentOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message } from "../../localized-text.ts";
import { checkBalance } from "../balance-check.ts";
import { type Costs, claimedParam, unlistedFeeText } from "../evm/costs.ts";
import { svmClaimed } from "./changes.ts";

const WHAT = message("cost.need.svm");

const paysFee = (subject: DecodedSvmTransaction): boolean => subject.read.staticKeys[0] === subject.signer;

function sentLamports({ steps, signer }: DecodedSvmTransaction): bigint {
	return steps.reduce((sum, { meaning }) => {
		if (meaning.kind === "lamports" && meaning.from === signer) return sum + meaning.lamports;
		return meaning.kind === "create" && meaning.payer === signer ? sum + meaning.lamports : sum;
	}, 0n);
}

function balanceOf(subject: DecodedSvmTransaction): bigint | null {
	if (paysFee(subject)) return payerLamports(subject);
	const account = accountOf(subject.facts, subject.signer);
	return account === undefined ? null : (account?.lamports ?? 0n);
}

function serviceFeeText(
	subject: DecodedSvmTransaction,
	outcomes: readonly (FeeOutcome | null | undefined)[],
): Message | null {
	const stated = outcomes.filter((outcome) => outcome !== null && outcome !== undefined);
	const strange = stated.find(isUnlistedFee);
	if (strange !== undefined) return unlistedFeeText(strange);
	const flows = stated.flatMap((outcome) => flowOf(outcome) ?? []);
	if (flows.length > 0) {
		const taken = flows.map(({ asset, amount }) => {
			const record = { asset: asset.kind === "native" ? "native" : asset.address, amount };
			return claimedParam(svmClaimed(subject, record));
		});
		return message("cost.service.takes", { amount: taken });
	}
	return stated.length > 0 ? message("cost.service.flat") : null;
}

export function svmCostsOf(subject: DecodedSvmTransaction): Costs {
	const { chainRef, transaction } = subject;
	const fee = paysFee(subject) ? feeOf(subject) : 0n;
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
		gas: { most, likely: most },
		l1: null,
		serviceFee: serviceFeeText(subject, outcomes),
		fees: (subject.simulation?.fees ?? []).map((each) => ({
			kind: plain(each.kind ?? "fee"),
			amount: svmClaimed(subject, each),
		})),
		balance,
		need,
		what: WHAT,
		covered: checkBalance(chainRef, balance, need, WHAT),
	};
}
