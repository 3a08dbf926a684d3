import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskProcedures, TrustedProcedures, TrustedView } from "../../../ipc/windows.ts";
import type { HandlersOf } from "../../handlers.ts";
import { transcriptFinding, transcriptView } from "../../inbox/entries/session-views.ts";
import { environmentName } from "../../sign-in/owner.ts";
import { settingsView } from "../../views/desk-parts.ts";
import type { Features } from "../features.ts";
import { DeskFeed } from "./desk-feed.ts";
import { DESK_SCREEN } from "./desk-screen.ts";
import { TranscriptFeed } from "./transcript-feed.ts";
import { trustedView } from "./trusted-screen.ts";
import { deskHandlers, trustedHandlers } from "./window-calls.ts";

export interface Windows {
	readonly desk: HandlersOf<DeskProcedures>;
	readonly trusted: HandlersOf<TrustedProcedures>;
	readonly deskFeed: DeskFeed;
	readonly transcriptFeed: TranscriptFeed;
	trustedView(): TrustedView;
	deskClosed(): void;
	openEntry(entryId: string): boolean;
	hasSession(sessionId: string): boolean;
	openNext(): void;
}

function settingsNow(app: Features, window: "desk" | "trusted"): SettingsView {
	const { credentials, networks, ports } = app;
	return settingsView({
		settings: ports.settings.get(),
		environment: environmentName(credentials.baseUrl()),
		baseUrl: credentials.baseUrl(),
		hasToken: credentials.token() !== null,
		tokenKeeping: credentials.keeping(),
		chains: networks.chainSettings(),
		health: networks.health(),
		notificationsSupported: ports.desktop.notificationsSupported(),
		trayShown: ports.desktop.trayShown(),
		notesOf: (chainRef) => networks.notesOf(chainRef),
		startAtLoginSupported: ports.desktop.startAtLoginSupported(),
		isShortcutRegistered: ports.desktop.isShortcutRegistered(),
		version: ports.version,
		whole: window === "trusted",
	});
}

export function createWindows(app: Features, drawn: () => void): Windows {
	const { clock, log } = app.ports;
	const deskFeed = new DeskFeed(
		DESK_SCREEN,
		(name) => DESK_SCREEN[name].compose(app, () => settingsNow(app, "desk")),
		() => clock.now(),
		log,
	);
	const transcriptFeed = new TranscriptFeed((sessionId, at) => transcriptView(app, sessionId, at));

	return {
		desk: deskHandlers(
			app,
			drawn,
			{
				async watchTranscript({ sessionId, at = { kind: "end" } }) {
					app.signedIn.current().sessions.setFocus(sessionId);
					return transcriptFeed.watch(sessionId, at);
				},
				findInTranscript: ({ sessionId, text }) => transcriptFinding(app, sessionId, text),
			},
			deskFeed,
		),
		trusted: trustedHandlers(app),
		deskFeed,
		transcriptFeed,
		deskClosed() {
			app.home.watch(false);
			app.powers.watch(false);
		},
		trustedView: () => trustedView(app, settingsNow(app, "trusted")),
		openEntry: (entryId) => app.inbox.open(entryId) || app.setup.openPractised(entryId),
		hasSession: (sessionId) =>
			app.signedIn
				.current()
				.sessions.list()
				.some(({ id }) => id === sessionId),
		openNext() {
			const next = app.inbox.pager.step(app.inbox.entries(), null, 1);
			if (next !== null) app.inbox.open(next.id);
			else app.window.leadTo({ kind: "empty" });
		},
	};
}
