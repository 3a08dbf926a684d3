import type { NotificationAct } from "../ports.ts";
import type { Cause } from "./causes.ts";
import type { Windows } from "./windows/windows.ts";

/** The application while it runs. */
export interface RunningApp {
	readonly windows: Windows;
	/** Recovers what a crash left, and begins to follow. */
	begin(): Promise<void>;
	end(): Promise<void>;
	/** In tray, dock and badge. */
	showWaiting(): void;
	/** For an hour, or on again. */
	pauseNotifications(on: boolean): void;
	/** A button of a notification was pressed. @param revision the request as it was told of */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** Views are composed of one reading of the inbox, while nothing of it changes. */
	composing(compose: () => void): void;
	lock(): Promise<void>;
	/** Real input reached a window. */
	readonly noteUse: () => void;
	/** The computer woke or the network came back: read everything again now. */
	wake(): void;
}

/** Who composes what the windows show. */
export interface ViewUpdates {
	/** @param cause everything may have changed where none is named. @param sessionId the only conversation that it concerns */
	changed(cause: Cause | undefined, sessionId: string | null): void;
	/** A window draws more than before: what is stale of it is wanted. */
	readonly drawn: () => void;
}

/** A feature with a life of its own. */
export interface Living {
	readonly start?: () => Promise<void> | void;
	readonly stop?: () => Promise<void> | void;
}
