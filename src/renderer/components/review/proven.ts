import { type Message, message } from "../../../core/localized-text.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";

/** Describes what was checked, and never claims more than that. */

type OpinionKind = NonNullable<ReviewView["opinion"]>["state"] | "alone" | "none" | "partly_unseen";

const OPINIONS: Readonly<Record<OpinionKind, Message>> = {
	agrees: message("trusted.glance.opinion.agrees"),
	alone: message("trusted.glance.opinion.alone"),
	differs: message("trusted.glance.opinion.differs"),
	drifts: message("trusted.glance.opinion.drifts"),
	none: message("trusted.glance.opinion.none"),
	partly_unseen: message("trusted.glance.opinion.partly-unseen"),
	running: message("trusted.glance.opinion.running"),
	undeclared: message("trusted.glance.opinion.undeclared"),
	unproven: message("trusted.glance.opinion.unproven"),
	unseen: message("trusted.glance.opinion.unseen"),
};

function kindOf({ opinion }: Pick<ReviewView, "opinion">): OpinionKind {
	if (opinion === null) return "none";
	if (opinion.state === "unseen" && opinion.rows.length > 0) return "partly_unseen";
	return opinion.state === "unproven" && opinion.how !== null ? "alone" : opinion.state;
}

/** Describes what wasn't checked. Returns `null` if everything was. */
export function notLookedAt({
	headlineKnown,
	contents,
}: Pick<ReviewView, "headlineKnown" | "contents">): string | null {
	if (headlineKnown) return null;
	if (contents.some(({ kind }) => kind === "evm_transaction"))
		return t("trusted.glance.not-looked-at.contract");
	if (contents.some(({ kind }) => kind === "svm_transaction"))
		return t("trusted.glance.not-looked-at.program");
	return contents.length === 0 ? null : t("trusted.glance.not-looked-at.signature");
}

export const opinionText = (review: Pick<ReviewView, "opinion">): string => textOf(OPINIONS[kindOf(review)]);
