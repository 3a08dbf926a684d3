import { known } from "../../../chains/chain-error.ts";
import { amountWords } from "../../amount.ts";
import { nativeAmount } from "../../subject.ts";
import { accountOf, openedHere, svmNameOf } from "../../svm-subject.ts";
import type { Finding } from "../finding.ts";
import { block, caution, hasUnknown, info, meaningsOf, type SvmEvidence, type SvmRule } from "./finding.ts";

/** Is there an account that can take what is sent? */

function ofLamports({ subject }: SvmEvidence): Finding | null {
	const sent = new Map<string, bigint>();
	for (const { to, lamports } of meaningsOf(subject.steps, "lamports"))
		sent.set(to, (sent.get(to) ?? 0n) + lamports);
	const least = known(subject.facts?.rent.wallet);
	for (const [to, lamports] of sent) {
		// It may be opened within the transaction, as by the transfer itself.
		if (accountOf(subject.facts, to) !== null || openedHere(subject.steps, to) !== null) continue;
		const who = svmNameOf(subject.person, to);
		if (least !== null && lamports < least)
			return block(
				"recipient-new",
				`There is no account at ${who} yet, and ${amountWords(nativeAmount(subject.chainRef, lamports))} is less than the ${amountWords(nativeAmount(subject.chainRef, least))} that a new one needs, so this would fail.`,
			);
		return info("recipient-new", `There is no account at ${who} yet; this opens it.`);
	}
	return null;
}

function ofTokens(evidence: SvmEvidence): Finding | null {
	const { subject, later } = evidence;
	const nowhere = meaningsOf(subject.steps, "token_transfer").find(({ destination }) => {
		const account = accountOf(subject.facts, destination);
		const opened = openedHere(subject.steps, destination) !== null;
		return account !== undefined && account?.data.kind !== "token" && !opened;
	});
	if (nowhere === undefined) return null;
	const words = `There is no token account at ${svmNameOf(subject.person, nowhere.destination)} that could take this, so it would fail.`;
	return later || hasUnknown(evidence)
		? caution("recipient-missing", `${words} An earlier step may open it.`)
		: block("recipient-missing", words);
}

export const recipient: SvmRule = (evidence) => ofTokens(evidence) ?? ofLamports(evidence);
