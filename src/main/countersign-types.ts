import type { DeskPush, TrustedPush } from "../ipc/windows.ts";
import type { Gesture, NotificationAct } from "./ports.ts";

export interface Countersign {
	start(): Promise<void>;
	stop(): Promise<void>;
	/** Validates the input first. `gesture` is the user's input as the main process saw it. */
	callDesk(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	callTrusted(name: string, input: unknown, gesture: Gesture): Promise<unknown>;
	onDeskPush(listener: (push: DeskPush) => void, isThere?: () => boolean): () => void;
	onTrustedPush(listener: (push: TrustedPush) => void): () => void;
	pushDesk(): void;
	pushTrusted(): void;
	deskClosed(): void;
	openEntry(entryId: string): void;
	/** @param revision the request's revision when the notification was displayed */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void;
	/** Opens the desk. If the session doesn't exist, the desk's screen doesn't change. */
	openSession(sessionId: string): void;
	openNext(): void;
	/** Called from the tray or the menu. Asks in the desk window whether to stop all agents. */
	askToStopAgents(): void;
	pauseNotifications(on: boolean): void;
	lockVault(reason: "request" | "sleep" | "quit" | "idle"): Promise<void>;
	recordUse(): void;
	wake(): void;
}
