import type { ReviewView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";

/** Describes what was checked, and never claims more than that. */

type OpinionKind = NonNullable<ReviewView["opinion"]>["state"] | "alone" | "none" | "partly_unseen";

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

export const opinionText = (review: Pick<ReviewView, "opinion">): string =>
	t(`trusted.preview.opinion.${kindOf(review)}`);
