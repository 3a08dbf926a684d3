import { Activity } from "../activity/activity.ts";
import { AddressBook } from "../address-book/address-book.ts";
import { Agents } from "../agents/agents.ts";
import { Proposals } from "../agents/proposals.ts";
import { Conversations } from "../conversations/conversations.ts";
import type { Events } from "../events.ts";
import { guardedClock } from "../guarded-clock.ts";
import { Home } from "../home/home.ts";
import { Inbox } from "../inbox/inbox.ts";
import { TurnBudget } from "../inbox/turn-budget.ts";
import { Integrity } from "../integrity/integrity.ts";
import { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import { Powers } from "../powers/powers.ts";
import { RequestServices } from "../reviewing/request-services.ts";
import { Reviewing } from "../reviewing/reviewing.ts";
import { Rules } from "../rules/rules.ts";
import { Send } from "../send/send.ts";
import { Preferences } from "../settings/preferences.ts";
import { Setup } from "../setup/setup.ts";
import { Credentials } from "../sign-in/credentials.ts";
import { Identity } from "../sign-in/identity.ts";
import { Signing } from "../signing/signing.ts";
import { ProposalStore } from "../storage/proposals.ts";
import { Support } from "../support/support.ts";
import { TimeZone } from "../time-zone.ts";
import { TrustedWindow } from "../trusted-window.ts";
import { Updates } from "../updates/updates.ts";
import { AccountPages } from "../wallet/account-pages.ts";
import { LedgerDesk } from "../wallet/ledger-desk.ts";
import { isNewPhrase, SecretScreens } from "../wallet/secrets.ts";
import { VaultKeys } from "../wallet/vault-keys.ts";
import { Wallet } from "../wallet/wallet.ts";
import { Alerts, foundAtOpening } from "./alerts.ts";
import { Fiat } from "./fiat.ts";
import { LocalScope } from "./local-scope.ts";
import { SignedIn } from "./signed-in.ts";
import { openStores, type Stores } from "./stores.ts";

export abstract class Features {
	readonly ports: Ports;
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
	readonly budget: TurnBudget;
	readonly proposals: Proposals;
	readonly local: LocalScope;
	readonly requests: RequestServices;
	readonly reviewing: Reviewing;
	readonly inbox: Inbox;
	readonly agents: Agents;
	readonly activity: Activity;
	readonly powers: Powers;
	readonly home: Home;
	readonly send: Send;
	readonly updates: Updates;
	readonly support: Support;
	readonly signedIn: SignedIn;
	readonly signing: Signing;
	readonly alerts: Alerts;

	/** @throws StorageError if the journal can't be opened */
	constructor(ports: Ports, dataDir: string, events: Events) {
		this.ports = ports;
		this.clock = guardedClock(ports.clock, ports.log);
		this.timeZone = new TimeZone(ports.clock);
		this.events = events;
		this.stores = openStores(ports, dataDir);
		this.budget = new TurnBudget(ports.clock);
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
		this.fiat = new Fiat(this);
		this.integrity = new Integrity(this);
		this.rules = new Rules(this);
		this.addressBook = new AddressBook(this);
		this.credentials = new Credentials(this);
		this.identity = new Identity(this);
		this.preferences = new Preferences(this);
		this.setup = new Setup(this);

		this.conversations = new Conversations(this);
		this.proposals = new Proposals(
			new ProposalStore(this.stores.journalDb, () => ports.clock.now()),
			(entryId) => this.#onProposal(entryId),
		);
		this.local = new LocalScope(this);
		this.requests = new RequestServices(this);
		this.reviewing = new Reviewing(this);
		this.inbox = new Inbox(this);
		this.agents = new Agents(this);
		this.activity = new Activity(this);
		this.powers = new Powers(this);
		this.home = new Home(this);
		this.send = new Send(this);
		this.updates = new Updates(this);
		this.support = new Support(this);
		this.signedIn = new SignedIn(this);
		this.signing = new Signing(this);
	}

	#onProposal(entryId: string): void {
		if (!this.isRunning()) return;
		this.inbox.drop();
		this.inbox.notifications.checkEntry(entryId);
		this.inbox.expiry.checkSoon();
		this.events.emit("request-changed");
	}

	abstract isRunning(): boolean;

	readBalances(): void {
		this.wallet.balances.read();
		this.home.invalidateBalances();
	}
}
