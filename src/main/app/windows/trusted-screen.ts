import { countsOnAccounts, rpcGuard } from "../../../core/rules/loosening.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { TrustedScreen, TrustedView } from "../../../ipc/windows.ts";
import { rulesView } from "../../rules/rules-view.ts";
import { isSetupRoute } from "../../setup/setup.ts";
import { isKeysRoute, keysScreen } from "../../wallet/keys-screen.ts";
import type { Features } from "../features.ts";

/** Any screen other than a request's invalidates the last ticket and one-time exceptions. */
function trustedScreen(app: Features): TrustedScreen {
	const place = app.window.route();
	if (place.kind !== "entry") {
		app.reviewing.tickets.void();
		app.rules.allowOnce.attend(null);
	}
	if (isKeysRoute(place)) return keysScreen(app, place);
	if (isSetupRoute(place)) return app.setup.screen(place);
	switch (place.kind) {
		case "empty":
			return {
				screen: "empty",
				waiting: app.inbox.entries().filter((entry) => entry.actionable).length,
			};
		case "phrase":
			return { screen: "phrase", words: place.words };
		case "phraseCheck":
			return { screen: "phraseCheck", positions: place.positions, wrong: place.wrong };
		case "unlock": {
			const entry = place.next === null ? null : app.inbox.entry(place.next);
			return { screen: "unlock", next: entry === null ? null : app.inbox.headline(entry) };
		}
		case "network":
			return { screen: "network", add: place.chainId ?? null, toReview: place.back !== undefined };
		case "ledger":
			return { screen: "ledger", ledger: app.ledgerDesk.view() };
		case "rules":
			return { screen: "rules", rules: rulesView(app) };
		case "contacts":
			return { screen: "contacts", book: app.addressBook.view() };
		case "send":
			return app.send.screen(place.address);
		case "signIn":
			return { screen: "signIn", identity: app.identity.view() };
		case "agents":
			return app.agents.screen(place.agentId);
		case "agentDoors":
			return app.agents.doorsScreen();
		case "build":
			return { screen: "build", build: app.signedIn.current().catalog.build(place.buildId) };
		case "topUp":
			return { screen: "topUp", account: app.signedIn.current().serviceAccount.view() };
		case "removeApp":
			return { screen: "removeApp", app: app.signedIn.current().serviceAccount.app(place.applicationId) };
		case "triage": {
			const triage = app.inbox.triage.view();
			return triage === null ? { screen: "empty", waiting: 0 } : { screen: "triage", triage, card: null };
		}
		case "entry": {
			const card = app.reviewing.screen(place.entryId, place.mode);
			const triage = app.inbox.triage.view();
			return triage === null ? card : { screen: "triage", triage, card };
		}
		default:
			return { screen: place.kind };
	}
}

export function trustedView(app: Features, settings: SettingsView): TrustedView {
	const { rules } = app;
	const stored = rules.storedRules();
	return {
		screen: trustedScreen(app),
		needsPassword: { account: countsOnAccounts(stored), rpc: rpcGuard(stored, rules.hasPassword()) },
		setup: app.setup.view(),
		vault: app.wallet.vaultView(),
		settings,
		theme: settings.theme,
		now: app.ports.clock.now(),
	};
}
