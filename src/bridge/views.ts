/**
 * What the windows draw: plain serialisable data that main composes. Times are Unix milliseconds.
 * Every text that came from the agent, the service or a token is a `Claim`: hostile until shown as plain text.
 */

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
	/** Where it comes from: our own decoding of the payload, or the service's simulation. */
	readonly source: "decoded" | "service";
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
	readonly here: boolean;
}

export interface ReviewView {
	readonly entryId: string;
	readonly commitId: string;
	readonly who: { readonly app: Claim | null; readonly session: Claim; readonly sessionId: string };
	readonly broadcaster: { readonly kind: "wallet" | "hosted" | "venue"; readonly words: string };
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
	readonly costs: {
		/** gas limit × max fee, in native units. */
		readonly most: AmountView | null;
		/** From the person's own RPC; null where it can't be asked. */
		readonly likely: AmountView | null;
		readonly serviceFee: string;
		readonly fees: readonly { readonly kind: Claim; readonly amount: AmountView }[];
		readonly covered: { readonly ok: boolean | null; readonly words: string };
	};
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
	readonly to: AddressView | null;
	readonly steps: readonly BatchStepRow[];
	readonly decoded: DecodedCall | null;
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
}

export const PROGRESS_STEPS = [
	"Matched",
	"Signed",
	"Recorded",
	"Handed in",
	"Submitted",
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
		| "ended";
	/** What is known, what is not, and whether funds can have moved. */
	readonly words: string;
	readonly fundsMayHaveMoved: boolean;
	readonly transactionId: string | null;
	readonly blockNumber: string | null;
	readonly fingerprint: string;
	readonly digest: Claim;
	readonly receipt: readonly ReceiptRow[];
	readonly canRetry: boolean;
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
	/** Steps of PROGRESS_STEPS done so far, for a settling or settled entry. */
	readonly stepsDone: number;
	readonly note: string | null;
	readonly muted: boolean;
}

export type TurnStateView =
	| "processing"
	| "awaiting_action"
	| "complete"
	| "interrupted"
	| "failed"
	| "unknown";

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

export type TranscriptItem =
	| {
			readonly kind: "message";
			readonly key: string;
			readonly sender: "user" | "agent" | "system" | "notice";
			readonly text: Claim;
			readonly live: boolean;
			readonly at: number;
	  }
	| {
			readonly kind: "tool";
			readonly key: string;
			readonly name: Claim;
			readonly state: "running" | "done";
			/** JSON text. */
			readonly result: Claim;
			readonly at: number;
	  }
	| {
			readonly kind: "task";
			readonly key: string;
			readonly label: Claim;
			readonly app: Claim;
			readonly phase: Claim | null;
			readonly state: "running" | "completed" | "failed" | "stalled" | "cancelled";
			readonly message: Claim | null;
			readonly steps: readonly { readonly title: Claim; readonly detail: Claim }[];
			readonly durationMs: number | null;
			readonly at: number;
	  }
	| { readonly kind: "entry"; readonly key: string; readonly entry: InboxEntryView; readonly at: number }
	| { readonly kind: "turn"; readonly key: string; readonly state: TurnStateView; readonly at: number }
	| { readonly kind: "error"; readonly key: string; readonly text: Claim; readonly at: number }
	| {
			readonly kind: "unreadable";
			readonly key: string;
			readonly type: Claim;
			readonly reason: string;
			readonly raw: Claim;
			readonly at: number;
	  };

export interface TranscriptView {
	readonly sessionId: string;
	readonly title: Claim;
	readonly turnState: TurnStateView;
	readonly turnId: string | null;
	readonly connection: ConnectionView;
	readonly items: readonly TranscriptItem[];
	/** Being sent or stopped right now; null where nothing is. */
	readonly pending: "starting" | "interrupting" | null;
	/** What went wrong with the last start or interrupt, for a person. */
	readonly fault: string | null;
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
	/** Decimal chain id. */
	readonly chainId: string;
	readonly name: string;
	readonly rpcUrl: string;
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
