import { readDetail } from "../../core/journal/details.ts";
import type { AnswerBody } from "../../core/journal/records.ts";
import { ENDED, type JournalOutcome, type JournalRow, type StepFacts } from "../../core/journal/types.ts";
import { readable } from "../../core/journal/unreadable.ts";
import type { Frozen, FrozenAction } from "../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../core/message.ts";
import { NOTHING_SIGNED } from "../../core/unsigned.ts";
import type { ActionResult } from "../../service-api/action.ts";
import type { Action } from "../../service-api/events.ts";
import { doneBy, sameNonceRows } from "../storage/same-nonce.ts";
import { answeredBy, isDecided, resultOfSignatures, resultOfSteps } from "./answer-body.ts";
import { CommitFault } from "./ports.ts";
import { isExpired } from "./recheck.ts";
import { actionRejection, isSameOpen, readAgain, takesAnswer } from "./recheck-action.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type Run, type RunnerParts } from "./row-work.ts";
import { AGAIN, END, type Next, wait } from "./runs.ts";

/**
 * The answer to an action: one result for all of its steps, on disk before the first try and the same in each.
 * A signature is not sent after the request's end; what is on the chain is told even then
 * (docs/service-api/actions.md#rules).
 */

export interface Answers {
	take(row: JournalRow, frozen: Frozen, run: Run): Promise<Next>;
}

/** How often an answer may go to a newer revision of its action. */
const MAX_MOVES = 10;

/** Every step was sent. What we ourselves left undone for a newer revision is no answer to that one. */
function isDoneInFull(result: ActionResult): boolean {
	return result.status === "submitted" && result.legs.every(({ status }) => status === "submitted");
}

const KEPT = message("signing.answer.kept-back");
const ANOTHERS = message("signing.answer.another");
const PERHAPS_SEEN = message("signing.answer.perhaps-seen");

/** All that is to be told, in one; null where there is nothing. */
function joined(...parts: readonly (Message | null)[]): Message | null {
	const [first, ...more] = parts.filter((each) => each !== null);
	if (first === undefined) return null;
	return more.length === 0 ? first : sentences(first, ...more);
}

/** Which step it is about, where there are several. */
const ofStep = ({ place }: JournalRow, told: Message): Message =>
	message("signing.step", { step: String(place + 1), told });

export function createAnswers(parts: RunnerParts, moves: RowTransitions): Answers {
	const { journal, actions, clock } = parts;
	const { changed, stuck } = moves;

	/** The first step that has something to say, for the action's own row. */
	function tell(row: JournalRow, legs: readonly JournalRow[], before: Message | null = null): Next {
		const at = legs.find((leg) => !ENDED.has(leg.state) && leg.text !== null);
		const text = at?.text ?? null;
		const isOne = at === undefined || text === null || legs.length <= 1;
		const all = joined(before, isOne ? text : ofStep(at, text));
		if (all !== null) stuck(row, all);
		return wait(FOLLOW_MS);
	}

	/** Nothing of it has left us: its steps end with it, and the same request may be approved anew. */
	function drop(row: JournalRow, legs: readonly JournalRow[], text: Message): Next {
		for (const leg of legs)
			if (!ENDED.has(leg.state)) {
				const facts = { outcome: "skipped", live: false, dead: leg.signedBytes !== null } as const;
				changed(journal.step(leg.id, [leg.state], "settled", facts));
			}
		changed(journal.step(row.id, [row.state], "refused", { outcome: "unsigned", live: false, text }));
		return END;
	}

	/** Signed, and never to be handed out: nobody else has seen it. */
	function keepBack(row: JournalRow, legs: readonly JournalRow[], text: Message): Next {
		const facts = { outcome: "refused", live: false, text } as const;
		for (const leg of legs)
			if (!ENDED.has(leg.state)) changed(journal.step(leg.id, [leg.state], "settled", facts));
		changed(journal.step(row.id, [row.state], "settled", facts));
		return END;
	}

	function writeDown(row: JournalRow, frozen: FrozenAction, result: ActionResult): Next {
		const answer = { revision: frozen.action_revision, result };
		changed(journal.step(row.id, ["approved"], "reporting", { answer }));
		return AGAIN;
	}

	/** Signatures leave us all together, or not at all. */
	async function gatherSignatures(row: JournalRow, frozen: FrozenAction, run: Run): Promise<Next> {
		const legs = journal.stepRowsOf(row.id);
		const stopped =
			legs.find((leg) => leg.state === "refused") ?? legs.find((leg) => leg.state === "settled");
		if (stopped !== undefined) {
			const text = stopped.text ?? NOTHING_SIGNED;
			if (stopped.outcome === "refused") return keepBack(row, legs, text);
			const signed = legs.some((leg) => leg.signedBytes !== null);
			return drop(row, legs, signed ? sentences(ofStep(stopped, text), KEPT) : text);
		}
		if (!legs.every((leg) => leg.state === "signed")) return tell(row, legs);
		const text = actionRejection(await readAgain(actions, row, frozen), frozen);
		if (text !== null) return keepBack(row, legs, sentences(text, KEPT));
		if (isExpired(frozen, clock.now()))
			return keepBack(row, legs, sentences(message("signing.answer.expired-before"), KEPT));
		run.fresh = true;
		return writeDown(row, frozen, resultOfSignatures(legs, frozen));
	}

	function gatherLegs(row: JournalRow, frozen: FrozenAction): Next {
		const legs = journal.stepRowsOf(row.id);
		const stopped = legs.find((leg) => leg.state === "refused");
		if (stopped !== undefined && legs.every((leg) => leg.signedBytes === null))
			return drop(row, legs, stopped.text ?? NOTHING_SIGNED);
		if (!legs.every((leg) => isDecided(journal, leg))) return tell(row, legs);
		if (frozen.build !== undefined) {
			changed(
				journal.step(row.id, ["approved"], "reported", { detail: { kind: "unreported", why: "no_service" } }),
			);
			return AGAIN;
		}
		return writeDown(row, frozen, resultOfSteps(journal, legs));
	}

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
		const { said } = cause;
		const refusal =
			said === null
				? message("signing.answer.not-taken")
				: message("signing.answer.not-taken.said", { said });
		const signs = body.result.status === "signed";
		return reported(row, signs ? sentences(refusal, message("signing.answer.has-seen")) : refusal);
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
		if (signs && isExpired(frozen, clock.now()))
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
			await actions.resolve(frozen.action_id, row.sessionId, body, key);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const action = await readAgain(actions, row, frozen);
			return refusedAnswer(row, frozen, run, { cause, action, body });
		}
		return reported(row, null);
	}

	/** `refusal`: why the answer did not count; null where it did. It stays with the step, whatever is told later. */
	function reported(row: JournalRow, refusal: Message | null): Next {
		const facts: StepFacts =
			refusal === null ? {} : { text: refusal, detail: { kind: "refused", told: refusal } };
		changed(journal.step(row.id, ["reporting"], "reported", facts));
		return AGAIN;
	}

	function refusalOf(row: JournalRow): Message | null {
		const first = journal.steps(row.id).find(({ step }) => step === "reported");
		const detail = first === undefined ? null : readDetail(first);
		return detail?.kind === "refused" ? detail.told : null;
	}

	function over(row: JournalRow, outcome: JournalOutcome, text: Message | null): Next {
		for (const leg of journal.stepRowsOf(row.id))
			if (leg.state === "signed")
				changed(
					journal.step(leg.id, ["signed"], "settled", {
						outcome: outcome === "refused" ? "refused" : "answered",
						live: false,
					}),
				);
		changed(journal.step(row.id, [row.state], "settled", { outcome, live: false, text }));
		return END;
	}

	/** The answer is in: the steps are followed to their ends by themselves. */
	function follow(row: JournalRow, frozen: FrozenAction): Next {
		const refusal = refusalOf(row);
		if (frozen.request.type === "sign") return over(row, refusal === null ? "answered" : "refused", refusal);
		const legs = journal.stepRowsOf(row.id);
		const open = legs.some((leg) => sameNonceRows(journal, leg).some((each) => !ENDED.has(each.state)));
		if (open) return tell(row, legs, refusal);
		const bad = legs.find((leg) => doneBy(journal, leg) === null);
		const done = refusal === null ? "confirmed" : "unanswered";
		return over(row, bad === undefined ? done : "failed", joined(refusal, bad?.text ?? null));
	}

	return {
		async take(row, frozen, run) {
			if (!("intents" in frozen)) throw new Error("an action's row without an action");
			switch (row.state) {
				case "approved":
					return frozen.request.type === "sign"
						? await gatherSignatures(row, frozen, run)
						: gatherLegs(row, frozen);
				case "reporting":
					return await report(row, frozen, run);
				case "reported":
					return follow(row, frozen);
				default:
					return END;
			}
		},
	};
}
