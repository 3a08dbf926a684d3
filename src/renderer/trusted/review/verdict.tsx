import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";
import { Values } from "./check-table.tsx";
import { Undeclared } from "./opinion.tsx";

/** More than these push the four answers out of sight. */
const MAX = 3;

/** Said before anything else where it does not match, or does what nobody declared. Nothing where all is well. */
export function Verdict({
	review,
}: {
	review: Pick<ReviewView, "verdict" | "verdictWords" | "checks" | "subject" | "opinion">;
}) {
	if (review.verdict === "matched") return <Undeclared opinion={review.opinion} />;
	const failed = review.checks.filter((check) => check.status === "failed");
	return (
		<Notice tone={review.verdict === "refused" ? "danger" : "caution"} className="mt-3">
			<p className="font-medium">{textOf(review.verdictWords)}</p>
			{failed.slice(0, MAX).map((check, index) => (
				// Checks of one match never move, and a field may stand in several steps: the place is the identity.
				<div key={index} className="mt-1.5">
					<p>{textOf(check.field)}</p>
					<Values row={check} subject={review.subject} />
				</div>
			))}
			{failed.length > MAX && (
				<p className="mt-1.5">
					{t("trusted.review.more-differ-below-under-does", { count: failed.length - MAX })}
				</p>
			)}
		</Notice>
	);
}
