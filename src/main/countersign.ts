import { join } from "node:path";
import type { z } from "zod";
import { message, sentences } from "../core/localized-text.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import { type DeskPush, deskProcedures, type TrustedPush, trustedProcedures } from "../ipc/windows.ts";
import { App } from "./app/app.ts";
import { DirtyFlags, TRUSTED_SOURCES } from "./app/dirty-flags.ts";
import { DeskInput, trustedInputFault } from "./app/windows/command-input.ts";
import { PushPace } from "./app/windows/push-pace.ts";
import type { Countersign } from "./countersign-types.ts";
import { type EventName, Events, REQUEST_SOURCES } from "./events.ts";
import { asOutcome, refused } from "./outcome.ts";
import type { Gesture, Ports } from "./ports.ts";

/** The input is never echoed. */
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

export function createCountersign(ports: Ports): Countersign {
	const deskInput = new DeskInput();
	const deskListeners = new Set<{
		readonly listener: (push: DeskPush) => void;
		readonly isThere: () => boolean;
	}>();
	const trustedListeners = new Set<(push: TrustedPush) => void>();
	const dirty = new DirtyFlags({
		trusted: { sources: TRUSTED_SOURCES },
		tray: { sources: [...REQUEST_SOURCES, "title-changed", "price-changed", "connection-changed"] },
	});
	let running: App | null = null;

	function pushToDesk(push: DeskPush | null): void {
		if (push === null) return;
		for (const { listener } of deskListeners) listener(push);
	}

	function pushDesk(): void {
		if (running === null || !hasDesk()) return;
		pushToDesk(running.windows.deskFeed.next());
		pushToDesk(running.windows.transcriptFeed.next());
	}

	function pushWholeDesk(): void {
		if (running === null || !hasDesk()) return;
		pushToDesk(running.windows.deskFeed.whole());
		pushToDesk(running.windows.transcriptFeed.next());
	}

	const hasDesk = () => [...deskListeners].some(({ isThere }) => isThere());

	function pushTrusted(): void {
		if (running === null || trustedListeners.size === 0) return;
		const view = running.windows.trustedView();
		for (const listener of trustedListeners) listener({ kind: "trusted", view });
	}

	/** A view that can't be composed must not affect the other window. */
	function quietly(work: () => void): void {
		try {
			work();
		} catch (cause) {
			ports.log(`views: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		}
	}

	const pace = new PushPace(ports.clock, (what) =>
		running?.inbox.composing(() => {
			if (dirty.consume("trusted")) quietly(pushTrusted);
			if (what === "trusted alone") return;
			quietly(pushDesk);
			if (dirty.consume("tray")) quietly(() => running?.inbox.notifications.showWaiting());
		}),
	);

	function markViews(name: EventName, sessionId: string | null): void {
		dirty.mark(name);
		running?.windows.deskFeed.changed(name);
		running?.windows.transcriptFeed.changed(name, sessionId);
		pace.changed();
	}

	/** Unexpected errors are logged and reported without details. */
	async function guarded(work: () => Promise<unknown>): Promise<unknown> {
		try {
			return await work();
		} catch (cause) {
			return asOutcome(cause, ports.log);
		}
	}

	return {
		async start() {
			const events = new Events(ports.log);
			events.onAny(markViews);
			const app = new App(ports, join(ports.dataDir), events, () => pace.changed());
			// Commands are accepted only after the signed-in user is known.
			await app.credentials.load();
			running = app;
			await running.begin();
			events.emit("app-changed");
		},
		async stop() {
			pace.stop();
			await running?.end();
			running = null;
		},
		callDesk(name, input, gesture) {
			return guarded(async () => {
				if (running === null) return refused(message("app.not-running"));
				if (!isDesk(name)) return refused(message("app.no-command.desk"));
				const fault = deskInput.fault(name, gesture, ports.clock.now());
				if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
				return await dispatch(deskProcedures, running.windows.desk, name, input);
			});
		},
		callTrusted(name, input, gesture) {
			return guarded(async () => {
				if (running === null) return refused(message("app.not-running"));
				if (!isTrusted(name)) return refused(message("app.no-command.trusted"));
				const fault = trustedInputFault(name, gesture, ports.clock.now());
				if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
				if (name === "approve") pace.approving();
				return await dispatch(trustedProcedures, running.windows.trusted, name, input, gesture);
			});
		},
		onDeskPush(listener, isThere = () => true) {
			const added = { listener, isThere };
			deskListeners.add(added);
			return () => deskListeners.delete(added);
		},
		onTrustedPush(listener) {
			trustedListeners.add(listener);
			return () => trustedListeners.delete(listener);
		},
		pushDesk: () => quietly(pushWholeDesk),
		pushTrusted: () => quietly(pushTrusted),
		deskClosed: () => quietly(() => running?.windows.deskClosed()),
		openEntry(entryId) {
			quietly(() => {
				// A notification about a settled row opens its entry as well.
				if (running?.windows.openEntry(entryId) !== true) ports.desktop.raiseDesk();
			});
		},
		actOnNotification(act, entryId, revision) {
			quietly(() => running?.actOnNotification(act, entryId, revision));
		},
		openSession(sessionId) {
			quietly(() => {
				ports.desktop.raiseDesk();
				if (running?.windows.hasSession(sessionId) !== true) return;
				pushToDesk({ kind: "navigate", to: "sessions", sessionId });
			});
		},
		openNext() {
			quietly(() => running?.windows.openNext());
		},
		askToStopAgents() {
			quietly(() => {
				ports.desktop.raiseDesk();
				pushToDesk({ kind: "navigate", to: "stopAgents", sessionId: null });
			});
		},
		pauseNotifications(on) {
			quietly(() => running?.pauseNotifications(on));
		},
		async lockVault(reason) {
			ports.log(`vault: locked (${reason})`);
			await running?.lock();
		},
		noteUse() {
			quietly(() => running?.wallet.noteUse());
		},
		wake() {
			// The computer may wake while the app is starting.
			quietly(() => running?.wake());
			running?.events.emit("app-changed");
		},
	};
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
	gesture: Gesture = { visibleSince: null, heldSince: null, lastInputAt: null },
): Promise<unknown> {
	const procedure = procedures[name];
	const handler = handlers[name];
	if (procedure === undefined || handler === undefined) return refused(message("app.no-command"));
	const parsed = procedure.input.safeParse(input);
	if (!parsed.success) return malformed(parsed.error);
	return await handler(parsed.data as never, gesture);
}
