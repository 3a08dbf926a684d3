import { known } from "../../../chains/chain-error.ts";
import { amountWords } from "../../amount.ts";
import { nativeAmount } from "../../subject.ts";
import { paysFee } from "../../svm/costs.ts";
import { caution, danger, type SvmRule } from "./finding.ts";

/** Lamports for each signature, before any priority fee. */
const BASE = 5_000n;
const CAUTION_ABOVE = 10_000_000n;
const WORD_FROM = 100_000_000n;

/** What is paid beyond the base fee, to be taken sooner. */
export const priorityFee: SvmRule = ({ subject }) => {
	const fee = known(subject.facts?.fee);
	if (fee === null || !paysFee(subject)) return null;
	const priority = fee - BASE * BigInt(subject.read.header.requiredSignatures);
	if (priority <= CAUTION_ABOVE) return null;
	const words = `Its priority fee of ${amountWords(nativeAmount(subject.chainRef, priority))} is far above what is usual.`;
	return priority < WORD_FROM ? caution("priority-fee", words) : danger("priority-fee", words);
};
