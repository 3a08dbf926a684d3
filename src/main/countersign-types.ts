import type { DeskPush, TrustedPush } from "../ipc/windows.ts";
import type { Gesture, NotificationAct } from "./ports.ts";

/** The application as desktop/ and tests use it. */
export interface Countersign {
	/** Opens the stores, recovers interrupted work, and starts to follow the service. */
	start(): Promise<void>;
	/** Locks the vault, closes streams and stores; ends within five seconds. */
	stop(): Promise<void>;
	/**
	 * Executes a command of the desk window, with the user's gesture as the main process saw it. The input is
	 * checked against the procedure's schema first.
	 */
	callDesk(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	/** Executes a command of the trusted window, with the user's gesture as the main process saw it. */
	callTrusted(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	/**
	 * @param isThere returns whether anybody listens: nothing is composed without a listener, and a new one
	 * gets its state by `pushDesk`
	 */
	onDeskPush(listener: (push: DeskPush) => void, isThere?: () => boolean): () => void;
	onTrustedPush(listener: (push: TrustedPush) => void): () => void;
	/** Pushes the whole latest state, for a window that has just loaded. */
	pushDesk(): void;
	pushTrusted(): void;
	/** Stops querying chains for the desk, which was closed. */
	deskClosed(): void;
	/** Shows an entry's review, from a notification, the tray or a deep link. */
	openEntry(entryId: string): void;
	/** Handles a notification's button. @param revision the request's revision at the notification */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** Shows a session, from a deep link; the unchanged desk if there is no such session. */
	openSession(sessionId: string): void;
	/** Shows the next waiting entry, or an empty trusted window, from the tray. */
	openNext(): void;
	/** Pauses notifications for an hour, or resumes them, from the tray. */
	pauseNotifications(on: boolean): void;
	lockVault(reason: "request" | "sleep" | "quit" | "idle"): Promise<void>;
	/** Records real input to a window, as the main process saw it: the automatic lock's time restarts. */
	noteUse(): void;
	/** Reads everything again now: the computer woke or the network returned. */
	wake(): void;
}
