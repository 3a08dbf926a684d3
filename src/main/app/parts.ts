import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { RulesKept } from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { UserState } from "../../service-api/user-state.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Allowances } from "../allowances/allowances.ts";
import type { MetAllowances } from "../allowances/met-allowances.ts";
import type { ServiceAccount } from "../billing/service-account.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EvmChains } from "../chains/evm.ts";
import type { SvmChains } from "../chains/svm.ts";
import type { Sessions } from "../conversations/types.ts";
import type { Guard } from "../guard/guard.ts";
import type { Cohort } from "../inbox/cohort.ts";
import type { Committed } from "../inbox/committed.ts";
import type { Entry } from "../inbox/entry.ts";
import type { Ports } from "../ports.ts";
import type { Replacements } from "../reviewing/replacing.ts";
import type { Reviews } from "../reviewing/reviews-types.ts";
import type { Revocations } from "../reviewing/revoking.ts";
import type { Tickets } from "../reviewing/ticket.ts";
import type { RulesStore } from "../rules/rules-store.ts";
import type { AgentService } from "../service/agent.ts";
import type { CommitsService } from "../service/commits.ts";
import type { Credentials } from "../sign-in/credentials.ts";
import type { Runner } from "../signing/runner.ts";
import type { Intents } from "../storage/intents.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { Ledger } from "../wallet/ledger.ts";
import type { LedgerDesk } from "../wallet/ledger-desk.ts";
import type { Signer } from "../wallet/signers/signer.ts";
import type { VaultClient } from "../wallet/signers/vault-types.ts";
import type { WindowRoute } from "../window-route.ts";

/** What belongs to one environment and identity, and is built anew for another. */
export interface ScopeParts {
	readonly owner: RequestOwner;
	readonly scope: string;
	readonly sessions: Sessions;
	readonly commits: CommitsService & Pick<AgentService, "resolveAction">;
	readonly runner: Runner;
	readonly catalog: Catalog;
	/** What stateless commits of Builds ask for. */
	readonly committed: Committed;
	/** Commits that the service made of Builds. */
	readonly cohort: Cohort;
	readonly serviceAccount: ServiceAccount;
	/** Commits that the runner is reading right now: what that brings is no news to it. */
	readonly reading: ReadonlySet<string>;
}

/** Everything that the parts of the application share. Only countersign.ts makes one. */
export interface App {
	readonly ports: Ports;
	readonly journal: Journal;
	readonly intents: Intents;
	readonly rules: RulesStore;
	readonly contacts: Contacts;
	/** The rules as they count now. */
	keptRules(): RulesKept;
	/** Asks the vault whether this is the password, for what loosens a rule. */
	admitLoosening(password: string | null): Promise<CommandOutcome>;
	/** Whether rules, and what they count on, are as the user left them. */
	readonly guard: Guard;
	readonly metAllowances: MetAllowances;
	/** The user's own names for addresses: of their accounts and their address book. */
	labels(): Labels;
	readonly vault: VaultClient;
	/** Whatever can sign: the vault's accounts and those of a Ledger. */
	readonly signer: Signer;
	readonly ledger: Ledger;
	ledgerDesk(): LedgerDesk;
	readonly accounts: Accounts;
	readonly chains: EvmChains;
	readonly svmChains: SvmChains;
	readonly replacements: Replacements;
	readonly revocations: Revocations;
	readonly allowances: Allowances;
	readonly reviews: Reviews;
	readonly tickets: Tickets;
	/** The signed-in environment and identity. */
	account(): ScopeParts;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	place(): WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
	/** Applies changed addresses or a changed token at once. */
	reconnect(): Promise<void>;
	/** Who is signed in where, and with what. */
	readonly credentials: Credentials;
	token(): string | null;
	setToken(token: string | null): Promise<Text | null>;
	health(): ReadonlyMap<string, ChainHealth>;
	/** The accounts' balances by chain and address, as read last, in the chain's smallest unit. */
	balances(): ReadonlyMap<string, bigint | null>;
	alerts(): readonly Text[];
	/** False once it stops: nothing new is begun then. */
	running(): boolean;
	/** What the agent is told of the user's wallet: addresses and preferences, nothing else. */
	userState(): UserState;
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** One line of an entry for a list or a notification. */
	headline(entry: Entry): Text;
}
