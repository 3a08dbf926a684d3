import { Activity } from "../activity/feature.ts";
import { AddressBook } from "../address-book/address-book.ts";
import { Allowances } from "../allowances/allowances.ts";
import { Prices, rulePricesOf } from "../chains/prices.ts";
import { Conversations } from "../conversations/conversations.ts";
import { CONVERSATION_ONLY, type Events, REQUEST_SOURCES } from "../events.ts";
import { guardedClock } from "../guarded-clock.ts";
import { Home } from "../home/home.ts";
import { Inbox } from "../inbox/inbox.ts";
import { actOnNotification } from "../inbox/notices/notification-acts.ts";
import { TurnBudget } from "../inbox/turn-budget.ts";
import { Integrity } from "../integrity/integrity.ts";
import { Networks } from "../networks/networks.ts";
import type { Clock, NotificationAct, Ports } from "../ports.ts";
import { RequestServices } from "../reviewing/request-services.ts";
import { Reviewing } from "../reviewing/reviewing.ts";
import { Rules } from "../rules/feature.ts";
import { Preferences } from "../settings/preferences.ts";
import { Setup } from "../setup/setup.ts";
import { Credentials } from "../sign-in/credentials.ts";
import { Identity } from "../sign-in/identity.ts";
import { Signing } from "../signing/signing.ts";
import { checkJournal, JournalWatch } from "../storage/journal-check.ts";
import { Support } from "../support/support.ts";
import { TimeZone } from "../time-zone.ts";
import { isSameReview, TrustedWindow } from "../trusted-window.ts";
import { Updates } from "../updates/updates.ts";
import { AccountPages } from "../wallet/account-pages.ts";
import { LedgerDesk } from "../wallet/ledger-desk.ts";
import { signsOnLedger } from "../wallet/ledger-requests.ts";
import { isNewPhrase, SecretScreens } from "../wallet/secrets.ts";
import { VaultKeys } from "../wallet/vault-keys.ts";
import { Wallet } from "../wallet/wallet.ts";
import { Alerts, foundAtOpening } from "./alerts.ts";
import { routeChanges } from "./change-router.ts";
import type { Features, Fiat } from "./features.ts";
import { SignedIn } from "./signed-in.ts";
import { openStores, type Stores } from "./stores.ts";
import { createWindows, type Windows } from "./windows/windows.ts";

/** Duration of the tray's *Pause*, in ms. */
const PAUSE_MS = 60 * 60_000;

/** A feature that is started and stopped. */
interface Service {
	readonly start?: () => Promise<void> | void;
	readonly stop?: () => Promise<void> | void;
}

/**
 * The running application: its features, each built from those above it, and its functions for the desktop.
 */
export class App implements Features {
	readonly ports: Ports;
	/** The system's clock; a throwing timer is logged and affects nothing else. */
	readonly clock: Clock;
	readonly timeZone: TimeZone;
	readonly events: Events;
	readonly stores: Stores;
	readonly window: TrustedWindow;
	readonly networks: Networks;
	readonly wallet: Wallet;
	readonly ledgerDesk: LedgerDesk;
	readonly keys: VaultKeys;
	readonly secrets: SecretScreens;
	readonly accountPages: AccountPages;
	readonly fiat: Fiat;
	readonly integrity: Integrity;
	readonly rules: Rules;
	readonly addressBook: AddressBook;
	readonly credentials: Credentials;
	readonly identity: Identity;
	readonly preferences: Preferences;
	readonly setup: Setup;
	readonly conversations: Conversations;
	/** Shared by all decoding in the background. */
	readonly budget: TurnBudget;
	readonly requests: RequestServices;
	readonly reviewing: Reviewing;
	readonly inbox: Inbox;
	readonly activity: Activity;
	readonly allowances: Allowances;
	readonly home: Home;
	readonly updates: Updates;
	readonly support: Support;
	readonly signedIn: SignedIn;
	readonly signing: Signing;
	readonly alerts: Alerts;
	readonly windows: Windows;
	/** Started in this order, and stopped in reverse. */
	readonly #services: readonly Service[];
	#isRunning = false;

	/**
	 * @param drawn called when a window draws more topics than before
	 * @throws StorageError if the journal can't be opened
	 */
	constructor(ports: Ports, dataDir: string, events: Events, drawn: () => void) {
		this.ports = ports;
		this.clock = guardedClock(ports.clock, ports.log);
		this.timeZone = new TimeZone(ports.clock);
		this.events = events;
		this.stores = openStores(ports, dataDir);
		this.budget = new TurnBudget(ports.clock);
		const { log } = ports;
		const { journalDb } = this.stores;
		this.alerts = new Alerts(
			foundAtOpening(ports, this.stores),
			() => [...this.networks.notes(), ...this.signedIn.alerts()],
			() => events.emit("app-changed"),
		);
		this.window = new TrustedWindow(ports.desktop, events);
		this.window.pinWhile((route) => isNewPhrase(route, this.wallet.vault.status()));
		this.networks = new Networks(this);
		this.wallet = new Wallet(this, dataDir);
		this.ledgerDesk = new LedgerDesk(this);
		this.keys = new VaultKeys(this);
		this.secrets = new SecretScreens(this);
		this.accountPages = new AccountPages(this);
		this.fiat = this.#createFiat();
		this.integrity = new Integrity(this);
		this.rules = new Rules(this);
		this.addressBook = new AddressBook(this);
		this.credentials = new Credentials(this);
		this.identity = new Identity(this);
		this.preferences = new Preferences(this);
		this.setup = new Setup(this);

		this.conversations = new Conversations(this);
		this.requests = new RequestServices(this);
		this.reviewing = new Reviewing(this);
		this.inbox = new Inbox(this);
		this.activity = new Activity(this);
		this.allowances = new Allowances(this);
		this.home = new Home(this);
		this.updates = new Updates(this);
		this.support = new Support(this);
		this.signedIn = new SignedIn(this);
		this.signing = new Signing(this);
		this.windows = createWindows(this, drawn);
		this.#services = [
			{ stop: this.stores.close },
			this.wallet,
			// The device's requests end with its process, and the runner waits for that.
			{
				start: () => this.signedIn.signIn(),
				stop: async () => void (await Promise.allSettled([this.signedIn.stop(), this.wallet.ledger.stop()])),
			},
			new JournalWatch(checkJournal(journalDb), this.clock, (text) => this.alerts.add(text), log),
			this.wallet.balances,
			this.home,
			this.inbox,
			this.reviewing.refresh,
			this.updates,
			// The first to stop: delayed rejections are sent while the service can still be reached.
			{ stop: async () => await this.inbox.rejections.flush() },
		];
		routeChanges(this);
		this.#keepFresh();
	}

	#createFiat(): Fiat {
		const { networks, ports, clock, events } = this;
		const showsWorth = () => ports.settings.get().showWorth;
		const shared = {
			clock,
			wanted: () => showsWorth() || this.rules.countsInWorth(),
			onChange: () => events.emit("price-changed"),
			log: ports.log,
		};
		const prices = new Prices(networks.chains, networks.svmChains, shared);
		const secondPrices = new Prices(networks.secondChains, networks.secondSvmChains, shared);
		const rulePrices = rulePricesOf(prices, secondPrices, (chainRef) => networks.hasSecondRpc(chainRef));
		return { prices, secondPrices, rulePrices, showsWorth };
	}

	/** Updates list, seal, device and open review after every event. */
	#keepFresh(): void {
		const { events, integrity, inbox, reviewing, rules, window } = this;
		events.onAny((name) => {
			if (name === "app-changed" || REQUEST_SOURCES.includes(name)) inbox.drop();
			if (CONVERSATION_ONLY.has(name)) return;
			integrity.noteChanges();
			if (this.#isRunning) this.#attendLedger();
		});
		window.onLeave((from, to) => {
			if (from.kind === "ledger" && to.kind !== "ledger") this.ledgerDesk.leave();
			if (!isSameReview(from, to)) rules.exceptions.void();
		});
		window.onMoved(() => reviewing.refresh.moved());
	}

	/** Polls devices only while a window displays one; a row that waits for one polls by itself. */
	#attendLedger(): void {
		const route = this.window.route();
		this.wallet.ledger.attend(
			route.kind === "ledger" || (route.kind === "entry" && signsOnLedger(this, route.entryId)),
		);
	}

	/** Shows the first missing part of the setup. */
	#showFirst(): void {
		const first = this.setup.route();
		if (this.wallet.vault.status().state === "damaged") this.window.go({ kind: "welcome" });
		else if (first !== null) {
			this.setup.keepStep(first.step);
			this.window.go(first);
		} else if (this.wallet.accounts.list().length === 0) this.window.go({ kind: "welcome" });
	}

	isRunning(): boolean {
		return this.#isRunning;
	}

	/** Recovers interrupted work, and starts to follow the service. */
	async begin(): Promise<void> {
		this.#isRunning = true;
		for (const service of this.#services) await service.start?.();
		this.#showFirst();
	}

	async end(): Promise<void> {
		this.#isRunning = false;
		for (const service of this.#services.toReversed()) await service.stop?.();
	}

	readBalances(): void {
		this.wallet.balances.read();
		this.home.changed();
	}

	/** Pauses notifications for an hour, or resumes them. */
	pauseNotifications(isPaused: boolean): void {
		this.inbox.pause(isPaused ? this.ports.clock.now() + PAUSE_MS : null);
	}

	/**
	 * Executes a notification's button. @param revision the request's revision when the notification was
	 * displayed
	 */
	actOnNotification(act: NotificationAct, entryId: string, revision: string): void {
		actOnNotification(this, act, entryId, revision);
	}

	async lock(): Promise<void> {
		this.secrets.hide();
		this.rules.exceptions.void();
		await this.wallet.vault.lock();
	}

	/** Reads everything again: the computer woke, or the network returned. */
	wake(): void {
		const { sessions, runner } = this.signedIn.current();
		sessions.reconnect();
		runner.wakeAll();
		this.inbox.wake();
		this.reviewing.refresh.reachable();
	}
}
