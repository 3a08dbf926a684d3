import { Notification } from "electron";
import { type Message, message } from "../../../core/localized-text.ts";
import { textOf } from "../../../text/index.ts";
import type { NotificationAct, NotificationSpec } from "../../ports.ts";
import { plainText } from "./plain-text.ts";

const MAX_TITLE_LENGTH = 80;
const MAX_BODY_LENGTH = 240;
const MAX_SHOWN = 200;

const LABELS: Readonly<Record<NotificationAct, Message>> = {
	review: message("notice.act.review"),
	reject: message("notice.act.reject"),
	snooze: message("notice.act.snooze"),
	undo: message("notice.act.undo"),
};

/** Stores references to notifications, because a click has no effect after garbage collection. */
export class Notifications {
	readonly #options;
	readonly #shown = new Map<string, Notification>();

	constructor(options: {
		readonly open: (entryId: string) => void;
		readonly act: (act: NotificationAct, entryId: string, revision: string) => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	areSupported(): boolean {
		return Notification.isSupported();
	}

	withdraw(id: string): void {
		const notification = this.#shown.get(id);
		this.#shown.delete(id);
		notification?.close();
	}

	show({ id, title, body, entryId, silent = false, offer }: NotificationSpec): void {
		const { act, log, open } = this.#options;
		this.withdraw(id);
		const notification = new Notification({
			title: plainText(textOf(title), MAX_TITLE_LENGTH),
			body: plainText(textOf(body), MAX_BODY_LENGTH),
			silent,
			actions: (offer?.acts ?? []).map((each) => ({ type: "button", text: textOf(LABELS[each]) })),
		});
		const forget = () => {
			if (this.#shown.get(id) === notification) this.#shown.delete(id);
		};
		notification.on("click", () => {
			forget();
			open(entryId);
		});
		notification.on("action", ({ actionIndex }) => {
			const chosen = offer?.acts[actionIndex];
			if (offer === undefined || chosen === undefined) return;
			this.withdraw(id);
			act(chosen, entryId, offer.revision);
		});
		notification.on("close", (details) => {
			// A notification that timed out can still be clicked in the system's list.
			if (details.reason !== "timedOut") forget();
		});
		notification.on("failed", (_event, error) => {
			forget();
			log(`a notification could not be shown: ${error}`);
		});
		this.#shown.set(id, notification);
		const [oldest] = this.#shown.keys();
		if (this.#shown.size > MAX_SHOWN && oldest !== undefined) this.#shown.delete(oldest);
		notification.show();
	}
}
