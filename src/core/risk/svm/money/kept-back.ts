import type { SvmMeaning } from "../../../decode/svm/meaning.ts";
import { amountParam, message } from "../../../message.ts";
import { mintAmount, mintFor, mintOf, type SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, meaningsOf, type SvmRule } from "../finding.ts";

type TokenTransfer = Extract<SvmMeaning, { kind: "token_transfer" }>;

/** Percent of what is sent; fees of tokens in use are far below. */
const CAUTION_FROM = 5n;
const WORD_FROM = 50n;
const BASIS_POINTS = 10_000n;

/** As the instruction states it, else by the dearer of the fees that the mint has set (Token-2022, TransferFeeConfig). */
function keptBack(subject: SvmSubject, mint: string | null, { amount, fee }: TokenTransfer): bigint {
	if (fee !== null) return fee;
	const set = mint === null ? null : (mintOf(subject.facts, mint)?.powers?.transferFee ?? null);
	if (set === null) return 0n;
	const part = (amount * BigInt(set.basisPoints) + BASIS_POINTS - 1n) / BASIS_POINTS;
	return part > set.most ? set.most : part;
}

function findingOf(subject: SvmSubject, transfer: TokenTransfer): Finding | null {
	const mint = mintFor(subject, transfer.source, transfer.mint);
	const kept = keptBack(subject, mint, transfer);
	if (transfer.amount === 0n || kept * 100n < transfer.amount * CAUTION_FROM) return null;
	const amount = (raw: bigint) => amountParam(mintAmount(subject.facts, mint, raw));
	const text = message("finding.kept-back", { fee: amount(kept), sent: amount(transfer.amount) });
	return kept * 100n >= transfer.amount * WORD_FROM
		? danger("kept-back", text, mint ?? undefined)
		: caution("kept-back", text);
}

/** Much less arrives than is sent, by the token's own fee. */
export const keptBackByToken: SvmRule = ({ subject }) =>
	gravestFirst(meaningsOf(subject.steps, "token_transfer").map((each) => findingOf(subject, each)))[0] ??
	null;
