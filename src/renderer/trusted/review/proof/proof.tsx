import type { ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { HashPicture } from "../../../components/figure/pictures.tsx";
import { groups } from "../../../components/figures.ts";
import { Fold } from "../../../components/fold.tsx";
import { Guards, Warnings } from "../../../components/review/guards.tsx";
import { notLookedAt, opinionText } from "../../../components/review/proven.ts";
import { FindingList } from "../../../components/review/remarks.tsx";
import { matchText } from "../../../components/review/sentences.ts";
import { Opinion } from "../opinion.tsx";
import { CheckTable } from "./check-table.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { SaveForChecking } from "./save-for-checking.tsx";

/** As many groups of the fingerprint as are read at a glance; the whole stands below, and the whole is compared. */
const GROUPS = 4;

/** What is proven, in one line that unfolds to all of it. It claims nothing that was not looked at. */
export function Proof({ review }: { review: ReviewView }) {
	const { fingerprint } = review;
	const missing = notLookedAt(review);
	const digits = fingerprint === null ? null : groups(fingerprint).slice(0, GROUPS).join(" ");
	return (
		<section aria-label={t("trusted.glance.proof")} className="card mt-3">
			<Fold
				className="px-4 py-2.5"
				title={
					<span className="flex items-center gap-3">
						{fingerprint !== null && <HashPicture hex={fingerprint} size={28} />}
						<span className="min-w-0">
							<span className="block text-ink wrap-anywhere">
								{matchText(review)} · {opinionText(review)}
							</span>
							{(missing !== null || digits !== null) && (
								<span className="block text-ink-2 wrap-anywhere">
									{missing}
									{missing !== null && digits !== null && " · "}
									{digits !== null && <span className="num text-ink">{digits}</span>}
								</span>
							)}
						</span>
					</span>
				}
			>
				<div className="*:border-t *:border-line-2">
					<CheckTable
						rows={review.checks}
						text={review.verdict === "matched" ? null : textOf(review.verdictText)}
						subject={review.subject}
					/>
					{review.opinion !== null && <Opinion opinion={review.opinion} />}
					{review.changes.length > 0 && (
						<p className="px-3.5 py-2 text-f2 text-ink-2">{textOf(review.changesClaim)}</p>
					)}
					{review.findings.length > 0 && (
						<div className="px-3.5 py-1">
							<FindingList rows={review.findings} />
						</div>
					)}
					<Guards rows={review.guards} />
					<Warnings rows={review.warnings} />
					<Fingerprint review={review} />
					{fingerprint !== null && <SaveForChecking entryId={review.entryId} />}
				</div>
			</Fold>
		</section>
	);
}
