import type { Activity } from "../activity/feature.ts";
import type { AddressBook } from "../address-book/address-book.ts";
import type { Allowances } from "../allowances/allowances.ts";
import type { Prices, rulePricesOf } from "../chains/prices.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Events } from "../events.ts";
import type { Home } from "../home/home.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { TurnBudget } from "../inbox/turn-budget.ts";
import type { Integrity } from "../integrity/integrity.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { RequestServices } from "../reviewing/request-services.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/feature.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { Setup } from "../setup/setup.ts";
import type { Credentials } from "../sign-in/credentials.ts";
import type { Identity } from "../sign-in/identity.ts";
import type { Signing } from "../signing/signing.ts";
import type { Support } from "../support/support.ts";
import type { TimeZone } from "../time-zone.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Updates } from "../updates/updates.ts";
import type { AccountPages } from "../wallet/account-pages.ts";
import type { LedgerDesk } from "../wallet/ledger-desk.ts";
import type { SecretScreens } from "../wallet/secrets.ts";
import type { VaultKeys } from "../wallet/vault-keys.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { Alerts } from "./alerts.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Stores } from "./stores.ts";

/** Prices for display and for rules. */
export interface Fiat {
	readonly prices: Prices;
	/** Prices by the second RPC of each chain. */
	readonly secondPrices: Prices;
	readonly rulePrices: ReturnType<typeof rulePricesOf>;
	/** Whether the user wants to see fiat amounts. */
	showsWorth(): boolean;
}

/** The application's features by name, each built from those above it. */
export interface Features {
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
	/** Reads the balances of the accounts again. */
	readBalances(): void;
}
