import { detailOf, type StepDetail } from "../../../core/journal/details.ts";
import type { StepFacts } from "../../../core/journal/journal-step-facts.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { CommitFault } from "../ports.ts";
import type { RowTransitions, RunnerParts } from "../row-work.ts";
import { END, type Next } from "../runs.ts";
import { attemptOf } from "./attempt-standing.ts";

/** The user's own "no" to a claimed wallet attempt, which the service is told. */

type Declined = Extract<StepDetail, { kind: "declined" }>;

const NO_WORDS: Readonly<Record<Declined["how"], Message>> = {
	taken_back: message("signing.declined.taken-back"),
	device: message("signing.declined.device"),
};

/** The user takes a claimed attempt back before their signer is asked: it is told as their "no". */
export function takenBackStep(): StepFacts {
	return declinedStep("taken_back");
}

/** The facts of the step `declining`. */
export function declinedStep(how: Declined["how"]): StepFacts {
	return {
		live: false,
		text: sentences(NO_WORDS[how], message("signing.declined.telling")),
		detail: { kind: "declined", how },
	};
}

/** Of a `declining` row: tells the service the same "no" in every try. */
export type Decline = (row: JournalRow) => Promise<Next>;

export function createDecline(
	{ journal, commits }: Pick<RunnerParts, "journal" | "commits">,
	{ changed }: RowTransitions,
): Decline {
	return async (row) => {
		const detail = detailOf(journal.steps(row.id), "declining");
		const no = detail?.kind === "declined" ? NO_WORDS[detail.how] : message("signing.declined");
		let outcomeText = message("signing.declined.told");
		try {
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), { kind: "rejected" });
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			outcomeText =
				cause.serviceText === null
					? message("signing.declined.not-taken")
					: message("signing.declined.not-taken.said", { said: cause.serviceText });
		}
		const facts = { outcome: "declined", live: false, text: sentences(no, outcomeText) } as const;
		changed(journal.step(row.id, ["declining"], "refused", facts));
		return END;
	};
}
