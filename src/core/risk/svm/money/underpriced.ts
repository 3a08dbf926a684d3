import type { SvmMeaning } from "../../../decode/svm/meaning.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { accountOf, mintAmount, mintFor, tokenAccountOf } from "../../../subject/svm/svm-subject.ts";
import { block, caution, hasUnknown, meaningsOf, type SvmRule } from "../finding.ts";

/** A token account holds less than is to be taken from it. */
export const svmUnderpriced: SvmRule = (evidence) => {
	const { subject, later } = evidence;
	const sent = new Map<string, { amount: bigint; named: string | null }>();
	for (const { source, amount, mint } of meaningsOf(subject.steps, "token_transfer"))
		sent.set(source, { amount: (sent.get(source)?.amount ?? 0n) + amount, named: mint });
	for (const [source, { amount, named }] of sent) {
		const account = tokenAccountOf(subject.facts, source);
		const held = account?.amount ?? (accountOf(subject.facts, source) === null ? 0n : null);
		if (held === null || held >= amount) continue;
		const mint = mintFor(subject, source, named);
		const text = message("finding.too-little.token", {
			held: amountParam(mintAmount(subject.facts, mint, held)),
			needed: amountParam(mintAmount(subject.facts, mint, amount)),
		});
		const fed = later || hasUnknown(evidence) || subject.steps.some((step) => feeds(step.meaning, source));
		return fed
			? caution("too-little", sentences(text, message("finding.too-little.later")))
			: block("too-little", text);
	}
	return null;
};

/** Does this put something into the account within the same transaction? */
function feeds(meaning: SvmMeaning, account: string): boolean {
	if (meaning.kind === "token_transfer" || meaning.kind === "token_mint")
		return meaning.destination === account;
	return meaning.kind === "lamports" && meaning.to === account;
}
