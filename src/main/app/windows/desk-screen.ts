import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskTopic } from "../../../ipc/topics.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { activityRows } from "../../activity/activity-row.ts";
import { allowancesView } from "../../allowances/allowances-view.ts";
import { type EventName, REQUEST_SOURCES } from "../../events.ts";
import { homeView } from "../../home/home-view.ts";
import { type SessionViewsDeps, sessionRows } from "../../inbox/entries/session-views.ts";
import type { Rejections } from "../../inbox/rejecting/rejections.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Accounts } from "../../wallet/accounts.ts";
import type { Features } from "../features.ts";
import type { Scope } from "../scope.ts";

/** Composes what the desk window draws, topic by topic. */

/** Entries that are over stay on the list for a day. */
const DONE_MS = 24 * 3600_000;

export interface DeskParts extends SessionViewsDeps {
	/** The features by name, for what no longer takes them member by member. */
	readonly app: Features;
	readonly ports: Pick<Ports, "clock" | "settings" | "log" | "desktop">;
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	readonly journal: Journal;
	/** Whoever is signed in. */
	account(): Scope;
	readonly inbox: SessionViewsDeps["inbox"] & { readonly rejections: Pick<Rejections, "views"> };
}

type DeskScreen = {
	readonly [Name in DeskTopic]: {
		/** Events after which it is composed again, besides those that touch every topic. */
		readonly sources: readonly EventName[];
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
		sources: [...REQUEST_SOURCES, "title-changed", "price-changed"],
		compose: (parts) => parts.inbox.views(recentEntries(parts)),
	},
	rejections: {
		sources: ["commit-changed", "action-changed", "request-changed", "journal-changed", "inbox-changed"],
		compose: (parts) => parts.inbox.rejections.views(),
	},
	sessions: {
		sources: [...REQUEST_SOURCES, "session-changed", "title-changed", "connection-changed"],
		compose: sessionRows,
	},
	accounts: {
		sources: ["chain-changed", "review-changed"],
		compose: (parts) => parts.app.accountPages.list(),
	},
	activity: {
		sources: ["journal-changed", "record-changed", "title-changed"],
		compose: (parts) => activityRows(parts.app),
	},
	connection: {
		sources: ["connection-changed", "session-changed"],
		compose: (parts) => parts.account().sessions.connection(),
	},
	vault: {
		sources: [],
		compose: (parts) => parts.app.wallet.vaultView(),
	},
	settings: {
		sources: ["chain-changed", "review-changed", "inbox-changed"],
		compose: (_parts, settings) => settings(),
	},
	book: { sources: ["journal-changed"], compose: (parts) => parts.app.addressBook.view() },
	allowances: {
		sources: ["allowance-changed", "journal-changed"],
		compose: (parts) => allowancesView(parts.app),
	},
	home: {
		sources: [
			"holdings-changed",
			"price-changed",
			"allowance-changed",
			"journal-changed",
			"title-changed",
			"inbox-changed",
		],
		compose: (parts) => homeView(parts.app),
	},
	budgets: {
		sources: ["journal-changed", "price-changed"],
		compose: (parts) => parts.app.rules.dayBudgets(),
	},
	identity: { sources: [], compose: (parts) => parts.app.identity.brief() },
	catalog: { sources: ["catalog-changed"], compose: (parts) => parts.account().catalog.view() },
	serviceAccount: { sources: ["billing-changed"], compose: (parts) => parts.account().serviceAccount.view() },
	connected: { sources: [], compose: ({ app }) => app.conversations.connected() },
	alerts: {
		sources: ["chain-changed", "review-changed", "journal-changed"],
		compose: ({ app }) => app.alerts.all(),
	},
	updates: { sources: ["update-changed", "journal-changed"], compose: (parts) => parts.app.updates.view() },
	setup: { sources: [], compose: (parts) => parts.app.setup.brief() },
};
