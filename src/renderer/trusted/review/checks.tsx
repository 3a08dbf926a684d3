import clsx from "clsx";
import { Check, CircleHelp, OctagonAlert } from "lucide-react";
import type { ReviewView } from "../../../bridge/views.ts";
import { Fold } from "../../components/fold.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";
import { CheckTable } from "./check-table.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { Findings, Guards, Warnings } from "./remarks.tsx";
import { Section } from "./section.tsx";

const VERDICTS: Readonly<
	Record<ReviewView["verdict"], { icon: typeof Check; look: string; tone: Tone; word: string }>
> = {
	matched: { icon: Check, look: "text-accent", tone: "accent", word: "matched" },
	refused: { icon: OctagonAlert, look: "text-danger", tone: "danger", word: "refused" },
	unproven: { icon: CircleHelp, look: "text-caution", tone: "caution", word: "not proven" },
};

/** "9 of 9 fields match", by what the checks themselves say. */
export function matchWords(review: Pick<ReviewView, "checks" | "verdict" | "verdictWords">): string {
	const { checks } = review;
	const passed = checks.filter((check) => check.status === "passed").length;
	const failed = checks.filter((check) => check.status === "failed").length;
	const unknown = checks.filter((check) => check.status === "unknown").length;
	if (failed > 0) return `${plural(failed, "field differs", "fields differ")} from the review`;
	if (unknown > 0) return `${plural(unknown, "field")} can’t be checked`;
	if (review.verdict !== "matched" || passed === 0) return review.verdictWords;
	const noted = checks.filter((check) => check.status === "noted").length;
	const all = passed === 1 ? "The one field matches the review" : `All ${passed} fields match the review`;
	return noted === 0 ? all : `${all}, ${noted} noted`;
}

/** Does it match? One line each, with a count, opening to what is behind it. */
export function Checks({ review }: { review: ReviewView }) {
	const { icon: Icon, look, tone, word } = VERDICTS[review.verdict];
	return (
		<Section title="Does it match?">
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				<div>
					<Fold
						defaultOpen={review.verdict === "refused"}
						className="px-3.5 py-2"
						title={
							<span className="flex items-center gap-2 text-f3 font-semibold text-ink">
								<Icon size={16} aria-hidden className={clsx("shrink-0", look)} /> {matchWords(review)}
							</span>
						}
						aside={<Pill tone={tone}>{word}</Pill>}
					>
						<CheckTable rows={review.checks} words={review.verdictWords} />
					</Fold>
				</div>
				<Findings rows={review.findings} />
				<Guards rows={review.guards} />
				<Warnings rows={review.warnings} />
				<Fingerprint review={review} />
			</div>
		</Section>
	);
}
