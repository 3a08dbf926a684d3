import { ENDED, type JournalRow } from "../../../core/journal/types.ts";
import type { FrozenAction } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { NOTHING_SIGNED } from "../../../core/unsigned.ts";
import type { ActionResult } from "../../../service-api/action.ts";
import { isExpired } from "../recheck.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, END, type Next } from "../runs.ts";
import { isDecided, resultOfSignatures, resultOfSteps } from "./answer-body.ts";
import { type ActionSteps, KEPT, ofStep } from "./answer-steps.ts";
import { actionRejection, readAgain } from "./recheck-action.ts";

/** From the steps of an action to its answer, on disk before the first try. */
export interface AnswerGathering {
	signatures(row: JournalRow, frozen: FrozenAction, run: Run): Promise<Next>;
	transactions(row: JournalRow, frozen: FrozenAction): Next;
}

export function createAnswerGathering(
	parts: RunnerParts,
	{ changed }: RowTransitions,
	{ annotate }: ActionSteps,
): AnswerGathering {
	const { journal, actions, clock } = parts;

	/** Nothing of it has left us: its steps end with it, and the same request may be approved anew. */
	function drop(row: JournalRow, legs: readonly JournalRow[], text: Message): Next {
		for (const leg of legs)
			if (!ENDED.has(leg.state)) {
				const facts = { outcome: "skipped", live: false, dead: leg.signature !== null } as const;
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
			const signed = legs.some((leg) => leg.signature !== null);
			return drop(row, legs, signed ? sentences(ofStep(stopped, text), KEPT) : text);
		}
		if (!legs.every((leg) => leg.state === "signed")) return annotate(row, legs);
		const text = actionRejection(await readAgain(actions, row, frozen), frozen);
		if (text !== null) return keepBack(row, legs, sentences(text, KEPT));
		if (isExpired(frozen, clock.now(), parts.clockOffset()))
			return keepBack(row, legs, sentences(message("signing.answer.expired-before"), KEPT));
		run.fresh = true;
		return writeDown(row, frozen, resultOfSignatures(legs, frozen));
	}

	function gatherLegs(row: JournalRow, frozen: FrozenAction): Next {
		const legs = journal.stepRowsOf(row.id);
		const stopped = legs.find((leg) => leg.state === "refused");
		if (stopped !== undefined && legs.every((leg) => leg.signature === null))
			return drop(row, legs, stopped.text ?? NOTHING_SIGNED);
		if (!legs.every((leg) => isDecided(journal, leg))) return annotate(row, legs);
		if (frozen.build !== undefined) {
			changed(
				journal.step(row.id, ["approved"], "reported", { detail: { kind: "unreported", why: "no_service" } }),
			);
			return AGAIN;
		}
		return writeDown(row, frozen, resultOfSteps(journal, legs));
	}

	return { signatures: gatherSignatures, transactions: gatherLegs };
}
