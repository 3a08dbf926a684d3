import { ENDED, type JournalOutcome, type JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { FOLLOW_MS, type RowTransitions, type RunnerParts } from "../row-work.ts";
import { END, type Next, wait } from "../runs.ts";

/** What an action's row does with its steps, whatever its answer is. */

/** Nothing that was signed has left us. */
export const KEPT = message("signing.answer.kept-back");

/** All that is to be told, in one; null where there is nothing. */
export function joined(...parts: readonly (Message | null)[]): Message | null {
	const [first, ...more] = parts.filter((each) => each !== null);
	if (first === undefined) return null;
	return more.length === 0 ? first : sentences(first, ...more);
}

/** Which step it is about, where there are several. */
export const ofStep = ({ place }: JournalRow, text: Message): Message =>
	message("signing.step", { step: String(place + 1), told: text });

export interface ActionSteps {
	/** The first step that has something to say, for the action's own row. */
	readonly annotate: (row: JournalRow, legs: readonly JournalRow[], before?: Message | null) => Next;
	/** The action ends, and with it every step that is only signed. */
	readonly over: (row: JournalRow, outcome: JournalOutcome, text: Message | null) => Next;
}

export function createActionSteps({ journal }: RunnerParts, { changed, stuck }: RowTransitions): ActionSteps {
	function annotate(row: JournalRow, legs: readonly JournalRow[], before: Message | null = null): Next {
		const at = legs.find((leg) => !ENDED.has(leg.state) && leg.text !== null);
		const text = at?.text ?? null;
		const isOne = at === undefined || text === null || legs.length <= 1;
		const all = joined(before, isOne ? text : ofStep(at, text));
		if (all !== null) stuck(row, all);
		return wait(FOLLOW_MS);
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

	return { annotate, over };
}
