import type { ChainSetting } from "../../bridge/views.ts";
import type { UserState } from "../../contract/user-state.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Place } from "../approval/place.ts";
import type { Tickets } from "../approval/ticket.ts";
import type { EvmChains, EvmFacts } from "../chains/evm.ts";
import type { SvmChains } from "../chains/svm.ts";
import type { Entry } from "../inbox/entry.ts";
import type { Owner } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import type { Ports } from "../ports.ts";
import type { ChainAnswer } from "../review/ask.ts";
import type { Review } from "../review/compose.ts";
import type { AgentService } from "../service/agent.ts";
import type { CommitsService } from "../service/commits.ts";
import type { Sessions } from "../sessions/types.ts";
import type { Signer } from "../signers/signer.ts";
import type { VaultClient } from "../signers/vault-types.ts";
import type { Runner } from "../signing/runner.ts";
import type { Contacts } from "../storage/contacts.ts";
import type { Intents } from "../storage/intents.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { MetAllowances } from "../storage/met-allowances.ts";
import type { RulesStore } from "../storage/rules-store.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { Allowances } from "./allowances.ts";
import type { Catalog } from "./catalog.ts";
import type { Credentials } from "./credentials.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerDesk } from "./ledger-desk.ts";
import type { Replacements } from "./replacing.ts";
import type { Revocations } from "./revoking.ts";
import type { ServiceAccount } from "./service-account.ts";

/** What a list tells of a review. */
export interface ReviewBrief {
	readonly verdict: Review["match"]["verdict"];
	readonly findings: number;
}

/** The reviews of open entries, composed with what the person's own RPC says. */
export interface Reviews {
	/** As composed last; null before the first time. */
	get(entryId: string): Review | null;
	/** Of the review as loaded last; null before, and where the request has changed since. */
	brief(entryId: string): ReviewBrief | null;
	/** The last review of this entry that could be decoded, whatever the request is now. */
	decoded(entryId: string): Review | null;
	/** Reads service and chain at once, and composes anew. Never rejects: what failed is in the review. */
	load(entryId: string): Promise<Review | null>;
	/** The same, when its turn among the few at a time comes; null where it is no longer wanted by then. */
	loadSoon(entryId: string): Promise<Review | null>;
	/** What the chain said of this request as it stands; null where it said nothing. */
	facts(entryId: string): EvmFacts | null;
	/** All that the chain said of this request as it stands, in the order of signing. */
	answers(entryId: string): readonly ChainAnswer[];
	/** Who would sign what was frozen last; null where nothing was. */
	signer(entryId: string): string | null;
	/** The person has seen this review: a later one says what changed since. */
	shown(entryId: string): void;
	/** The request changed: what was composed of it before is old. */
	stale(entryId: string): boolean;
}

/** What belongs to one environment and identity, and is built anew for another. */
export interface Account {
	readonly owner: Owner;
	readonly scope: string;
	readonly sessions: Sessions;
	readonly commits: CommitsService & Pick<AgentService, "resolveAction">;
	readonly runner: Runner;
	readonly catalog: Catalog;
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
	readonly metAllowances: MetAllowances;
	/** The person's own names for addresses: of their accounts and their address book. */
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
	account(): Account;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	place(): Place;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: Place, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
	/** Applies changed addresses or a changed token at once. */
	reconnect(): Promise<void>;
	/** Who is signed in where, and with what. */
	readonly credentials: Credentials;
	token(): string | null;
	setToken(token: string | null): Promise<string | null>;
	health(): ReadonlyMap<string, ChainHealth>;
	/** The accounts' balances by chain and address, as read last, in the chain's smallest unit. */
	balances(): ReadonlyMap<string, bigint | null>;
	alerts(): readonly string[];
	/** False once it stops: nothing new is begun then. */
	running(): boolean;
	/** What the agent is told of the person's wallet: addresses and preferences, nothing else. */
	userState(): UserState;
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** One line of an entry for a list or a notification. */
	headline(entry: Entry): string;
}
