/**
 * What the windows draw: plain serialisable data that main composes. Times are Unix milliseconds.
 * Every text that came from the agent, the service or a token is a `Claim`: hostile until shown as plain text.
 */

import type { AppView, ServiceAccountView } from "./account-views.ts";
import type { AllowancesView } from "./allowance-views.ts";
import type { BookView } from "./book-views.ts";
import type { CallNodeView } from "./call-views.ts";
import type { BuildView, CatalogView } from "./catalog-views.ts";
import type { DeviceReviewView, DeviceSigningView, LedgerView } from "./device-views.ts";
import type { IdentityBrief, IdentityView } from "./identity-views.ts";
import type { OpinionView } from "./opinion-views.ts";
import type { RulesView } from "./policy-views.ts";
import type { TurnStateView } from "./transcript-views.ts";

export type { TranscriptItem, TranscriptView, TurnStateView } from "./transcript-views.ts";

/** Text written by somebody else. Drawn as plain text, clipped, with control and bidi characters made visible. */
export type Claim = string;

export interface AmountView {
	/** Significant digits, grouped: "1,234.5". */
	readonly text: string;
	/** Every digit. */
	readonly full: string;
	readonly unit: Claim;
	/** Base units (wei and the like) as decimal digits. */
	readonly raw: string;
	/** True where decimals and symbol were read from the chain (or are the chain's own native ones). */
	readonly checked: boolean;
}

export interface AddressView {
	readonly address: string;
	/** The person's own name for it, never the service's. */
	readonly label: string | null;
	/** First six and last six characters. */
	readonly short: string;
}

export type CheckStatus = "passed" | "failed" | "unknown" | "noted";

/** One field of the match: both values, and what it means. `noted` differs without blocking. */
export interface CheckRow {
	readonly field: string;
	readonly status: CheckStatus;
	readonly reviewed: Claim | null;
	readonly payload: Claim | null;
	readonly words: string;
}

export type Severity = "info" | "caution" | "danger" | "block";

export interface FindingRow {
	readonly id: string;
	readonly severity: Severity;
	readonly words: string;
}

export interface ChangeRow {
	readonly account: AddressView;
	readonly mine: boolean;
	readonly direction: "in" | "out" | "unknown";
	readonly amount: AmountView;
	readonly tokenId: Claim | null;
	readonly counterparty: AddressView | null;
	/** Of what the account holds now, where it is known. */
	readonly of: AmountView | null;
	/** Which of several transactions does it, counted from 1; null where there is one only, or it is not said. */
	readonly step: number | null;
	/** Whose simulation has it; only the service's where it is left out. */
	readonly source?: "service" | "simulated" | "both";
}

export interface AllowRow {
	readonly spender: AddressView;
	readonly token: AddressView;
	readonly kind: "allowance" | "token" | "operator";
	/** null for a whole collection, a single token, or an amount that the service does not state. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	/** False where it takes a permission away. */
	readonly grants: boolean;
	readonly words: string;
	/** Where it comes from: our own decoding of the payload, the service's simulation, or only our own. */
	readonly source: "decoded" | "service" | "simulated";
	readonly step: number | null;
}

export interface GuardRow {
	readonly name: Claim;
	readonly status: Claim;
	readonly message: Claim | null;
}

export interface DecodedArg {
	readonly name: string;
	readonly type: string;
	readonly value: string;
}

export interface DecodedCall {
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArg[];
}

export interface DiffRow {
	readonly field: string;
	readonly before: Claim;
	readonly after: Claim;
}

export interface BatchStepRow {
	readonly commitId: string;
	readonly index: number;
	readonly state: string;
	/** What it does, by our own decoding where its request is known; null where it is not. */
	readonly headline: string | null;
	/** Where the service staged it, as it says; null where it says nothing. */
	readonly source: Claim | null;
	readonly here: boolean;
}

/** One instruction of a Solana transaction. */
export interface SvmInstructionView {
	/** Counted from 1. */
	readonly at: number;
	readonly program: { readonly name: string | null; readonly address: AddressView };
	/** What it does, from our own decoding; for an unknown program, that it is unknown. */
	readonly words: string;
	/** False: its program or its data could not be decoded, and it is shown raw. */
	readonly known: boolean;
	readonly args: readonly DecodedArg[];
	/** What it calls in turn, as our simulation ran it; empty where it was not simulated. */
	readonly inner: readonly SvmInstructionView[];
	/** Of an inner one: it takes something from the signer, or gives somebody a right. */
	readonly grave?: boolean;
	readonly accounts: readonly {
		readonly address: AddressView;
		/** What the program uses it for, where we know. */
		readonly role: string | null;
		readonly signer: boolean;
		readonly writable: boolean;
		/** The lookup table that it comes from; null where the transaction names it itself. */
		readonly table: string | null;
	}[];
	/** Hex. */
	readonly data: string;
}

/** A member of typed data; a leaf has a value, a branch has children. */
export interface TypedNode {
	readonly name: Claim;
	readonly type: Claim;
	readonly value: Claim | null;
	readonly children: readonly TypedNode[];
}

/** One line of what a message means, in our own words. */
export interface ExplainedRow {
	readonly label: string;
	readonly value: Claim;
	readonly tone: "plain" | "good" | "danger";
}

/** One thing that is signed: what our own decoding finds in it. */
export type ContentView =
	| {
			readonly kind: "evm_transaction";
			readonly headline: string;
			readonly serviceSays: Claim | null;
			readonly to: AddressView;
			readonly decoded: DecodedCall | null;
			/** What it calls in turn, as decoded from its own bytes and as our simulation ran it; empty where neither knows. */
			readonly calls: readonly CallNodeView[];
			readonly nonce: string;
			readonly gasLimit: string;
			/** Per unit of gas, in the chain's smallest unit. */
			readonly maxFee: string;
			readonly priorityFee: string;
			/** Hex. */
			readonly data: string;
	  }
	| {
			readonly kind: "svm_transaction";
			readonly headline: string;
			readonly serviceSays: Claim | null;
			/** "legacy" or "v0". */
			readonly version: string;
			readonly feePayer: AddressView;
			readonly blockhash: { readonly value: string; readonly words: string };
			readonly instructions: readonly SvmInstructionView[];
			readonly tables: readonly { readonly table: string; readonly accounts: readonly string[] }[];
			readonly signatures: readonly {
				readonly address: AddressView;
				readonly state: "yours" | "given" | "missing";
			}[];
	  }
	| {
			readonly kind: "message";
			readonly headline: string;
			readonly serviceSays: Claim | null;
			readonly encoding: "text" | "bytes";
			/** Null where the bytes are no text. */
			readonly text: Claim | null;
			/** Hex. */
			readonly bytes: string;
			/** In bytes. */
			readonly length: number;
			/** What wraps the bytes before they are signed: "EIP-191", "Solana message", "Solana off-chain message". */
			readonly standard: string;
			/** What a device shows: the hash that is signed; null where the bytes are signed as they are. */
			readonly digest: string | null;
			readonly rows: readonly ExplainedRow[];
	  }
	| {
			readonly kind: "typed_data";
			readonly headline: string;
			readonly serviceSays: Claim | null;
			readonly primaryType: Claim;
			/** "Permit (EIP-2612)"; null where the kind is unknown. */
			readonly known: string | null;
			readonly rows: readonly ExplainedRow[];
			readonly domain: readonly TypedNode[];
			readonly tree: readonly TypedNode[];
			readonly domainHash: string;
			readonly messageHash: string;
			readonly digest: string;
	  }
	| {
			readonly kind: "user_operation";
			readonly headline: string;
			readonly serviceSays: Claim | null;
			readonly requests: readonly { readonly message: Claim; readonly rawPayload: Claim }[];
			/** What the service says that it calls, decoded by us; nothing proves it. */
			readonly calls?: readonly { readonly words: string; readonly known: boolean }[];
	  };

export interface CostsView {
	/** What it can take at most, in the chain's own coin. */
	readonly most: AmountView | null;
	/** From the person's own RPC; null where it can't be asked. */
	readonly likely: AmountView | null;
	readonly serviceFee: string;
	readonly fees: readonly { readonly kind: Claim; readonly amount: AmountView }[];
	readonly covered: { readonly ok: boolean | null; readonly words: string };
}

/** A transaction of ours that this one is to replace. */
export interface ReplacementView {
	readonly purpose: "speed_up" | "cancel";
	readonly headline: string;
	readonly transactionId: string;
	readonly words: string;
}

export interface ReviewView {
	readonly entryId: string;
	/** What is answered: a commit with the service's digest, an action that describes itself, or a wish of the person. */
	readonly subject: "commit" | "action" | "replacement" | "revocation";
	/** The commit's or action's id; null for a replacement. */
	readonly subjectId: string | null;
	readonly replaces: ReplacementView | null;
	readonly who: { readonly app: Claim | null; readonly session: Claim; readonly sessionId: string };
	readonly broadcaster: {
		readonly kind: "wallet" | "hosted" | "venue";
		readonly words: string;
		/** What the route that is taken means; absent where there is only the usual one. */
		readonly route?: string;
	};
	readonly chain: { readonly id: string; readonly name: string };
	/** The place in a batch, counted from 1. */
	readonly step: { readonly at: number; readonly of: number } | null;
	/** From our own decoding of the payload. */
	readonly headline: string;
	readonly headlineKnown: boolean;
	readonly serviceSays: readonly Claim[];
	readonly expiresAt: number | null;
	readonly changes: readonly ChangeRow[];
	readonly changesClaim: string;
	readonly allows: readonly AllowRow[];
	/** Null where nothing is sent, so that it costs nothing. */
	readonly costs: CostsView | null;
	readonly verdict: "matched" | "refused" | "unproven";
	readonly verdictWords: string;
	readonly checks: readonly CheckRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Claim[];
	readonly findings: readonly FindingRow[];
	/** SHA-256, 64 hex digits. */
	readonly fingerprint: string | null;
	readonly digest: Claim | null;
	readonly revision: number | null;
	readonly steps: readonly BatchStepRow[];
	/** In the order of signing; empty where nothing could be decoded. */
	readonly contents: readonly ContentView[];
	readonly logs: readonly {
		readonly address: string;
		readonly topics: readonly string[];
		readonly data: string;
	}[];
	/** The payload and review as JSON, for reading. */
	readonly raw: string;
	/** What differs from the review that was open before; empty where nothing changed. */
	readonly changed: readonly DiffRow[];
	readonly signer: {
		readonly address: AddressView;
		readonly state: "ready" | "locked" | "missing";
		readonly words: string;
	};
	readonly approval: {
		readonly possible: boolean;
		/** Why not, each a whole sentence; the first is the main one. */
		readonly refusals: readonly string[];
		/** To be typed by the person where the risk is high. */
		readonly word: string | null;
		/** The refusal may go away by itself or by a retry (RPC down, locked). */
		readonly canRetry: boolean;
	};
	/** The service can still be told no. */
	readonly canReject: boolean;
	/** What the Ledger that must sign will show; null where no Ledger signs. */
	readonly device: DeviceReviewView | null;
	/** What the person's own RPC makes of it, beside the service's simulation; null where nothing is sent. */
	readonly opinion: OpinionView | null;
	/** Names that the chain gives, verified both ways, with the system that gives them; by address as shown. */
	readonly names: Readonly<Record<string, { readonly name: Claim; readonly system: "ENS" | "SNS" }>>;
}

/** What a person sees of an answer's way; a request has those that its kind goes through, in this order. */
export const PROGRESS_STEPS = [
	"Matched",
	"Claimed",
	"Signed",
	"Recorded",
	"Handed in",
	"Submitted",
	"Reported",
	"Answered",
	"Confirmed",
] as const;
export type ProgressStepName = (typeof PROGRESS_STEPS)[number];

export interface ProgressStep {
	readonly name: ProgressStepName;
	readonly state: "done" | "now" | "todo" | "failed" | "skipped";
	readonly at: number | null;
	readonly note: string | null;
}

export interface ReceiptRow {
	readonly what: string;
	readonly predicted: string;
	readonly happened: string;
	readonly same: boolean | null;
}

/** One of several transactions or payloads of an action. */
export interface LegView {
	/** Counted from 1. */
	readonly at: number;
	readonly headline: string;
	readonly state:
		| "waiting"
		| "signing"
		| "signed"
		| "submitted"
		| "confirmed"
		| "failed"
		| "skipped"
		| "held";
	readonly transactionId: string | null;
	readonly words: string | null;
}

export interface ProgressView {
	readonly entryId: string;
	readonly headline: string;
	readonly sessionId: string;
	readonly session: Claim;
	readonly steps: readonly ProgressStep[];
	readonly outcome:
		| "moving"
		| "stuck"
		| "confirmed"
		| "failed"
		| "rejected"
		| "refused"
		| "expired"
		/** Another transaction took its nonce: one of ours, or somebody else's. */
		| "replaced"
		| "ended";
	/** What is known, what is not, and whether funds can have moved. */
	readonly words: string;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	/** What is stuck can be tried again; what was refused, and is still asked for, can be reviewed again. */
	readonly canRetry: boolean;
	/** Empty where there is one only. */
	readonly legs: readonly LegView[];
	/** What the person can still do about a transaction of ours that is stuck. */
	readonly canReplace: readonly ("speed_up" | "cancel")[];
	/** How far it is with the Ledger that must sign; null where none has to, or it is over. */
	readonly device: DeviceSigningView | null;
}

export type EntryState = "waiting" | "settling" | "done";

export interface InboxEntryView {
	readonly id: string;
	readonly sessionId: string;
	readonly session: Claim;
	readonly app: Claim | null;
	readonly headline: string;
	readonly amount: AmountView | null;
	readonly chain: string;
	readonly expiresAt: number | null;
	readonly arrivedAt: number;
	readonly state: EntryState;
	readonly match: "matched" | "refused" | "unproven" | "checking" | "unreadable";
	readonly findings: number;
	/** Of a settling or settled entry: the steps that it goes through, and how many are done. */
	readonly steps: readonly ProgressStepName[];
	readonly stepsDone: number;
	readonly note: string | null;
	readonly muted: boolean;
}

export interface SessionRow {
	readonly id: string;
	readonly title: Claim;
	readonly turnState: TurnStateView;
	readonly updatedAt: number;
	readonly waiting: number;
	readonly muted: boolean;
	readonly archived: boolean;
	readonly connection: ConnectionView;
}

export interface ConnectionView {
	readonly state: "live" | "watching" | "polling" | "connecting" | "offline";
	/** A whole sentence, for a person. */
	readonly words: string;
	readonly nextTryAt: number | null;
}

export interface AccountView {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	readonly signer: "local" | "ledger";
	/** Null for an imported key. */
	readonly path: string | null;
	readonly balances: readonly {
		readonly chain: string;
		readonly amount: AmountView | null;
		readonly words: string | null;
	}[];
}

export interface VaultView {
	readonly state: "none" | "locked" | "unlocked" | "damaged" | "stopped";
	/** When it locks by itself. */
	readonly locksAt: number | null;
	readonly autoLockMinutes: number;
	/** No try is accepted before this moment. */
	readonly nextTryAt: number | null;
	readonly words: string | null;
}

export interface ActivityRow {
	readonly id: string;
	readonly at: number;
	readonly headline: string;
	readonly session: Claim;
	readonly sessionId: string;
	readonly entryId: string;
	readonly chain: string;
	readonly signer: AddressView;
	readonly state: string;
	readonly outcome: ProgressView["outcome"];
	readonly transactionId: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly steps: readonly ProgressStep[];
}

export interface ChainSetting {
	readonly family: "evm" | "svm";
	/** Decimal chain id; for Solana the cluster: mainnet-beta, devnet, testnet or localnet. */
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
	/** Of a cluster that is not public, read from its RPC when it was set; null elsewhere. */
	readonly genesisHash: string | null;
}

export type Theme = "system" | "light" | "dark";

export interface SettingsView {
	readonly environment: string;
	readonly baseUrl: string;
	/** Whether a token is held, never the token. */
	readonly hasToken: boolean;
	readonly tokenKeeping: string;
	readonly chains: readonly (ChainSetting & { readonly state: string; readonly ok: boolean | null })[];
	readonly theme: Theme;
	readonly notifications: boolean;
	readonly startAtLogin: boolean;
	readonly startAtLoginSupported: boolean;
	readonly autoLockMinutes: number;
	/** Requests whose meaning can't be seen (a bare hash) may be shown and signed, one at a time. */
	readonly blindSigning: boolean;
	/** Which route is taken where a commit offers both. */
	readonly commitTransport: "sign_and_broadcast" | "browser_send";
	readonly version: string;
}

export interface DeskView {
	readonly inbox: readonly InboxEntryView[];
	readonly sessions: readonly SessionRow[];
	readonly accounts: readonly AccountView[];
	readonly activity: readonly ActivityRow[];
	readonly connection: ConnectionView;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	/** The address book, for reading; it is edited in the trusted window. */
	readonly book: BookView;
	/** What each account has allowed so far. */
	readonly allowances: AllowancesView;
	readonly identity: IdentityBrief;
	readonly catalog: CatalogView;
	readonly serviceAccount: ServiceAccountView;
	/** The accounts that the agent is told of here. */
	readonly connected: { readonly evm: string | null; readonly svm: string | null };
	/** Problems of the app itself (disk full, damaged database), most urgent first. */
	readonly alerts: readonly string[];
	/** Main's clock when this was composed, so that windows count down by the same time. */
	readonly now: number;
}

/** What the trusted window shows. Main alone decides which. */
export type TrustedScreen =
	| { readonly screen: "empty"; readonly waiting: number }
	| { readonly screen: "welcome" }
	| { readonly screen: "phrase"; readonly words: readonly string[] }
	/** Positions counted from 1. */
	| { readonly screen: "phraseCheck"; readonly positions: readonly number[]; readonly wrong: boolean }
	| { readonly screen: "unlock"; readonly next: string | null }
	| { readonly screen: "addAccount" }
	| { readonly screen: "network" }
	| { readonly screen: "autoLock" }
	| { readonly screen: "blindSigning" }
	| { readonly screen: "ledger"; readonly ledger: LedgerView }
	| { readonly screen: "rules"; readonly rules: RulesView }
	| { readonly screen: "contacts"; readonly book: BookView }
	| { readonly screen: "signIn"; readonly identity: IdentityView }
	| { readonly screen: "build"; readonly build: BuildView | null }
	| { readonly screen: "topUp"; readonly account: ServiceAccountView }
	| { readonly screen: "removeApp"; readonly app: AppView | null }
	| { readonly screen: "loading"; readonly headline: string }
	| {
			readonly screen: "review";
			readonly review: ReviewView;
			/** One-time; a new one voids it. Null while an approval is not possible. */
			readonly ticket: string | null;
			/** The Approve button wakes this long after the content is visible, in ms. */
			readonly wakeMs: number;
			readonly queue: { readonly at: number; readonly of: number };
	  }
	| { readonly screen: "progress"; readonly progress: ProgressView };

export interface TrustedView {
	readonly screen: TrustedScreen;
	readonly vault: VaultView;
	readonly settings: SettingsView;
	readonly theme: Theme;
	readonly now: number;
}
