import type { DeskPush, TrustedPush } from "../ipc/windows.ts";
import type { Gesture, NotificationAct } from "./ports.ts";

export interface Countersign {
	start(): Promise<void>;
	stop(): Promise<void>;
	/** Validates the input first. `gesture` is the user's input as seen by the main process. */
	callDesk(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	callTrusted(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	onDeskPush(listener: (push: DeskPush) => void, isThere?: () => boolean): () => void;
	onTrustedPush(listener: (push: TrustedPush) => void): () => void;
	pushDesk(): void;
	pushTrusted(): void;
	deskClosed(): void;
	openEntry(entryId: string): void;
	/** @param revision of the request when the notification was displayed */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** If there is no such session, shows the desk unchanged. */
	openSession(sessionId: string): void;
	openNext(): void;
	/** Asks in the desk whether to stop all agents. Called from the tray or the menu. */
	askToStopAgents(): void;
	pauseNotifications(on: boolean): void;
	lockVault(reason: "request" | "sleep" | "quit" | "idle"): Promise<void>;
	recordUse(): void;
	wake(): void;
}
