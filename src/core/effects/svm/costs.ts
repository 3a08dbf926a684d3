import { tipAccountOf } from "../../chain/tip-accounts.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import { feeByBytes, feeOf, LAMPORTS_PER_SIGNATURE } from "../../decoded-transaction/svm/fee.ts";
import {
	accountOf,
	type DecodedSvmTransaction,
	holderOf,
	mintFor,
	mintOf,
	openedAnew,
	rentOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import { type Cost, NO_COST, type RentCost, type WithheldShare } from "../effects.ts";

function tipOf({ steps, signer }: DecodedSvmTransaction): bigint {
	return steps.reduce(
		(sum, { meaning }) =>
			meaning.kind === "lamports" && meaning.from === signer && tipAccountOf(meaning.to) !== null
				? sum + meaning.lamports
				: sum,
		0n,
	);
}

function rentCost(subject: DecodedSvmTransaction): RentCost | null {
	const [accounts, amount] = [openedAnew(subject).length, rentOf(subject)];
	return accounts === 0 || amount === null ? null : { accounts, amount };
}

function rentPaidByUser(subject: DecodedSvmTransaction): bigint | null {
	const all = openedAnew(subject);
	const own = all.filter((account) => isUserKey(subject, holderOf(subject, account)));
	const rent = rentOf(subject);
	if (own.length === 0) return 0n;
	return rent === null ? null : (rent / BigInt(all.length)) * BigInt(own.length);
}

const withheldFromSwap = ({ meaning }: SvmStep): readonly WithheldShare[] =>
	meaning.kind === "app" && meaning.fee > 0n ? [{ of: "swap", share: meaning.fee, holder: null }] : [];

function withheldFromRewards(
	{ facts }: DecodedSvmTransaction,
	{ program, name, accounts }: SvmStep,
): readonly WithheldShare[] {
	if (program !== "Stake" || name !== "delegateStake") return [];
	const holder = accounts[1]?.pubkey ?? "";
	const data = accountOf(facts, holder)?.data;
	return data?.kind === "vote" ? [{ of: "rewards", share: data.commission, holder }] : [];
}

const BASIS_POINTS = 10_000n;

/** Uses the higher of the two possible fees in Token-2022's TransferFeeConfig. */
function feeOfMint({ facts }: DecodedSvmTransaction, mint: string | null, amount: bigint): bigint {
	const set = mint === null ? null : (mintOf(facts, mint)?.powers?.transferFee ?? null);
	if (set === null) return 0n;
	const part = (amount * BigInt(set.basisPoints) + BASIS_POINTS - 1n) / BASIS_POINTS;
	return part > set.most ? set.most : part;
}

function withheldFromTransfer(
	subject: DecodedSvmTransaction,
	{ meaning }: SvmStep,
): readonly WithheldShare[] {
	if (meaning.kind !== "token_transfer" || meaning.amount === 0n) return [];
	const { source, amount, fee } = meaning;
	const mint = mintFor(subject, source, meaning.mint);
	const share = ((fee ?? feeOfMint(subject, mint, amount)) * BASIS_POINTS) / amount;
	return share === 0n ? [] : [{ of: "transfer", share, holder: mint }];
}

/** If the RPC doesn't state the fee, `most` is `null`, even though the bytes still limit the fee. */
function feeCost(subject: DecodedSvmTransaction, payer: string, step: number): Cost {
	const most = feeOf(subject);
	const fee = most ?? feeByBytes(subject);
	const signatures = LAMPORTS_PER_SIGNATURE * BigInt(subject.read.header.requiredSignatures);
	const priority = { most: fee > signatures ? fee - signatures : 0n, usual: null };
	return { ...NO_COST, payer, step, most, runMost: fee, runAtPrice: fee, runLikely: fee, priority };
}

function nonFeeCost(subject: DecodedSvmTransaction, step: number): Cost | null {
	const [most, tip, rent] = [rentPaidByUser(subject), tipOf(subject), rentCost(subject)];
	const kept = subject.steps.flatMap((each) => [
		...withheldFromSwap(each),
		...withheldFromRewards(subject, each),
		...withheldFromTransfer(subject, each),
	]);
	if (most === 0n && tip === 0n && rent === null && kept.length === 0) return null;
	return { ...NO_COST, payer: subject.signer, step, most, tip, rent, withheld: kept };
}

export function svmCosts(subject: DecodedSvmTransaction, step: number): readonly Cost[] {
	const payer = subject.read.staticKeys[0];
	const fee = payer === undefined ? [] : [feeCost(subject, payer, step)];
	const beside = nonFeeCost(subject, step);
	return beside === null ? fee : [...fee, beside];
}
