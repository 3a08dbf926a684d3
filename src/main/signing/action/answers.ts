import { readDetail } from "../../../core/journal/details.ts";
import { ENDED, type JournalRow } from "../../../core/journal/types.ts";
import type { Frozen, FrozenAction } from "../../../core/match/frozen.ts";
import type { Message } from "../../../core/message.ts";
import { doneBy, sameNonceRows } from "../../storage/same-nonce.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { END, type Next } from "../runs.ts";
import { createAnswerGathering } from "./answer-gathering.ts";
import { createAnswerReport } from "./answer-report.ts";
import { createActionSteps, joined } from "./answer-steps.ts";

/**
 * The answer to an action: one result for all of its steps, on disk before the first try and the same in each.
 * A signature is not sent after the request's end; what is on the chain is told even then
 * (docs/service-api/actions.md#rules).
 */

export interface Answers {
	take(row: JournalRow, frozen: Frozen, run: Run): Promise<Next>;
}

export function createAnswers(parts: RunnerParts, moves: RowTransitions): Answers {
	const { journal } = parts;
	const steps = createActionSteps(parts, moves);
	const { annotate, over } = steps;
	const gather = createAnswerGathering(parts, moves, steps);
	const report = createAnswerReport(parts, moves, steps);

	/** Why the answer did not count, or may not have; `null` if the service has it. */
	function doubtOf(row: JournalRow): { readonly kind: "refused" | "unclear"; readonly told: Message } | null {
		const first = journal.steps(row.id).find(({ step }) => step === "reported");
		const detail = first === undefined ? null : readDetail(first);
		return detail?.kind === "refused" || detail?.kind === "unclear" ? detail : null;
	}

	/** The answer is in: the steps are followed to their ends by themselves. */
	function follow(row: JournalRow, frozen: FrozenAction): Next {
		const doubt = doubtOf(row);
		const refusal = doubt?.told ?? null;
		// A signature that the service may have is out.
		if (frozen.request.type === "sign")
			return over(row, doubt?.kind === "refused" ? "refused" : "answered", refusal);
		const legs = journal.stepRowsOf(row.id);
		const open = legs.some((leg) => sameNonceRows(journal, leg).some((each) => !ENDED.has(each.state)));
		if (open) return annotate(row, legs, refusal);
		const bad = legs.find((leg) => doneBy(journal, leg) === null);
		const done = refusal === null ? "confirmed" : "unanswered";
		return over(row, bad === undefined ? done : "failed", joined(refusal, bad?.text ?? null));
	}

	return {
		async take(row, frozen, run) {
			if (frozen.kind !== "action") throw new Error("an action's row without an action");
			switch (row.state) {
				case "approved":
					return frozen.request.type === "sign"
						? await gather.signatures(row, frozen, run)
						: gather.transactions(row, frozen);
				case "reporting":
					return await report(row, frozen, run);
				case "reported":
					return follow(row, frozen);
				case "claiming":
				case "claimed":
				case "declining":
				case "signing":
				case "signed":
				case "handing_in":
				case "handed_in":
				case "sending":
				case "submitted":
				case "held":
				case "settled":
				case "refused":
					return END;
			}
		},
	};
}
