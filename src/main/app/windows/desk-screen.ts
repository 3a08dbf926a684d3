import type { Text } from "../../../core/message.ts";
import type { HomeBudget } from "../../../ipc/home.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskTopic } from "../../../ipc/topics.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { type ActivityRowsDeps, activityRows } from "../../activity/activity-row.ts";
import { type BookDeps, bookView } from "../../address-book/handlers.ts";
import { type AllowancesViewDeps, allowancesView } from "../../allowances/handlers.ts";
import { connectedAccounts } from "../../conversations/connected.ts";
import { type HomeViewDeps, homeView } from "../../home/home-view.ts";
import { type SessionViewsDeps, sessionRows } from "../../inbox/entries/session-views.ts";
import type { RejectionDeps } from "../../inbox/rejecting/rejection.ts";
import { rejectionViews } from "../../inbox/rejecting/views.ts";
import type { Ports } from "../../ports.ts";
import { type SetupFacts, setupBrief } from "../../setup/setup-view.ts";
import { type IdentityDeps, identityBrief } from "../../sign-in/handlers.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Updates } from "../../updates/updates.ts";
import { type AccountViewsDeps, accountViews } from "../../wallet/account-views.ts";
import type { Accounts } from "../../wallet/accounts.ts";
import type { VaultClient } from "../../wallet/signers/vault/types.ts";
import { vaultView } from "../../wallet/vault-view.ts";
import { type Cause, REQUESTS } from "../causes.ts";
import type { Scope } from "../scope.ts";

/** Composes what the desk window draws, topic by topic. */

/** Entries that are over stay on the list for a day. */
const DONE_MS = 24 * 3600_000;

export interface DeskParts
	extends AccountViewsDeps,
		ActivityRowsDeps,
		AllowancesViewDeps,
		BookDeps,
		HomeViewDeps,
		IdentityDeps,
		Pick<SetupFacts, "chainSettings">,
		SessionViewsDeps {
	readonly ports: Pick<Ports, "clock" | "settings" | "log" | "desktop">;
	readonly intents: RejectionDeps["intents"];
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly journal: Journal;
	readonly records: ActivityRowsDeps["records"];
	readonly vault: Pick<VaultClient, "status">;
	/** Whoever is signed in. */
	account(): Scope;
	/** Of each limit of a day how much is spent. */
	dayBudgets(): readonly HomeBudget[];
	/** Problems of the app itself, most urgent first. */
	alerts(): readonly Text[];
	readonly updates: Pick<Updates, "view">;
}

type DeskScreen = {
	readonly [Name in DeskTopic]: {
		/** What makes it stale, besides what the user does: that touches every topic. */
		readonly causes: readonly Cause[];
		/** @param settings as the desk may see them */
		readonly compose: (parts: DeskParts, settings: () => SettingsView) => DeskView[Name];
	};
};

function recentEntries(parts: DeskParts): ReturnType<DeskParts["entries"]> {
	const now = parts.ports.clock.now();
	return parts.entries().filter((entry) => entry.state !== "done" || now - entry.firstSeen < DONE_MS);
}

export const DESK_SCREEN: DeskScreen = {
	inbox: {
		causes: [...REQUESTS, "title", "price"],
		compose: (parts) => parts.inbox.views(recentEntries(parts)),
	},
	rejections: { causes: ["request", "journal", "inbox"], compose: rejectionViews },
	sessions: { causes: [...REQUESTS, "session", "title", "connection"], compose: sessionRows },
	accounts: { causes: ["chain", "review"], compose: accountViews },
	activity: { causes: ["journal", "record", "title"], compose: activityRows },
	connection: {
		causes: ["connection", "session"],
		compose: (parts) => parts.account().sessions.connection(),
	},
	vault: {
		causes: [],
		compose: (parts) => vaultView(parts.vault.status(), parts.ports.settings.get()),
	},
	settings: { causes: ["chain", "review", "inbox"], compose: (_parts, settings) => settings() },
	book: { causes: ["journal"], compose: bookView },
	allowances: { causes: ["allowance", "journal"], compose: allowancesView },
	home: { causes: ["home", "price", "allowance", "journal", "title", "inbox"], compose: homeView },
	budgets: { causes: ["journal", "price"], compose: (parts) => parts.dayBudgets() },
	identity: { causes: [], compose: identityBrief },
	catalog: { causes: ["catalog"], compose: (parts) => parts.account().catalog.view() },
	serviceAccount: { causes: ["billing"], compose: (parts) => parts.account().serviceAccount.view() },
	connected: { causes: [], compose: connectedAccounts },
	alerts: { causes: ["chain", "review", "journal"], compose: (parts) => parts.alerts() },
	updates: { causes: ["update", "journal"], compose: (parts) => parts.updates.view() },
	setup: { causes: [], compose: setupBrief },
};
