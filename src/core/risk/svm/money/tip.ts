import { tipAccountOf } from "../../../chain/tip-accounts.ts";
import { amountParam, message } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import type { SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { caution, danger, meaningsOf, type SvmRule } from "../finding.ts";

/**
 * Lamports. Of the tips that landed, 99 % stayed below 0.0083 SOL on the day of the sample (24 April 2025) in QuickNode's
 * reference of `getTipFloor`.
 */
const UNUSUAL = 10_000_000n;
const FAR_ABOVE = 100_000_000n;

/** Returns what the signer pays to known tip accounts, in lamports. */
function tipped({ steps, signer }: SvmSubject): { readonly lamports: bigint; readonly to: string } | null {
	const tips = meaningsOf(steps, "lamports").filter(
		({ from, to }) => from === signer && tipAccountOf(to) !== null,
	);
	const [first] = tips;
	if (first === undefined) return null;
	return { lamports: tips.reduce((sum, { lamports }) => sum + lamports, 0n), to: first.to };
}

/** A tip buys a place in a block: more than the usual is given away. */
export const tip: SvmRule = ({ subject }) => {
	const found = tipped(subject);
	if (found === null || found.lamports <= UNUSUAL) return null;
	const amount = amountParam(nativeAmount(subject.chainRef, found.lamports));
	const text = message("finding.tip", { amount });
	return found.lamports < FAR_ABOVE ? caution("tip", text) : danger("tip", text, found.to);
};
