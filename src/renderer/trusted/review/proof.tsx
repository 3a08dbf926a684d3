import { type Message, message } from "../../../core/message.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fold } from "../../components/fold.tsx";
import { Guards, Warnings } from "../../components/guards.tsx";
import { HashPicture } from "../../components/pictures.tsx";
import { FindingList } from "../../components/review/remarks.tsx";
import { matchWords } from "../../components/review/sentences.ts";
import { groups } from "../../components/words.ts";
import { CheckTable } from "./check-table.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { Opinion } from "./opinion.tsx";
import { SaveForChecking } from "./save-for-checking.tsx";

type OpinionState = NonNullable<ReviewView["opinion"]>["state"] | "alone" | "none";

const OPINIONS: Readonly<Record<OpinionState, Message>> = {
	agrees: message("trusted.glance.opinion.agrees"),
	alone: message("trusted.glance.opinion.alone"),
	differs: message("trusted.glance.opinion.differs"),
	drifts: message("trusted.glance.opinion.drifts"),
	none: message("trusted.glance.opinion.none"),
	running: message("trusted.glance.opinion.running"),
	undeclared: message("trusted.glance.opinion.undeclared"),
	unproven: message("trusted.glance.opinion.unproven"),
	unseen: message("trusted.glance.opinion.unseen"),
};

function opinionState({ opinion }: Pick<ReviewView, "opinion">): OpinionState {
	if (opinion === null) return "none";
	return opinion.state === "unproven" && opinion.how !== null ? "alone" : opinion.state;
}

/** What nobody looked at, where it is known that something was not; null elsewhere. */
function notLookedAt({
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
								{matchWords(review)} · {textOf(OPINIONS[opinionState(review)])}
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
						words={review.verdict === "matched" ? null : textOf(review.verdictWords)}
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
