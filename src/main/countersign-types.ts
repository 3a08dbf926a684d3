import type { DeskPush, TrustedPush } from "../ipc/windows.ts";
import type { Gesture, NotificationAct } from "./ports.ts";

/** The application as desktop/ and tests hold it. */
export interface Countersign {
	/** Opens the stores, recovers what a crash left, begins to follow. */
	start(): Promise<void>;
	/** Locks the vault, closes streams and stores; ends within five seconds. */
	stop(): Promise<void>;
	/**
	 * A command of the desk window, with what main saw of the user at it: input is checked against the procedure's schema
	 * before anything else.
	 */
	callDesk(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	/** A command of the trusted window, with what main saw of the user at it. */
	callTrusted(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	/** @param isThere whether anybody hears it: nothing is composed for nobody, and whoever comes is told by `pushDesk` */
	onDeskPush(listener: (push: DeskPush) => void, isThere?: () => boolean): () => void;
	onTrustedPush(listener: (push: TrustedPush) => void): () => void;
	/** The latest of everything, for a window that has just loaded. */
	pushDesk(): void;
	pushTrusted(): void;
	/** Nobody looks at the desk any more: no chain is asked for it. */
	deskClosed(): void;
	/** From a notification, the tray or a deep link: shows that entry's review. */
	openEntry(entryId: string): void;
	/** A button of a notification was pressed. @param revision the request as it was told of */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** From a deep link: shows that conversation; the desk as it is where there is no such one. */
	openSession(sessionId: string): void;
	/** From the tray: shows the next entry that waits, or an empty trusted window. */
	openNext(): void;
	/** From the tray: for an hour, or on again. */
	pauseNotifications(on: boolean): void;
	lockVault(reason: "request" | "sleep" | "quit" | "idle"): Promise<void>;
	/** Real input reached a window, as main saw it: the automatic lock counts from now. */
	noteUse(): void;
	/** The computer woke or the network came back: read everything again now. */
	wake(): void;
}
