import type { ReviewView } from "../../../bridge/views.ts";
import { Notice } from "../../components/notice.tsx";
import { Values } from "./check-table.tsx";

/** Said before anything else where it does not match: what differs, both values. Nothing where it matches. */
export function Verdict({ review }: { review: Pick<ReviewView, "verdict" | "verdictWords" | "checks"> }) {
	if (review.verdict === "matched") return null;
	const failed = review.checks.filter((check) => check.status === "failed");
	return (
		<Notice tone={review.verdict === "refused" ? "danger" : "caution"} className="mt-3">
			<p className="font-medium">{review.verdictWords}</p>
			{failed.map((check) => (
				<div key={check.field} className="mt-1.5">
					<p>{check.field}</p>
					<Values row={check} />
				</div>
			))}
		</Notice>
	);
}
