import { message } from "../../core/message.ts";
import type { CommandClient } from "../../ipc/primitives.ts";
import type { DeskProcedures } from "../../ipc/windows.ts";
import { journalText } from "../activity/export-journal.ts";
import { allowanceHandlers } from "../allowances/allowance-desk.ts";
import { accountHandlers } from "../billing/account-desk.ts";
import { catalogHandlers } from "../catalog/catalog-desk.ts";
import { sessionHandlers, startConversation } from "../conversations/session-desk.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import type { App } from "./parts.ts";

type Outputs = { [Name in keyof DeskProcedures]: Awaited<ReturnType<CommandClient<DeskProcedures>[Name]>> };
export type DeskHandlers = HandlersOf<DeskProcedures>;

/** Screens that need no keys. */
const WITHOUT_VAULT: ReadonlySet<string> = new Set(["network", "ledger", "rules", "contacts", "signIn"]);

/** The desk may look, talk to the agent and ask for a review to be opened; it can approve nothing. */
export function deskHandlers(
	app: App,
	windows: {
		readonly openEntry: (entryId: string) => boolean;
		readonly watch: (sessionId: string | null) => Outputs["watchTranscript"];
	},
): DeskHandlers {
	const { ports } = app;
	return {
		async openReview({ entryId }) {
			return windows.openEntry(entryId) ? done : refused(message("app.request-gone"));
		},
		async startTurn({ sessionId, message, mode, app: application, applicationId, model }) {
			return startConversation(app, sessionId, {
				message,
				mode,
				app: application,
				applicationId: applicationId ?? null,
				model: model ?? null,
			});
		},
		async interrupt({ sessionId }) {
			await app.account().sessions.interrupt(sessionId);
			return done;
		},
		async watchTranscript({ sessionId }) {
			app.account().sessions.setFocus(sessionId);
			return windows.watch(sessionId);
		},
		async muteSession({ sessionId, muted }) {
			const others = ports.settings.get().mutedSessions.filter((id) => id !== sessionId);
			ports.settings.set({ mutedSessions: muted ? [...others, sessionId] : others });
			app.changed();
			return done;
		},
		async reconnect() {
			await app.reconnect();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
		async openTrusted({ screen }) {
			if (phraseWaits(app)) {
				ports.desktop.raiseTrusted();
				return done;
			}
			const { state } = app.vault.status();
			const first = state === "none" || state === "damaged";
			const needsVault = !WITHOUT_VAULT.has(screen);
			if (first && needsVault) app.go({ kind: "welcome" });
			else app.go(screen === "unlock" ? { kind: "unlock", next: null } : { kind: screen });
			return done;
		},
		async lock() {
			await app.vault.lock();
			return done;
		},
		async setPreferences(patch) {
			ports.settings.set(patch);
			if (patch.theme !== undefined) ports.desktop.setTheme(patch.theme);
			if (patch.startAtLogin !== undefined) ports.desktop.setStartAtLogin(patch.startAtLogin);
			const place = app.place();
			// The route is a part of what is approved: a review that is open is composed anew.
			if (patch.commitTransport !== undefined && place.kind === "entry" && place.mode === "review")
				void app.reviews.load(place.entryId);
			app.changed();
			return done;
		},
		async labelAccount({ address, label }) {
			if (!app.accounts.owns(address)) return refused(message("app.own-accounts-only"));
			app.accounts.setLabel(address, label);
			app.changed();
			return done;
		},
		...allowanceHandlers(app),
		...sessionHandlers(app),
		...catalogHandlers(app),
		...accountHandlers(app),
		async verifyJournal() {
			const found = app.journal.verify();
			return found.ok
				? { ok: true, words: message("app.journal.whole", { count: found.steps }) }
				: {
						ok: false,
						words: message("app.journal.not-whole", {
							place: found.fault ?? message("app.journal.unknown-place"),
						}),
					};
		},
		async exportJournal() {
			const saved = await ports.desktop.saveFile("countersign-journal.json", journalText(app));
			return saved ? done : refused(message("app.not-saved"));
		},
	};
}
