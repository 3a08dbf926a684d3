import { paysFee } from "../../../explain/svm/costs.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import { feeByBytes, feeOf, LAMPORTS_PER_SIGNATURE } from "../../../subject/svm/fee.ts";
import { block, caution, danger, type SvmRule } from "../finding.ts";

/** Lamports beyond the base fee. */
const CAUTION_ABOVE = 10_000_000n;
const WORD_FROM = 100_000_000n;
/** A whole SOL: more than any race for a block was ever worth to a user. */
const REFUSED_FROM = 1_000_000_000n;

/** What is paid beyond the base fee, to be taken sooner. */
export const priorityFee: SvmRule = ({ subject }) => {
	if (!paysFee(subject)) return null;
	const priority =
		(feeOf(subject) ?? feeByBytes(subject)) -
		LAMPORTS_PER_SIGNATURE * BigInt(subject.read.header.requiredSignatures);
	if (priority <= CAUTION_ABOVE) return null;
	const text = message("finding.priority-fee", {
		fee: amountParam(nativeAmount(subject.chainRef, priority)),
	});
	if (priority >= REFUSED_FROM)
		return block("priority-fee", sentences(text, message("finding.priority-fee.refused")));
	return priority < WORD_FROM
		? caution("priority-fee", text)
		: { ...danger("priority-fee", text), stake: { kind: "cost" } };
};
