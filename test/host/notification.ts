import { HostEmitter, hostEvent } from "./emitter.ts";
import { strict } from "./strict.ts";

export interface NotificationView {
	index: number;
	title: string;
	subtitle: string;
	body: string;
	silent: boolean;
	urgency: string;
	shown: boolean;
	closed: boolean;
	/** Labels of the notification's buttons. */
	actions: string[];
}

const shownInOrder: HostNotification[] = [];

/** Electron's Notification. Displayed notifications are recorded, so that tests can read and click them. */
export class HostNotification extends HostEmitter {
	title: string;
	subtitle: string;
	body: string;
	silent: boolean;
	urgency: string;
	readonly actions: readonly Electron.NotificationAction[];
	readonly id: string;
	private state: "new" | "shown" | "closed" = "new";

	constructor(options: Electron.NotificationConstructorOptions = {}) {
		super("Notification", ["show", "click", "close", "failed", "action", "reply"]);
		this.title = options.title ?? "";
		this.subtitle = options.subtitle ?? "";
		this.body = options.body ?? "";
		this.silent = options.silent ?? false;
		this.urgency = options.urgency ?? "normal";
		this.actions = options.actions ?? [];
		this.id = options.id ?? `notification-${shownInOrder.length}`;
		// biome-ignore lint/correctness/noConstructorReturn: the app gets the view that refuses unknown members
		return strict("Notification", this);
	}

	static isSupported(): boolean {
		return true;
	}

	show(): void {
		if (!shownInOrder.includes(this)) shownInOrder.push(this);
		this.state = "shown";
		this.emit("show", hostEvent({}));
	}

	close(): void {
		if (this.state !== "shown") return;
		this.state = "closed";
		this.emit("close", hostEvent({ reason: "userCanceled" }));
	}

	/** Simulates a click on the notification. */
	click(): void {
		this.emit("click", hostEvent({}));
		this.close();
	}

	/** Simulates a press of the button with this label. Only macOS and Windows show such buttons. */
	press(label: string): void {
		const actionIndex = this.actions.findIndex(({ text }) => text === label);
		if (actionIndex < 0) throw new Error(`No button “${label}” on this notification.`);
		this.emit("action", hostEvent({ actionIndex, selectionIndex: -1 }), actionIndex, -1);
	}

	/** Simulates that the system couldn't show the notification. */
	fail(error: string): void {
		this.state = "closed";
		this.emit("failed", hostEvent({}), error);
	}

	view(index: number): NotificationView {
		const { title, subtitle, body, silent, urgency, state } = this;
		return {
			index,
			title,
			subtitle,
			body,
			silent,
			urgency,
			shown: state === "shown",
			closed: state === "closed",
			actions: this.actions.map(({ text }) => text ?? ""),
		};
	}
}

export function notificationViews(): NotificationView[] {
	return shownInOrder.map((notification, index) => notification.view(index));
}

export function notificationAt(index: number): HostNotification {
	const found = shownInOrder.at(index);
	if (found === undefined) throw new Error(`No notification ${index}: ${shownInOrder.length} were shown.`);
	return found;
}
