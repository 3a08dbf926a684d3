import { readDetail } from "../../../core/journal/details.ts";
import type { StepFacts } from "../../../core/journal/journal-step-facts.ts";
import type { AnswerBody } from "../../../core/journal/records.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { readable } from "../../../core/journal/unreadable.ts";
import type { FrozenAction } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import type { ActionResult } from "../../../service-api/action.ts";
import type { Action } from "../../../service-api/events.ts";
import { CommitFault } from "../ports.ts";
import { isExpired } from "../recheck.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, type Next, wait } from "../runs.ts";
import { answeredBy } from "./answer-body.ts";
import { type ActionSteps, KEPT } from "./answer-steps.ts";
import { actionRejection, isSameOpen, readAgain, takesAnswer } from "./recheck-action.ts";

/** Sends an action's answer until the service has it, or does not take it. */
export type AnswerReport = (row: JournalRow, frozen: FrozenAction, run: Run) => Promise<Next>;

/** How often an answer may go to a newer revision of its action. */
const MAX_MOVES = 10;

/** Every step was sent. What we ourselves left undone for a newer revision is no answer to that one. */
function isDoneInFull(result: ActionResult): boolean {
	return result.status === "submitted" && result.legs.every(({ status }) => status === "submitted");
}

const ANOTHERS = message("signing.answer.another");
const UNCLEAR = message("signing.answer.unclear");
const PERHAPS_SEEN = message("signing.answer.perhaps-seen");

export function createAnswerReport(
	parts: RunnerParts,
	{ changed }: RowTransitions,
	{ over }: ActionSteps,
): AnswerReport {
	const { journal, actions, clock } = parts;

	/** The newer revisions that the answer was taken to, oldest first. */
	function revisionsAfter(row: JournalRow): readonly number[] {
		return journal.steps(row.id).flatMap((step) => {
			const detail = readDetail(step);
			return detail?.kind === "at_revision" ? [detail.revision] : [];
		});
	}

	/** At which revision the answer goes: the approved one, or a newer one that asks for exactly the same. */
	function revisionOf(row: JournalRow, body: AnswerBody): number {
		return Math.max(body.revision, ...revisionsAfter(row));
	}

	/** The request is the same at a newer revision: the same result goes there, on disk before it is sent. */
	function moveOn(row: JournalRow, revision: number): Next | null {
		if (revisionsAfter(row).length >= MAX_MOVES) return null;
		const detail = { kind: "at_revision", revision } as const;
		changed(journal.step(row.id, ["reporting"], "reporting", { detail }));
		return wait(FOLLOW_MS);
	}

	/**
	 * The service refused the answer. Where that is for its own state (409), the action was read again: the same request
	 * at a newer revision gets the same result there; while it is still asked for as it was, the answer is told again.
	 */
	function refusedAnswer(
		row: JournalRow,
		frozen: FrozenAction,
		run: Run,
		{ cause, action, body }: { cause: CommitFault; action: Action | null; body: AnswerBody },
	): Next {
		const holder = answeredBy(action, body.result);
		if (holder !== null) return reported(row, holder === "us" ? null : ANOTHERS);
		const takes = cause.conflict && action !== null && takesAnswer(action, frozen, body.result);
		if (takes && action.revision > body.revision) {
			const next = moveOn(row, action.revision);
			if (next !== null) return next;
		} else if (takes && action.revision === body.revision && run.refusals < MAX_REFUSALS) {
			run.refusals += 1;
			return wait(FOLLOW_MS);
		}
		const { serviceText } = cause;
		const refusal =
			serviceText === null
				? message("signing.answer.not-taken")
				: message("signing.answer.not-taken.said", { said: serviceText });
		const signs = body.result.status === "signed";
		return reported(row, signs ? sentences(refusal, message("signing.answer.has-seen")) : refusal);
	}

	/** The service answered about something else: its own state of the action decides, where it shows one. */
	function unclearAnswer(
		row: JournalRow,
		frozen: FrozenAction,
		run: Run,
		{ action, body }: { action: Action | null; body: AnswerBody },
	): Next {
		const holder = answeredBy(action, body.result);
		if (holder !== null) return reported(row, holder === "us" ? null : ANOTHERS);
		const takes = action !== null && takesAnswer(action, frozen, body.result);
		if (takes && action.revision === body.revision && run.refusals < MAX_REFUSALS) {
			run.refusals += 1;
			return wait(FOLLOW_MS);
		}
		return reported(row, UNCLEAR, "unclear");
	}

	/** Sends the answer that was written down; where an earlier try may have been made, the service is read first. */
	async function report(row: JournalRow, frozen: FrozenAction, run: Run): Promise<Next> {
		const written = readable(row.answer);
		if (written === null) throw new Error("an answer that was not written down");
		const body: AnswerBody = { ...written, revision: revisionOf(row, written) };
		const signs = body.result.status === "signed";
		if (!run.fresh) {
			const action = await readAgain(actions, row, frozen);
			const holder = answeredBy(action, body.result);
			if (holder !== null) return reported(row, holder === "us" ? null : ANOTHERS);
			const recheck = actionRejection(action, { ...frozen, action_revision: body.revision });
			// What was done in full is told to the same request at whichever revision it stands
			// (docs/service-api/differences.md#handed-in-answers).
			const isNewer = action !== null && action.revision > body.revision && isSameOpen(action, frozen);
			if (isNewer && isDoneInFull(body.result)) {
				const next = moveOn(row, action.revision);
				if (next !== null) return next;
			}
			if (signs && recheck !== null)
				return over(
					row,
					"refused",
					sentences(recheck, message("signing.answer.not-sent-any-more"), PERHAPS_SEEN),
				);
			// What was made for an earlier form of the request is no answer to this one
			// (docs/service-api/actions.md#rules).
			if (action?.state === "pending" && recheck !== null)
				return reported(row, sentences(recheck, message("signing.answer.earlier-form")));
		}
		if (signs && isExpired(frozen, clock.now(), parts.clockOffset()))
			return over(
				row,
				"refused",
				run.fresh
					? sentences(message("signing.answer.expired-before"), KEPT)
					: sentences(message("signing.answer.expired"), PERHAPS_SEEN),
			);
		run.fresh = false;
		try {
			// Another revision is another body: it has a key of its own, the same in each try.
			const key = body.revision === written.revision ? row.reportKey : `${row.reportKey}:${body.revision}`;
			const answered = await actions.resolve(frozen.action_id, row.sessionId, body, key);
			if (answered.id === frozen.action_id && answered.revision >= body.revision) return reported(row, null);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			if (!cause.unclear) {
				const action = await readAgain(actions, row, frozen);
				return refusedAnswer(row, frozen, run, { cause, action, body });
			}
		}
		return unclearAnswer(row, frozen, run, { action: await readAgain(actions, row, frozen), body });
	}

	/**
	 * @param doubt why the answer did not count, or may not have; `null` if the service has it. The step keeps it,
	 * whatever is shown later
	 */
	function reported(row: JournalRow, doubt: Message | null, kind: "refused" | "unclear" = "refused"): Next {
		const facts: StepFacts = doubt === null ? {} : { text: doubt, detail: { kind, told: doubt } };
		changed(journal.step(row.id, ["reporting"], "reported", facts));
		return AGAIN;
	}

	return report;
}
