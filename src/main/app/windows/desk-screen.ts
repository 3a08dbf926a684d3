import type { Text } from "../../../core/message.ts";
import type { HomeBudget } from "../../../ipc/home.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskTopic, DeskView } from "../../../ipc/windows.ts";
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

/** What each topic hangs on, beside what the user does and changes: that touches all of them. */
export const DESK_SOURCES: Readonly<Record<DeskTopic, readonly Cause[]>> = {
	inbox: [...REQUESTS, "title", "price"],
	rejections: ["request", "journal", "inbox"],
	sessions: [...REQUESTS, "session", "title", "connection"],
	accounts: ["chain", "review"],
	activity: ["journal", "record", "title"],
	connection: ["connection", "session"],
	vault: [],
	settings: ["chain", "review", "inbox"],
	book: ["journal"],
	allowances: ["allowance", "journal"],
	home: ["home", "price", "allowance", "journal", "title", "inbox"],
	budgets: ["journal", "price"],
	identity: [],
	catalog: ["catalog"],
	serviceAccount: ["billing"],
	connected: [],
	alerts: ["chain", "review", "journal"],
	updates: ["update", "journal"],
	setup: [],
};

export type DeskTopics = { readonly [Name in DeskTopic]: () => DeskView[Name] };

/** @param settings as the desk may see them */
export function deskTopics(parts: DeskParts, settings: () => SettingsView): DeskTopics {
	const shown = () => {
		const now = parts.ports.clock.now();
		return parts.entries().filter((entry) => entry.state !== "done" || now - entry.firstSeen < DONE_MS);
	};
	return {
		inbox: () => parts.inbox.views(shown()),
		rejections: () => rejectionViews(parts),
		sessions: () => sessionRows(parts),
		accounts: () => accountViews(parts),
		activity: () => activityRows(parts),
		connection: () => parts.account().sessions.connection(),
		vault: () => vaultView(parts.vault.status(), parts.ports.settings.get()),
		settings,
		book: () => bookView(parts),
		allowances: () => allowancesView(parts),
		home: () => homeView(parts),
		budgets: () => parts.dayBudgets(),
		identity: () => identityBrief(parts),
		catalog: () => parts.account().catalog.view(),
		serviceAccount: () => parts.account().serviceAccount.view(),
		connected: () => connectedAccounts(parts),
		alerts: () => parts.alerts(),
		updates: () => parts.updates.view(),
		setup: () => setupBrief(parts),
	};
}
