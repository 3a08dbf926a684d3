import { join } from "node:path";
import type { z } from "zod";
import { describeError } from "../core/describe-error.ts";
import { message, sentences } from "../core/localized-text.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import { type DeskPush, deskProcedures, type TrustedPush, trustedProcedures } from "../ipc/windows.ts";
import { App } from "./app/app.ts";
import { DirtyFlags, TRUSTED_SOURCES } from "./app/dirty-flags.ts";
import { DeskInput, trustedInputFault } from "./app/windows/command-input.ts";
import { PushPace } from "./app/windows/push-pace.ts";
import type { Countersign } from "./countersign-types.ts";
import { type EventName, Events, REQUEST_SOURCES } from "./events.ts";
import { asOutcome, refused } from "./handlers.ts";
import type { Gesture, NotificationAct, Ports } from "./ports.ts";

/** The answer never repeats the input. */
function malformed(error: z.core.$ZodError): CommandOutcome {
	const [issue] = error.issues;
	if (issue === undefined) return refused(message("app.malformed"));
	const { path, message: fault } = issue;
	return refused(
		path.length === 0
			? message("app.malformed.whole", { fault })
			: message("app.malformed.part", { part: path.join("."), fault }),
	);
}

interface DeskListener {
	readonly listener: (push: DeskPush) => void;
	readonly isThere: () => boolean;
}

/** The app without its desktop. Receives commands and pushes views. */
export class CountersignMain implements Countersign {
	readonly #ports: Ports;
	readonly #deskInput = new DeskInput();
	readonly #deskListeners = new Set<DeskListener>();
	readonly #trustedListeners = new Set<(push: TrustedPush) => void>();
	readonly #dirty = new DirtyFlags({
		trusted: { sources: TRUSTED_SOURCES },
		tray: { sources: [...REQUEST_SOURCES, "title-changed", "price-changed", "connection-changed"] },
	});
	readonly #pace: PushPace;
	#running: App | null = null;

	constructor(ports: Ports) {
		this.#ports = ports;
		this.#pace = new PushPace(ports.clock, (what) =>
			this.#running?.inbox.composing(() => {
				if (this.#dirty.consume("trusted")) this.#quietly(() => this.#pushTrusted());
				if (what === "trusted alone") return;
				this.#quietly(() => this.#pushDesk());
				if (this.#dirty.consume("tray"))
					this.#quietly(() => this.#running?.inbox.notifications.showWaiting());
			}),
		);
	}

	async start(): Promise<void> {
		const ports = this.#ports;
		const events = new Events(ports.log);
		events.onAny((name, sessionId) => this.#markViews(name, sessionId));
		const app = new App(ports, join(ports.dataDir), events, () => this.#pace.changed());
		// Commands are accepted only once the signed-in user is known.
		await app.credentials.load();
		this.#running = app;
		await app.begin();
		events.emit("app-changed");
	}

	async stop(): Promise<void> {
		this.#pace.stop();
		await this.#running?.end();
		this.#running = null;
	}

	async callDesk(name: string, input: unknown, gesture: Gesture): Promise<unknown> {
		return await this.#guarded(async () => {
			const running = this.#running;
			if (running === null) return refused(message("app.not-running"));
			if (!isDesk(name)) return refused(message("app.no-command.desk"));
			const fault = this.#deskInput.fault(name, gesture, this.#ports.clock.now());
			if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
			return await dispatch(deskProcedures, running.windows.desk, name, input);
		});
	}

	async callTrusted(name: string, input: unknown, gesture: Gesture): Promise<unknown> {
		return await this.#guarded(async () => {
			const running = this.#running;
			if (running === null) return refused(message("app.not-running"));
			if (!isTrusted(name)) return refused(message("app.no-command.trusted"));
			const fault = trustedInputFault(name, gesture, this.#ports.clock.now());
			if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
			if (name === "approve") this.#pace.approving();
			return await dispatch(trustedProcedures, running.windows.trusted, name, input, gesture);
		});
	}

	onDeskPush(listener: (push: DeskPush) => void, isThere: () => boolean = () => true): () => void {
		const added = { listener, isThere };
		this.#deskListeners.add(added);
		return () => this.#deskListeners.delete(added);
	}

	onTrustedPush(listener: (push: TrustedPush) => void): () => void {
		this.#trustedListeners.add(listener);
		return () => this.#trustedListeners.delete(listener);
	}

	pushDesk(): void {
		this.#quietly(() => this.#pushWholeDesk());
	}

	pushTrusted(): void {
		this.#quietly(() => this.#pushTrusted());
	}

	deskClosed(): void {
		this.#quietly(() => this.#running?.windows.stopDeskReads());
	}

	openEntry(entryId: string): void {
		this.#quietly(() => {
			// Clicking a notification about a settled row also opens its entry.
			if (this.#running?.windows.openEntry(entryId) !== true) this.#ports.desktop.raiseDesk();
		});
	}

	actOnNotification(act: NotificationAct, entryId: string, revision: string): void {
		this.#quietly(() => this.#running?.actOnNotification(act, entryId, revision));
	}

	openSession(sessionId: string): void {
		this.#quietly(() => {
			this.#ports.desktop.raiseDesk();
			if (this.#running?.windows.hasSession(sessionId) !== true) return;
			this.#pushToDesk({ kind: "navigate", to: "sessions", sessionId });
		});
	}

	openNext(): void {
		this.#quietly(() => this.#running?.windows.openNext());
	}

	askToStopAgents(): void {
		this.#quietly(() => {
			this.#ports.desktop.raiseDesk();
			this.#pushToDesk({ kind: "navigate", to: "stopAgents", sessionId: null });
		});
	}

	pauseNotifications(on: boolean): void {
		this.#quietly(() => this.#running?.pauseNotifications(on));
	}

	async lockVault(reason: "request" | "sleep" | "quit" | "idle"): Promise<void> {
		this.#ports.log(`vault: locked (${reason})`);
		await this.#running?.lock();
	}

	recordUse(): void {
		this.#quietly(() => this.#running?.wallet.recordUse());
	}

	wake(): void {
		// The computer may wake up while the app is starting.
		this.#quietly(() => this.#running?.wake());
		this.#running?.events.emit("app-changed");
	}

	#pushToDesk(push: DeskPush | null): void {
		if (push === null) return;
		for (const { listener } of this.#deskListeners) listener(push);
	}

	#pushDesk(): void {
		if (this.#running === null || !this.#hasDesk()) return;
		this.#pushToDesk(this.#running.windows.deskFeed.next());
		this.#pushToDesk(this.#running.windows.transcriptFeed.next());
	}

	#pushWholeDesk(): void {
		if (this.#running === null || !this.#hasDesk()) return;
		this.#pushToDesk(this.#running.windows.deskFeed.whole());
		this.#pushToDesk(this.#running.windows.transcriptFeed.next());
	}

	#hasDesk(): boolean {
		return [...this.#deskListeners].some(({ isThere }) => isThere());
	}

	#pushTrusted(): void {
		if (this.#running === null || this.#trustedListeners.size === 0) return;
		const view = this.#running.windows.trustedView();
		for (const listener of this.#trustedListeners) listener({ kind: "trusted", view });
	}

	#markViews(name: EventName, sessionId: string | null): void {
		this.#dirty.mark(name);
		this.#running?.windows.deskFeed.changed(name);
		this.#running?.windows.transcriptFeed.changed(name, sessionId);
		this.#pace.changed();
	}

	/**
	 * Logs an error instead of throwing it, because a view that can't be composed must not affect the other
	 * window.
	 */
	#quietly(work: () => void): void {
		try {
			work();
		} catch (cause) {
			this.#ports.log(`views: ${describeError(cause)}`);
		}
	}

	/** Logs unexpected errors and reports them without details. */
	async #guarded(work: () => Promise<unknown>): Promise<unknown> {
		try {
			return await work();
		} catch (cause) {
			return asOutcome(cause, this.#ports.log);
		}
	}
}

function isDesk(name: string): name is keyof typeof deskProcedures {
	return Object.hasOwn(deskProcedures, name);
}

function isTrusted(name: string): name is keyof typeof trustedProcedures {
	return Object.hasOwn(trustedProcedures, name);
}

async function dispatch<Procedures extends Record<string, { readonly input: z.ZodType }>>(
	procedures: Procedures,
	handlers: { readonly [Name in keyof Procedures]: (input: never, gesture: Gesture) => Promise<unknown> },
	name: string,
	input: unknown,
	gesture: Gesture = { visibleSince: null, pressedSince: null, lastInputAt: null },
): Promise<unknown> {
	const procedure = procedures[name];
	const handler = handlers[name];
	if (procedure === undefined || handler === undefined) return refused(message("app.no-command"));
	const parsed = procedure.input.safeParse(input);
	if (!parsed.success) return malformed(parsed.error);
	return await handler(parsed.data as never, gesture);
}
