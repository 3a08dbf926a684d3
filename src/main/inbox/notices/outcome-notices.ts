import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, type Text } from "../../../core/message.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import { outcomeOf } from "../entries/progress-view.ts";
import type { Disclosure } from "./disclosure.ts";
import { joinTexts } from "./join-texts.ts";
import { rowKey } from "./owed.ts";

/**
 * What went wrong with something that the user approved is of their money, and no more than they approved: no muting
 * and no level keeps it back. What is only asked for can be muted whatever it is, a lie or what a rule refuses among it:
 * nothing is signed of it, the agent decides how much of it there is, and Activity has it.
 */
interface Ending {
	readonly text: Message;
	readonly grave: boolean;
}

const ending = (text: Message, grave = false): Ending => ({ text, grave });
const ENDINGS: Readonly<Partial<Record<ReturnType<typeof outcomeOf>, Ending>>> = {
	confirmed: ending(message("notice.ending.confirmed")),
	failed: ending(message("notice.ending.failed"), true),
	refused: ending(message("notice.ending.refused"), true),
	replaced: ending(message("notice.ending.replaced")),
	unanswered: ending(message("notice.ending.unanswered"), true),
	ended: ending(message("notice.ending.ended"), true),
	stuck: ending(message("notice.ending.stuck"), true),
};
const SIGNED = ending(message("notice.ending.signed"));

function endingOf(row: JournalRow, outcome: ReturnType<typeof outcomeOf>): Ending | undefined {
	return row.outcome === "answered" ? SIGNED : ENDINGS[outcome];
}

interface OutcomeNotice extends Ending {
	readonly silent: boolean;
}

interface OutcomeNoticesParts {
	readonly ports: Pick<Ports, "settings" | "desktop">;
	readonly journal: Pick<Journal, "inbox">;
	readonly disclosure: Disclosure;
	/** The user wants to be left alone now. */
	readonly isQuiet: () => boolean;
	readonly levelOf: (row: JournalRow) => AppLevel;
	/** The conversation’s. */
	readonly title: (sessionId: string) => Text;
}

export interface OutcomeNotices {
	/** A row of the journal moved: tells how it ended, or owes it while that can't be told. */
	settled(row: JournalRow): void;
	/** Tells how it ended, where there is still something to tell of it. */
	notify(row: JournalRow): void;
}

/** Tells how what was approved ended. */
export function createOutcomeNotices(parts: OutcomeNoticesParts): OutcomeNotices {
	const { ports, journal, disclosure } = parts;

	/** How it ended, where there is something to tell of it. */
	function wanted(row: JournalRow): OutcomeNotice | null {
		const over = row.state === "settled" || row.state === "refused" || row.state === "held";
		// A leg is told of with its action.
		const found = over && row.kind !== "leg" ? endingOf(row, outcomeOf(row)) : undefined;
		if (found === undefined) return null;
		if (found.grave) return ports.settings.get().notifications ? { ...found, silent: false } : null;
		const level = parts.levelOf(row);
		return level === "muted" ? null : { ...found, silent: level === "silent" };
	}

	function tell(row: JournalRow, { text, silent }: OutcomeNotice): void {
		const key = rowKey(row.id);
		if (!journal.inbox.notifyOnce(row.scope, key, row.state)) return;
		const told = disclosure.showsDetails();
		ports.desktop.notify({
			id: key,
			entryId: row.entryId,
			title: told ? message("notice.ended", { ending: text, headline: row.headline }) : text,
			silent,
			body: told ? joinTexts(row.text, parts.title(row.sessionId)) : message("notice.hidden"),
		});
	}

	return {
		settled(row) {
			const notice = wanted(row);
			if (notice === null) return;
			if (!disclosure.isHeldBack()) {
				tell(row, notice);
				return;
			}
			journal.inbox.owe(row.scope, rowKey(row.id), row.state);
			if (!parts.isQuiet()) disclosure.awaitUnlock();
		},
		notify(row) {
			const notice = wanted(row);
			if (notice !== null) tell(row, notice);
		},
	};
}
