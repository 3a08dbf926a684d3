import { timeText } from "../../../format/time-text.ts";
import { message } from "../../../message.ts";
import { codeOf } from "../../../subject/codes.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";

/** A known contract has other code than when it was first met here: what is known of it may no longer hold. */
export function codeChangedFinding(user: User, opinion: Pick<LegOpinion, "addressFacts">): Finding | null {
	for (const address of opinion.addressFacts?.codes.keys() ?? []) {
		const met = codeOf(opinion, address)?.met;
		if (met === undefined || met.isSame) continue;
		const then = timeText(BigInt(Math.floor(met.since / 1000)));
		return {
			id: "code-changed",
			severity: "danger",
			text: message("finding.code-changed", { contract: nameParam(user, address), time: then }),
			needsWord: true,
			stake: { kind: "address", address },
		};
	}
	return null;
}

export const codeChanged: FindingRule = ({ subject, opinion }) => codeChangedFinding(subject.user, opinion);
