import type { ReviewView } from "../../../bridge/views.ts";
import { Notice } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { Values } from "./check-table.tsx";
import { Undeclared } from "./opinion.tsx";

/** More than these push the four answers out of sight. */
const MOST = 3;

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
			<p className="font-medium">{review.verdictWords}</p>
			{failed.slice(0, MOST).map((check, index) => (
				// Checks of one match never move, and a field may stand in several steps: the place is the identity.
				<div key={index} className="mt-1.5">
					<p>{check.field}</p>
					<Values row={check} subject={review.subject} />
				</div>
			))}
			{failed.length > MOST && (
				<p className="mt-1.5">
					{plural(failed.length - MOST, "more differs", "more differ")} below, under “Does it match?”.
				</p>
			)}
		</Notice>
	);
}
