import { countsOnAccounts, rpcGuard } from "../../../core/rules/loosening.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { TrustedScreen, TrustedView } from "../../../ipc/windows.ts";
import type { Ports } from "../../ports.ts";
import type { EntryScreenDeps } from "../../reviewing/entry-deps.ts";
import { entryScreen } from "../../reviewing/entry-screen.ts";
import { rulesView } from "../../rules/rules-view.ts";
import { isSetupRoute } from "../../setup/setup.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Accounts } from "../../wallet/accounts.ts";
import { isKeysRoute, keysScreen } from "../../wallet/keys-screen.ts";
import type { WindowRoute } from "../../window-route.ts";
import type { Features } from "../features.ts";
import type { Scope } from "../scope.ts";

export interface TrustedParts extends EntryScreenDeps {
	/** The features by name, for what no longer takes them member by member. */
	readonly app: Features;
	readonly ports: Pick<Ports, "clock" | "settings" | "log" | "desktop">;
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly journal: Journal;
	/** Whoever is signed in. */
	account(): Scope;
	/** Where it is. */
	place(): WindowRoute;
}

/**
 * Composes what the trusted window shows. Any screen but an entry's voids the ticket that was given last, and what is
 * allowed once.
 */

function trustedScreen(parts: TrustedParts): TrustedScreen {
	const place = parts.place();
	if (place.kind !== "entry") {
		parts.tickets.void();
		parts.exceptions.attend(null);
	}
	if (isKeysRoute(place)) return keysScreen(parts.app, place);
	if (isSetupRoute(place)) return parts.app.setup.screen(place);
	switch (place.kind) {
		case "empty":
			return { screen: "empty", waiting: parts.entries().filter((entry) => entry.actionable).length };
		case "phrase":
			return { screen: "phrase", words: place.words };
		case "phraseCheck":
			return { screen: "phraseCheck", positions: place.positions, wrong: place.wrong };
		case "unlock": {
			const entry = place.next === null ? null : parts.entry(place.next);
			return { screen: "unlock", next: entry === null ? null : parts.headline(entry) };
		}
		case "network":
			return { screen: "network", add: place.chainId ?? null, toReview: place.back !== undefined };
		case "ledger":
			return { screen: "ledger", ledger: parts.app.ledgerDesk.view() };
		case "rules":
			return { screen: "rules", rules: rulesView(parts.app) };
		case "contacts":
			return { screen: "contacts", book: parts.app.addressBook.view() };
		case "signIn":
			return { screen: "signIn", identity: parts.app.identity.view() };
		case "build":
			return { screen: "build", build: parts.account().catalog.build(place.buildId) };
		case "topUp":
			return { screen: "topUp", account: parts.account().serviceAccount.view() };
		case "removeApp":
			return { screen: "removeApp", app: parts.account().serviceAccount.app(place.applicationId) };
		case "entry":
			return entryScreen(parts, place.entryId, place.mode);
		default:
			return { screen: place.kind };
	}
}

export function trustedView(parts: TrustedParts, settings: SettingsView): TrustedView {
	const { rules } = parts.app;
	const kept = rules.kept();
	return {
		screen: trustedScreen(parts),
		takesPassword: { account: countsOnAccounts(kept), rpc: rpcGuard(kept, rules.hasPassword()) },
		setup: parts.app.setup.view(),
		vault: parts.app.wallet.vaultView(),
		settings,
		theme: settings.theme,
		now: parts.ports.clock.now(),
	};
}
