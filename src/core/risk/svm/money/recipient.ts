import { known } from "../../../chain/chain-error.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import { accountOf, openedHere, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import type { Finding } from "../../finding.ts";
import { block, caution, hasUnknown, info, meaningsOf, type SvmEvidence, type SvmRule } from "../finding.ts";

/** Is there an account that can take what is sent? */

function ofLamports({ subject }: SvmEvidence): Finding | null {
	const sent = new Map<string, bigint>();
	for (const { to, lamports } of meaningsOf(subject.steps, "lamports"))
		sent.set(to, (sent.get(to) ?? 0n) + lamports);
	const least = known(subject.facts?.rent.wallet);
	for (const [to, lamports] of sent) {
		// It may be opened within the transaction, as by the transfer itself.
		if (accountOf(subject.facts, to) !== null || openedHere(subject.steps, to) !== null) continue;
		const who = svmNameParam(subject.user, to);
		if (least !== null && lamports < least)
			return block(
				"recipient-new",
				message("finding.recipient-new.too-little", {
					who,
					sent: amountParam(nativeAmount(subject.chainRef, lamports)),
					least: amountParam(nativeAmount(subject.chainRef, least)),
				}),
			);
		return info("recipient-new", message("finding.recipient-new", { who }));
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
	const text = message("finding.recipient-missing", {
		who: svmNameParam(subject.user, nowhere.destination),
	});
	return later || hasUnknown(evidence)
		? caution("recipient-missing", sentences(text, message("finding.recipient-missing.later")))
		: block("recipient-missing", text);
}

export const recipient: SvmRule = (evidence) => ofTokens(evidence) ?? ofLamports(evidence);
