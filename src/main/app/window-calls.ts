import type { TranscriptView } from "../../ipc/conversations.ts";
import type {
	DeskProcedures,
	TrustedProcedures,
	windowProcedures,
	windowTrustedProcedures,
} from "../../ipc/windows.ts";
import { activityHandlers } from "../activity/handlers.ts";
import { bookHandlers } from "../address-book/book-desk.ts";
import { allowanceHandlers } from "../allowances/allowance-desk.ts";
import { accountHandlers, accountTrustedHandlers } from "../billing/account-desk.ts";
import { buildHandlers, catalogHandlers } from "../catalog/catalog-desk.ts";
import { sessionHandlers } from "../conversations/session-desk.ts";
import type { HandlersOf } from "../handlers.ts";
import { inboxHandlers, inboxTrustedHandlers } from "../inbox/handlers.ts";
import { done } from "../outcome.ts";
import { reviewHandlers } from "../reviewing/handlers.ts";
import { policyHandlers } from "../rules/policy-desk.ts";
import { settingsHandlers, settingsTrustedHandlers } from "../settings/handlers.ts";
import { identityHandlers } from "../sign-in/identity-desk.ts";
import { signingHandlers } from "../signing/handlers.ts";
import { walletHandlers, walletTrustedHandlers } from "../wallet/handlers.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import type { App } from "./parts.ts";

/** The features' commands put together for each window, and the few that are of a window itself. */

/** Screens that need no keys. */
const WITHOUT_VAULT: ReadonlySet<string> = new Set(["network", "ledger", "rules", "contacts", "signIn"]);

function windowHandlers(app: App): HandlersOf<typeof windowProcedures> {
	const { ports } = app;
	return {
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
	};
}

function windowTrustedHandlers(app: App): HandlersOf<typeof windowTrustedProcedures> {
	const { ports, tickets } = app;
	return {
		async close() {
			tickets.void();
			if (app.place().kind !== "phrase" && app.place().kind !== "phraseCheck")
				app.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
		async openDesk() {
			ports.desktop.raiseDesk();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
	};
}

/** The desk may look, talk to the agent and ask for a review to be opened; it can approve nothing. */
export function deskHandlers(
	app: App,
	watch: (sessionId: string | null) => TranscriptView | null,
): HandlersOf<DeskProcedures> {
	return {
		...windowHandlers(app),
		...settingsHandlers(app),
		...walletHandlers(app),
		...sessionHandlers(app, watch),
		...inboxHandlers(app),
		...activityHandlers(app),
		...allowanceHandlers(app),
		...catalogHandlers(app),
		...accountHandlers(app),
	};
}

/** The trusted window alone approves, pays, and touches secrets. */
export function trustedHandlers(app: App): HandlersOf<TrustedProcedures> {
	return {
		...windowTrustedHandlers(app),
		...settingsTrustedHandlers(app),
		...walletTrustedHandlers(app),
		...identityHandlers(app),
		...bookHandlers(app),
		...policyHandlers(app),
		...inboxTrustedHandlers(app),
		...reviewHandlers(app),
		...signingHandlers(app),
		...buildHandlers(app),
		...accountTrustedHandlers(app),
	};
}
