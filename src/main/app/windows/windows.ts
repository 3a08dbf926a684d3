import { countsOnAccounts, rpcGuard } from "../../../core/rules/loosening.ts";
import type { TranscriptPosition, TranscriptView } from "../../../ipc/conversations.ts";
import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskTopic } from "../../../ipc/topics.ts";
import type {
	DeskProcedures,
	DeskPush,
	DeskView,
	TrustedProcedures,
	TrustedScreen,
	TrustedView,
} from "../../../ipc/windows.ts";
import { activityRows } from "../../activity/activity-row.ts";
import { type EventName, REQUEST_SOURCES } from "../../events.ts";
import type { HandlersOf } from "../../handlers.ts";
import { homeView } from "../../home/home-view.ts";
import type { Entry } from "../../inbox/entries/entry.ts";
import { sessionRows, transcriptFinding, transcriptView } from "../../inbox/entries/session-views.ts";
import { powersView } from "../../powers/powers-view.ts";
import { rulesView } from "../../rules/rules-view.ts";
import { isSetupRoute } from "../../setup/setup.ts";
import { environmentName } from "../../sign-in/owner.ts";
import { settingsView } from "../../views/desk-parts.ts";
import { isKeysRoute, keysScreen } from "../../wallet/keys-screen.ts";
import type { Features } from "../features.ts";
import { DeskFeed, deskHandlers, trustedHandlers } from "./window-calls.ts";

type ComposeTranscript = (
	sessionId: string,
	at: TranscriptPosition,
) => Omit<TranscriptView, "revision"> | null;

const SOURCES: ReadonlySet<EventName> = new Set<EventName>([
	...REQUEST_SOURCES,
	"session-changed",
	"title-changed",
	"stream-changed",
	"connection-changed",
	"price-changed",
	"app-changed",
]);

export class TranscriptFeed {
	readonly #compose: ComposeTranscript;
	#watched: { readonly sessionId: string; readonly at: TranscriptPosition } | null = null;
	#pushed: TranscriptView | null = null;
	#isStale = false;
	#revision = 0;

	constructor(compose: ComposeTranscript) {
		this.#compose = compose;
	}

	changed(event: EventName, sessionId: string | null): void {
		if (this.#watched === null || (sessionId !== null && sessionId !== this.#watched.sessionId)) return;
		this.#isStale ||= SOURCES.has(event);
	}

	watch(sessionId: string | null, at: TranscriptPosition): TranscriptView | null {
		this.#watched = sessionId === null ? null : { sessionId, at };
		this.#pushed = null;
		this.#isStale = false;
		const view = sessionId === null ? null : this.#compose(sessionId, at);
		return view === null ? null : this.#numbered(view);
	}

	next(): DeskPush | null {
		if (this.#watched === null || !this.#isStale) return null;
		this.#isStale = false;
		const view = this.#compose(this.#watched.sessionId, this.#watched.at);
		if (view === null) return null;
		const before = this.#pushed;
		if (before === null || before.sessionId !== view.sessionId)
			return { kind: "transcript", view: this.#numbered(view) };
		const patch = patchBetween(before, { ...view, revision: before.revision });
		if (patch?.kind !== "fields") return null;
		const stamp: Patch = { kind: "set", value: this.#numbered(view).revision };
		return {
			kind: "transcriptPatch",
			sessionId: view.sessionId,
			of: before.revision,
			patch: { ...patch, fields: [...patch.fields, ["revision", stamp]] },
		};
	}

	#numbered(view: Omit<TranscriptView, "revision">): TranscriptView {
		this.#revision += 1;
		this.#pushed = { ...view, revision: this.#revision };
		return this.#pushed;
	}
}

/** Showing anything other than a request invalidates the last ticket and one-time exceptions. */
function trustedScreen(app: Features): TrustedScreen {
	const route = app.window.route();
	if (route.kind !== "entry") {
		app.reviewing.tickets.void();
		app.rules.allowOnce.attend(null);
	}
	if (isKeysRoute(route)) return keysScreen(app, route);
	if (isSetupRoute(route)) return app.setup.screen(route);
	switch (route.kind) {
		case "empty":
			return {
				screen: "empty",
				waiting: app.inbox.entries().filter((entry) => entry.actionable).length,
			};
		case "phrase":
			return { screen: "phrase", words: route.words };
		case "phraseCheck":
			return { screen: "phraseCheck", positions: route.positions, wrong: route.wrong };
		case "unlock": {
			const entry = route.next === null ? null : app.inbox.entry(route.next);
			return { screen: "unlock", next: entry === null ? null : app.inbox.headline(entry) };
		}
		case "network":
			return { screen: "network", add: route.chainId ?? null, toReview: route.back !== undefined };
		case "ledger":
			return { screen: "ledger", ledger: app.ledgerDesk.view() };
		case "rules":
			return { screen: "rules", rules: rulesView(app) };
		case "contacts":
			return { screen: "contacts", book: app.addressBook.view() };
		case "send":
			return app.send.screen(route.address);
		case "signIn":
			return { screen: "signIn", identity: app.identity.view() };
		case "agents":
			return app.agents.screen(route.agentId);
		case "agentDoors":
			return app.agents.doorsScreen();
		case "build":
			return { screen: "build", build: app.signedIn.current().catalog.build(route.buildId) };
		case "topUp":
			return { screen: "topUp", account: app.signedIn.current().serviceAccount.view() };
		case "removeApp":
			return { screen: "removeApp", app: app.signedIn.current().serviceAccount.app(route.applicationId) };
		case "triage": {
			const triage = app.inbox.triage.view();
			return triage === null ? { screen: "empty", waiting: 0 } : { screen: "triage", triage, card: null };
		}
		case "entry": {
			const card = app.reviewing.screen(route.entryId, route.mode);
			const triage = app.inbox.triage.view();
			return triage === null ? card : { screen: "triage", triage, card };
		}
		default:
			return { screen: route.kind };
	}
}

function trustedView(app: Features, settings: SettingsView): TrustedView {
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

/** Views, pushes and commands of the two windows. */
export class Windows {
	readonly #app: Features;
	readonly desk: HandlersOf<DeskProcedures>;
	readonly trusted: HandlersOf<TrustedProcedures>;
	readonly deskFeed: DeskFeed;
	readonly transcriptFeed: TranscriptFeed;

	constructor(app: Features, drawn: () => void) {
		this.#app = app;
		const { clock, log } = app.ports;
		this.deskFeed = new DeskFeed(
			DESK_SCREEN,
			(name) => DESK_SCREEN[name].compose(app, () => settingsNow(app, "desk")),
			() => clock.now(),
			log,
		);
		this.transcriptFeed = new TranscriptFeed((sessionId, at) => transcriptView(app, sessionId, at));
		this.desk = deskHandlers(
			app,
			drawn,
			{
				watchTranscript: async ({ sessionId, at = { kind: "end" } }) => {
					app.signedIn.current().sessions.setFocus(sessionId);
					return this.transcriptFeed.watch(sessionId, at);
				},
				findInTranscript: ({ sessionId, text }) => transcriptFinding(app, sessionId, text),
			},
			this.deskFeed,
		);
		this.trusted = trustedHandlers(app);
	}

	trustedView(): TrustedView {
		return trustedView(this.#app, settingsNow(this.#app, "trusted"));
	}

	stopDeskReads(): void {
		this.#app.home.watch(false);
		this.#app.powers.watch(false);
	}

	openEntry(entryId: string): boolean {
		return this.#app.inbox.open(entryId) || this.#app.setup.openPractised(entryId);
	}

	hasSession(sessionId: string): boolean {
		return this.#app.signedIn
			.current()
			.sessions.list()
			.some(({ id }) => id === sessionId);
	}

	openNext(): void {
		const { inbox, window } = this.#app;
		const next = inbox.pager.step(inbox.entries(), null, 1);
		if (next !== null) inbox.open(next.id);
		else window.leadTo({ kind: "empty" });
	}
}
