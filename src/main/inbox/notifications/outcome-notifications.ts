import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import { isCutShort, outcomeOf } from "../entries/progress-view.ts";
import type { LockPrivacy } from "./lock-privacy.ts";
import { joinTexts } from "./notification-content.ts";
import type { Quiet } from "./notification-settings.ts";

/**
 * The outcome of an approval. If `grave`, it concerns the user's own money, so neither muting nor an app's
 * level suppresses it. Requests can always be muted, because an agent decides how many it sends, and nothing
 * is signed yet.
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
const CUT_SHORT = ending(message("notice.ending.cut-short"), true);

function endingOf(
	row: JournalRow,
	outcome: ReturnType<typeof outcomeOf>,
	items: () => readonly JournalRow[],
): Ending | undefined {
	if (row.outcome === "answered") return SIGNED;
	return outcome === "failed" && isCutShort(items()) ? CUT_SHORT : ENDINGS[outcome];
}

export const rowKey = (rowId: string): string => `row:${rowId}`;

interface OutcomeNotification extends Ending {
	readonly silent: boolean;
}

export class OutcomeNotifications {
	readonly #app;
	readonly #privacy: LockPrivacy;
	readonly #quiet: Pick<Quiet, "isNow">;
	readonly #inbox;

	constructor(
		app: {
			readonly ports: Pick<Ports, "settings" | "desktop">;
			readonly stores: { readonly journal: Pick<Journal, "inbox" | "stepRowsOf"> };
		},
		privacy: LockPrivacy,
		quiet: Pick<Quiet, "isNow">,
		inbox: {
			readonly levelOf: (row: JournalRow) => AppLevel;
			readonly title: (sessionId: string) => Text;
		},
	) {
		this.#app = app;
		this.#privacy = privacy;
		this.#quiet = quiet;
		this.#inbox = inbox;
	}

	onMoved(row: JournalRow): void {
		const wanted = this.#wanted(row);
		if (wanted === null) return;
		if (!this.#privacy.isDeferred()) {
			this.#notify(row, wanted);
			return;
		}
		this.#app.stores.journal.inbox.defer(row.scope, rowKey(row.id), row.state);
		if (!this.#quiet.isNow()) this.#privacy.awaitUnlock();
	}

	notify(row: JournalRow): void {
		const wanted = this.#wanted(row);
		if (wanted !== null) this.#notify(row, wanted);
	}

	#wanted(row: JournalRow): OutcomeNotification | null {
		const over = row.state === "settled" || row.state === "refused" || row.state === "held";
		// An item's outcome is part of its action's notification.
		const items = () => this.#app.stores.journal.stepRowsOf(row.id);
		const found = over && row.kind !== "leg" ? endingOf(row, outcomeOf(row), items) : undefined;
		if (found === undefined) return null;
		if (found.grave) return this.#app.ports.settings.get().notifications ? { ...found, silent: false } : null;
		const level = this.#inbox.levelOf(row);
		return level === "muted" ? null : { ...found, silent: level === "silent" };
	}

	#notify(row: JournalRow, { text, silent }: OutcomeNotification): void {
		const { ports, stores } = this.#app;
		const key = rowKey(row.id);
		if (!stores.journal.inbox.notifyOnce(row.scope, key, row.state)) return;
		const showsDetails = this.#privacy.showsDetails();
		ports.desktop.notify({
			id: key,
			entryId: row.entryId,
			title: showsDetails ? message("notice.ended", { ending: text, headline: row.headline }) : text,
			silent,
			body: showsDetails ? joinTexts(row.text, this.#inbox.title(row.sessionId)) : message("notice.hidden"),
		});
	}
}
