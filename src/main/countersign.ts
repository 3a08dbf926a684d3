import { join } from "node:path";
import type { z } from "zod";
import { message, sentences } from "../core/message.ts";
import type { CommandOutcome } from "../ipc/primitives.ts";
import type { SettingsView } from "../ipc/settings.ts";
import { type DeskPush, deskProcedures, type TrustedPush, trustedProcedures } from "../ipc/windows.ts";
import { createApp, type RunningApp } from "./app/app.ts";
import { createDeskInput } from "./app/desk-input.ts";
import { deskView, transcriptView } from "./app/desk-screen.ts";
import { createPushPace } from "./app/push-pace.ts";
import { inputFault } from "./app/trusted-input.ts";
import { trustedView } from "./app/trusted-screen.ts";
import { deskHandlers, trustedHandlers } from "./app/window-calls.ts";
import type { Countersign } from "./countersign-types.ts";
import { openEntry } from "./inbox/open-entry.ts";
import { asOutcome, refused } from "./outcome.ts";
import type { Gesture, Ports } from "./ports.ts";
import { environmentName } from "./sign-in/owner.ts";
import { settingsView } from "./views/desk-parts.ts";
import { phraseWaits } from "./wallet/phrase.ts";

/** Shows a schema's first complaint as a refusal; the input itself is never echoed. */
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

/** Builds the application from its parts. No Electron in it: tests build one too. */
export function createCountersign(ports: Ports): Countersign {
	const deskInput = createDeskInput();
	const deskListeners = new Set<(push: DeskPush) => void>();
	const trustedListeners = new Set<(push: TrustedPush) => void>();
	let watched: string | null = null;
	let running: RunningApp | null = null;

	function settingsNow({ app, credentials }: RunningApp, window: "desk" | "trusted"): SettingsView {
		return settingsView({
			settings: ports.settings.get(),
			environment: environmentName(credentials.baseUrl()),
			baseUrl: credentials.baseUrl(),
			hasToken: credentials.token() !== null,
			tokenKeeping: credentials.keeping(),
			chains: app.chainSettings(),
			health: app.health(),
			startAtLoginSupported: ports.desktop.startAtLoginSupported(),
			version: ports.version,
			whole: window === "trusted",
		});
	}

	function pushDesk(): void {
		if (running === null || deskListeners.size === 0) return;
		const view = deskView(running.app, running.entries, settingsNow(running, "desk"));
		const transcript = watched === null ? null : transcriptView(running.app, running.entries, watched);
		for (const listener of deskListeners) {
			listener({ kind: "desk", view });
			if (transcript !== null) listener({ kind: "transcript", view: transcript });
		}
	}

	function pushTrusted(): void {
		if (running === null || trustedListeners.size === 0) return;
		const view = trustedView(running.app, settingsNow(running, "trusted"));
		for (const listener of trustedListeners) listener({ kind: "trusted", view });
	}

	/** A view that can't be composed costs nothing but itself: neither the other window nor the app. */
	function quietly(work: () => void): void {
		try {
			work();
		} catch (cause) {
			ports.log(`views: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		}
	}

	const pace = createPushPace(ports.clock, () =>
		running?.composing(() => {
			quietly(pushTrusted);
			quietly(pushDesk);
			quietly(() => running?.noticeCount());
		}),
	);

	/** Shows the wish's own refusals as values; anything else is logged and told without inner details. */
	async function guarded(work: () => Promise<unknown>): Promise<unknown> {
		try {
			return await work();
		} catch (cause) {
			return asOutcome(cause, ports.log);
		}
	}

	return {
		async start() {
			running = await createApp(ports, join(ports.dataDir), pace.changed);
			await running.begin();
			pace.changed();
		},
		async stop() {
			pace.stop();
			await running?.end();
			running = null;
		},
		callDesk(name, input, gesture) {
			return guarded(async () => {
				if (running === null) return refused(message("app.not-running"));
				if (!Object.hasOwn(deskProcedures, name)) return refused(message("app.no-wish.desk"));
				const fault = deskInput.fault(name, gesture, ports.clock.now());
				if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
				const handlers = deskHandlers(running.app, (sessionId) => {
					watched = sessionId;
					return running === null || sessionId === null
						? null
						: transcriptView(running.app, running.entries, sessionId);
				});
				return await dispatch(deskProcedures, handlers, name, input);
			});
		},
		callTrusted(name, input, gesture) {
			return guarded(async () => {
				if (running === null) return refused(message("app.not-running"));
				if (!isTrusted(name)) return refused(message("app.no-wish.trusted"));
				const fault = inputFault(name, gesture, ports.clock.now());
				if (fault !== null) return refused(sentences(fault, message("app.nothing-done")));
				return await dispatch(trustedProcedures, trustedHandlers(running.app), name, input, gesture);
			});
		},
		onDeskPush(listener) {
			deskListeners.add(listener);
			return () => deskListeners.delete(listener);
		},
		onTrustedPush(listener) {
			trustedListeners.add(listener);
			return () => trustedListeners.delete(listener);
		},
		pushDesk: () => quietly(pushDesk),
		pushTrusted: () => quietly(pushTrusted),
		openEntry(entryId) {
			quietly(() => {
				// A settled row's notification opens its entry too.
				if (running === null || !openEntry(running.app, entryId)) ports.desktop.raiseDesk();
			});
		},
		openNext() {
			quietly(() => {
				const next = running?.app.entries().find((entry) => entry.actionable);
				if (running === null) return;
				if (next !== undefined) openEntry(running.app, next.id);
				else if (phraseWaits(running.app)) ports.desktop.raiseTrusted();
				else running.app.go({ kind: "empty" });
			});
		},
		async lockVault(reason) {
			ports.log(`vault: locked (${reason})`);
			await running?.app.vault.lock();
		},
		wake() {
			// The computer may wake while the app is still starting: then nothing is followed yet.
			quietly(() => {
				running?.app.account().sessions.reconnect();
				running?.app.account().runner.kickAll();
			});
			pace.changed();
		},
	};
}

function isTrusted(name: string): name is keyof typeof trustedProcedures {
	return Object.hasOwn(trustedProcedures, name);
}

/** Checks the input against the procedure's schema before anything else, then hands it to its handler. */
async function dispatch<Procedures extends Record<string, { readonly input: z.ZodType }>>(
	procedures: Procedures,
	handlers: { readonly [Name in keyof Procedures]: (input: never, gesture: Gesture) => Promise<unknown> },
	name: string,
	input: unknown,
	gesture: Gesture = { visibleSince: null, heldSince: null, lastInputAt: null },
): Promise<unknown> {
	const procedure = procedures[name];
	const handler = handlers[name];
	if (procedure === undefined || handler === undefined) return refused(message("app.no-wish"));
	const parsed = procedure.input.safeParse(input);
	if (!parsed.success) return malformed(parsed.error);
	return await handler(parsed.data as never, gesture);
}
