import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskTopic } from "../../../ipc/topics.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { activityRows } from "../../activity/activity-row.ts";
import { type EventName, REQUEST_SOURCES } from "../../events.ts";
import { homeView } from "../../home/home-view.ts";
import type { Entry } from "../../inbox/entries/entry.ts";
import { sessionRows } from "../../inbox/entries/session-views.ts";
import { powersView } from "../../powers/powers-view.ts";
import type { Features } from "../features.ts";

const DONE_MS = 24 * 3600_000;

type DeskScreen = {
	readonly [Name in DeskTopic]: {
		readonly sources: readonly EventName[];
		readonly compose: (app: Features, settings: () => SettingsView) => DeskView[Name];
	};
};

function recentEntries(app: Features): readonly Entry[] {
	const now = app.ports.clock.now();
	return app.inbox.entries().filter((entry) => entry.state !== "done" || now - entry.firstSeen < DONE_MS);
}

export const DESK_SCREEN: DeskScreen = {
	inbox: {
		sources: [...REQUEST_SOURCES, "title-changed", "price-changed"],
		compose: (app) => app.inbox.views(recentEntries(app)),
	},
	rejections: {
		sources: ["commit-changed", "action-changed", "request-changed", "journal-changed", "inbox-changed"],
		compose: (app) => app.inbox.rejections.views(),
	},
	agents: {
		sources: [...REQUEST_SOURCES, "agent-changed", "title-changed", "price-changed"],
		compose: (app) => app.agents.view(),
	},
	sessions: {
		sources: [...REQUEST_SOURCES, "session-changed", "title-changed", "connection-changed"],
		compose: sessionRows,
	},
	accounts: {
		sources: ["chain-changed", "review-changed"],
		compose: (app) => app.accountPages.list(),
	},
	activity: {
		sources: ["journal-changed", "record-changed", "title-changed"],
		compose: activityRows,
	},
	connection: {
		sources: ["connection-changed", "session-changed"],
		compose: (app) => app.signedIn.current().sessions.connection(),
	},
	vault: {
		sources: [],
		compose: (app) => app.wallet.vaultView(),
	},
	settings: {
		sources: ["chain-changed", "review-changed", "inbox-changed"],
		compose: (_app, settings) => settings(),
	},
	book: { sources: ["journal-changed"], compose: (app) => app.addressBook.view() },
	powers: {
		sources: ["power-changed", "journal-changed", "price-changed"],
		compose: powersView,
	},
	home: {
		sources: [
			"holdings-changed",
			"price-changed",
			"power-changed",
			"journal-changed",
			"title-changed",
			"inbox-changed",
		],
		compose: homeView,
	},
	budgets: {
		sources: ["journal-changed", "price-changed"],
		compose: (app) => app.rules.dayBudgets(),
	},
	identity: { sources: [], compose: (app) => app.identity.brief() },
	catalog: { sources: ["catalog-changed"], compose: (app) => app.signedIn.current().catalog.view() },
	serviceAccount: {
		sources: ["billing-changed"],
		compose: (app) => app.signedIn.current().serviceAccount.view(),
	},
	connected: { sources: [], compose: (app) => app.conversations.connected() },
	alerts: {
		sources: ["chain-changed", "review-changed", "journal-changed"],
		compose: (app) => app.alerts.all(),
	},
	updates: { sources: ["update-changed", "journal-changed"], compose: (app) => app.updates.view() },
	setup: { sources: [], compose: (app) => app.setup.brief() },
};
