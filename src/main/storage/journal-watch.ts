import { type Message, message, sentences } from "../../core/message.ts";
import type { Clock } from "../ports.ts";
import type { CheckedJournal } from "./journal-check.ts";

/** The journal is looked through once after the start, beside everything else, and what does not fit is told. */

/** Between two pieces of the check, in ms. */
const PAUSE_MS = 20;

const COMPARE = message("app.journal.compare");

const changedOutside = (fault: string | null) =>
	sentences(
		message("app.journal.changed", { place: fault ?? message("app.journal.unknown-place") }),
		COMPARE,
	);
const NOT_CHECKED = sentences(message("app.journal.unchecked"), COMPARE);

export interface JournalWatchParts {
	/** checkJournal (storage/journal-check.ts), not begun yet. */
	readonly check: Generator<undefined, CheckedJournal>;
	readonly clock: Pick<Clock, "after">;
	/** What the user is to be told. */
	readonly onFault: (text: Message) => void;
	readonly log: (line: string) => void;
}

/** Begins at `start`; `stop` ends it before its time. */
export function watchJournal({ check, clock, onFault, log }: JournalWatchParts) {
	let cancel = () => {};

	function report(text: Message, line: string): void {
		log(`journal: ${line}`);
		onFault(text);
	}

	function look(): void {
		let piece: IteratorResult<undefined, CheckedJournal>;
		try {
			piece = check.next();
		} catch (cause) {
			report(NOT_CHECKED, String(cause));
			return;
		}
		if (piece.done !== true) cancel = clock.after(PAUSE_MS, look);
		else if (!piece.value.ok)
			report(changedOutside(piece.value.fault), piece.value.fault ?? "it does not hang together");
	}

	return {
		start() {
			cancel = clock.after(PAUSE_MS, look);
		},
		stop: () => cancel(),
	};
}
