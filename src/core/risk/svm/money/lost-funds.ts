import type { SvmAccountFacts } from "../../../chain/svm.ts";
import { message } from "../../../message.ts";
import { accountOf, holderOf, type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { danger, type SvmRule } from "../finding.ts";

/** The mint of wrapped SOL. */
const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

/** Why nobody gets it back, as the message's choice. */
type Trap = "program" | "token" | "other-token";

function nobodyBehind(account: SvmAccountFacts | null | undefined): Trap | null {
	if (account === null || account === undefined) return null;
	if (account.executable) return "program";
	return account.data.kind === "mint" ? "token" : null;
}

/** Where SOL sent there can't be got back by whoever holds the tokens. */
function solTrap(account: SvmAccountFacts | null | undefined): Trap | null {
	const data = account?.data;
	return data?.kind === "token" && data.mint !== WRAPPED_SOL ? "other-token" : null;
}

function lostTo(subject: SvmSubject): { readonly to: string; readonly what: Trap } | null {
	for (const { meaning } of subject.steps) {
		const receivers =
			meaning.kind === "lamports"
				? [meaning.to]
				: meaning.kind === "token_transfer"
					? [meaning.destination, holderOf(subject, meaning.destination) ?? meaning.destination]
					: [];
		for (const to of receivers) {
			const account = accountOf(subject.facts, to);
			const what = nobodyBehind(account) ?? (meaning.kind === "lamports" ? solTrap(account) : null);
			if (what !== null) return { to, what };
		}
	}
	return null;
}

/** Sent to a program or a token, which nobody holds a key of: as good as burnt. */
export const svmLostFunds: SvmRule = ({ subject }) => {
	const lost = lostTo(subject);
	if (lost === null) return null;
	const who = svmNameParam(subject.user, lost.to);
	return danger("lost-funds", message("finding.lost-funds.trap", { who, what: lost.what }));
};
