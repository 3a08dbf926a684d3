import { type Message, message } from "../../../core/localized-text.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";

/** Describes what was checked, and never claims more than that. */

type OpinionKind = NonNullable<ReviewView["opinion"]>["state"] | "alone" | "none" | "partly_unseen";

const OPINIONS: Readonly<Record<OpinionKind, Message>> = {
	agrees: message("trusted.preview.opinion.agrees"),
	alone: message("trusted.preview.opinion.alone"),
	differs: message("trusted.preview.opinion.differs"),
	drifts: message("trusted.preview.opinion.drifts"),
	none: message("trusted.preview.opinion.none"),
	partly_unseen: message("trusted.preview.opinion.partly-unseen"),
	running: message("trusted.preview.opinion.running"),
	undeclared: message("trusted.preview.opinion.undeclared"),
	unproven: message("trusted.preview.opinion.unproven"),
	unseen: message("trusted.preview.opinion.unseen"),
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
		return t("trusted.preview.not-looked-at.contract");
	if (contents.some(({ kind }) => kind === "svm_transaction"))
		return t("trusted.preview.not-looked-at.program");
	return contents.length === 0 ? null : t("trusted.preview.not-looked-at.signature");
}

export const opinionText = (review: Pick<ReviewView, "opinion">): string => textOf(OPINIONS[kindOf(review)]);
