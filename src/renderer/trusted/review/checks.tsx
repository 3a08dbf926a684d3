import clsx from "clsx";
import { Check, CircleHelp, OctagonAlert } from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Fold } from "../../components/fold.tsx";
import { Guards, Warnings } from "../../components/guards.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { CheckTable } from "./check-table.tsx";
import { Fingerprint } from "./fingerprint.tsx";
import { Opinion } from "./opinion.tsx";
import { Findings } from "./remarks.tsx";
import { SaveForChecking } from "./save-for-checking.tsx";
import { matchWords } from "./sentences.ts";

const VERDICTS: Readonly<
	Record<ReviewView["verdict"], { icon: typeof Check; look: string; tone: Tone; word: Message }>
> = {
	matched: {
		icon: Check,
		look: "text-accent",
		tone: "accent",
		word: message("trusted.review.verdicts.matched"),
	},
	refused: {
		icon: OctagonAlert,
		look: "text-danger",
		tone: "danger",
		word: message("trusted.review.verdicts.refused"),
	},
	unproven: {
		icon: CircleHelp,
		look: "text-caution",
		tone: "caution",
		word: message("trusted.review.verdicts.unproven"),
	},
};

/** Does it match? One line each, with a count, opening to what is behind it. */
export function Checks({ review }: { review: ReviewView }) {
	const { icon: Icon, look, tone, word } = VERDICTS[review.verdict];
	return (
		<Section title={t("trusted.review.does-it-match")}>
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
						aside={<Pill tone={tone}>{textOf(word)}</Pill>}
					>
						<CheckTable
							rows={review.checks}
							words={textOrNull(review.verdict === "matched" ? null : review.verdictWords)}
							subject={review.subject}
						/>
					</Fold>
				</div>
				{review.opinion !== null && <Opinion opinion={review.opinion} />}
				<Findings rows={review.findings} />
				<Guards rows={review.guards} />
				<Warnings rows={review.warnings} />
				<Fingerprint review={review} />
				{review.fingerprint !== null && <SaveForChecking entryId={review.entryId} />}
			</div>
		</Section>
	);
}
