import { callsOf } from "../../../effects/evm/calls.ts";
import { message } from "../../../message.ts";
import { labelOf } from "../../../people/labels.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { isOwn } from "../calls.ts";

/** Returns whether the one who votes is neither the user nor a contact. */
export const isStrangerVoting = (user: User, to: string): boolean =>
	!isOwn(user, to) && labelOf(user.labels, to) === null;

/** Votes that are lent to somebody who is neither the user nor a contact: nothing moves, and it lasts. */
export const votes: FindingRule = ({ subject }) => {
	const { user } = subject;
	for (const { decoded } of callsOf(subject)) {
		const { meaning, target } = decoded;
		if (meaning.kind !== "vote" || !isStrangerVoting(user, meaning.to)) continue;
		return {
			id: "votes",
			severity: "caution",
			text: message("finding.votes", {
				who: nameParam(user, meaning.to),
				token: nameParam(user, target),
			}),
			needsWord: false,
		};
	}
	return null;
};
