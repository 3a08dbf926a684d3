import type { TranscriptPlace, TranscriptView } from "../../ipc/conversations.ts";
import type { SettingsView } from "../../ipc/settings.ts";
import type { DeskProcedures, DeskView, TrustedProcedures, TrustedView } from "../../ipc/windows.ts";
import type { HandlersOf } from "../handlers.ts";
import { openEntry } from "../inbox/open-entry.ts";
import { transcriptFinding, transcriptView } from "../inbox/session-views.ts";
import { environmentName } from "../sign-in/owner.ts";
import { settingsView } from "../views/desk-parts.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { type DeskParts, deskView } from "./desk-screen.ts";
import { type TrustedParts, trustedView } from "./trusted-screen.ts";
import { type CommandParts, deskHandlers, trustedHandlers } from "./window-calls.ts";

/** What the windows show, and what their commands are carried out with: the sum of what the features ask for. */
export type WindowParts = DeskParts & TrustedParts & CommandParts;

/** The windows as main holds them: what they are told, and what they may ask for. */
export interface Windows {
	readonly desk: HandlersOf<DeskProcedures>;
	readonly trusted: HandlersOf<TrustedProcedures>;
	deskView(): DeskView;
	/** The transcript that the desk watches; null while it watches none. */
	transcript(): TranscriptView | null;
	trustedView(): TrustedView;
	/** Shows that entry's review, or how its answer fares. False where there is no such entry. */
	openEntry(entryId: string): boolean;
	/** Whether a conversation of whoever is signed in has this id. */
	hasSession(sessionId: string): boolean;
	/** Shows the next entry that waits, or an empty trusted window. */
	openNext(): void;
}

function settingsNow(parts: WindowParts, window: "desk" | "trusted"): SettingsView {
	const { credentials, ports } = parts;
	return settingsView({
		settings: ports.settings.get(),
		environment: environmentName(credentials.baseUrl()),
		baseUrl: credentials.baseUrl(),
		hasToken: credentials.token() !== null,
		tokenKeeping: credentials.keeping(),
		chains: parts.chainSettings(),
		health: parts.health(),
		notificationsSupported: ports.desktop.notificationsSupported(),
		notesOf: parts.notesOf,
		startAtLoginSupported: ports.desktop.startAtLoginSupported(),
		version: ports.version,
		whole: window === "trusted",
	});
}

export function createWindows(parts: WindowParts): Windows {
	let watched: { readonly sessionId: string; readonly at: TranscriptPlace } | null = null;
	const transcript = () => (watched === null ? null : transcriptView(parts, watched.sessionId, watched.at));

	return {
		desk: deskHandlers(parts, {
			watch(sessionId, at) {
				watched = sessionId === null ? null : { sessionId, at };
				return transcript();
			},
			find: (sessionId, text) => transcriptFinding(parts, sessionId, text),
		}),
		trusted: trustedHandlers(parts),
		deskView: () => deskView(parts, settingsNow(parts, "desk")),
		transcript,
		trustedView: () => trustedView(parts, settingsNow(parts, "trusted")),
		openEntry: (entryId) => openEntry(parts, entryId),
		hasSession: (sessionId) =>
			parts
				.account()
				.sessions.list()
				.some(({ id }) => id === sessionId),
		openNext() {
			const next = parts.pager.step(parts.entries(), null, 1);
			if (next !== null) openEntry(parts, next.id);
			else if (phraseWaits(parts)) parts.ports.desktop.raiseTrusted();
			else parts.go({ kind: "empty" });
		},
	};
}
