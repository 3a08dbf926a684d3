import { DRIFT_PERCENT } from "../../../effects/compare/balances.ts";
import { message, sentences } from "../../../message.ts";
import { sameAddress } from "../../../people/labels.ts";
import type { ComparedEffect, Comparison } from "../../../subject/opinion.ts";
import type { User } from "../../../subject/subject.ts";
import { aboutEffect, type Finding } from "../../finding.ts";

interface Seen {
	readonly comparison: Comparison;
	readonly subject: { readonly signer: string; readonly user: Pick<User, "accounts"> };
}

/** The named recipient gets less than the service says: the token, or somebody on the way, keeps a part. */
export function recipientShort({ comparison, subject }: Seen): Finding | null {
	const own = [subject.signer, ...subject.user.accounts];
	const gets = ({ kind, account, status, theirs, ours }: ComparedEffect) =>
		kind === "balance" &&
		status === "differs" &&
		theirs !== null &&
		ours !== null &&
		ours.raw < theirs.raw &&
		!own.some((each) => sameAddress(each, account));
	const found = comparison.effects.find(gets);
	if (found === undefined || found.theirs === null || found.ours === null) return null;
	const much = (found.theirs.raw - found.ours.raw) * 100n > found.theirs.raw * DRIFT_PERCENT;
	return {
		id: "recipient-short",
		severity: much ? "danger" : "caution",
		text: sentences(found.text, message("finding.recipient-short")),
		needsWord: much,
		about: aboutEffect(found),
	};
}
