import { z } from "zod";
import type { Message, Text } from "../core/localized-text.ts";
import type { WordOf } from "../core/review/effects/typed-word.ts";
import type { Severity } from "../core/risk/finding.ts";
import type { AgentCallerView } from "./agents.ts";
import type { ExchangeView } from "./exchange-view.ts";
import {
	type AddressView,
	type AmountView,
	type Claim,
	decimalText,
	desk,
	id,
	trusted,
} from "./primitives.ts";
import type { DeviceReviewView } from "./wallet.ts";

export type CheckStatus = "passed" | "failed" | "unknown" | "noted";

export interface CheckRow {
	readonly field: Text;
	/** Set if the `reviewed` value comes from the RPC instead of the review. */
	readonly isOfChain?: true;
	readonly status: CheckStatus;
	readonly reviewed: Text | null;
	readonly payload: Text | null;
	readonly text: Text;
}

export type { Severity };

export interface FindingRow {
	readonly id: string;
	readonly severity: Severity;
	readonly text: Text;
	/** The main statement, if it isn't the first sentence of `text`. */
	readonly short?: Message;
	/** Address that the finding refers to. */
	readonly at?: AddressView;
}

export interface TypedIntentRow {
	readonly outcome: "same" | "differs";
	readonly text: Text;
}

export type TokenMark = "coin" | "dollar" | "listed";
/**
 * `unlisted`: a token that isn't on the app's list. `call`: a transaction that moves no token, or more than
 * one. `signature`: a message that moves no token. `none`: the review isn't loaded.
 */
export type AtStakeMark = TokenMark | "unlisted" | "call" | "signature" | "none";

export interface ChangeRow {
	readonly account: AddressView;
	readonly mine: boolean;
	readonly direction: "in" | "out" | "unknown";
	readonly amount: AmountView;
	readonly tokenId: Claim | null;
	/** An item's collection and number. Absent for coins and tokens. */
	readonly item?: Text;
	readonly counterparty: AddressView | null;
	readonly of: AmountView | null;
	readonly after?: AmountView;
	readonly mark?: TokenMark;
	readonly step: number | null;
	/** The service's simulation if absent. */
	readonly source?: "service" | "simulated" | "both";
}

export interface PermissionRow {
	readonly spender: AddressView;
	readonly token: AddressView;
	readonly kind: "allowance" | "token" | "operator" | "right";
	/** `null` for an NFT or a collection, and if the service doesn't state an amount. */
	readonly amount: AmountView | null;
	readonly unlimited: boolean;
	readonly grants: boolean;
	readonly text: Text;
	/** `decoded`: found by the app's own decoder. `simulated`: found only by the app's own simulation. */
	readonly source: "decoded" | "service" | "simulated";
	readonly step: number | null;
}

export interface PartyView {
	readonly role: "recipient" | "spender" | "former" | "contract" | "program" | "verifier" | "warned";
	readonly address: AddressView;
	readonly name: Text | null;
	readonly description: Text | null;
	readonly usage: Text | null;
	/** Totals per asset for the whole request. Absent if the rows already show them. */
	readonly gets?: readonly Text[];
	readonly imitates: {
		readonly address: AddressView;
		readonly knownAs: Text;
		readonly usage: Text | null;
	} | null;
}

/** A contract that is neither known to the app nor named by the user, and whose call can't be decoded. */
export interface ContractView {
	readonly address: AddressView;
	readonly title: Text;
	/** Age of the contract's code, and the source of this information. */
	readonly age: Text;
	readonly code: Text;
	readonly usage: Text;
}

export interface FlowReceiverView {
	/** `null` if the recipient is neither in the bytes nor in the simulation. */
	readonly address: AddressView | null;
	/** Name given by the user or the app, or "unknown". */
	readonly title: Text;
	readonly isOutlier: boolean;
	/** Why the recipient is unusual, or the user's earlier payments to it. */
	readonly notes: readonly Text[];
	readonly payments: number;
	/** Empty if the amount is unlimited. */
	readonly amounts: readonly AmountView[];
}

export interface FlowTotalView {
	/** Set only if the balances of several of the user's accounts change. */
	readonly account: AddressView | null;
	readonly mark?: TokenMark;
	readonly direction: "in" | "out";
	/** `null` if unlimited. */
	readonly amount: AmountView | null;
	readonly unit: Text;
	readonly before: AmountView | null;
	readonly after: AmountView | null;
	readonly payments: number;
	/** Percentage of the account's balance that leaves it. */
	readonly percent: number | null;
}

export interface FlowStepView {
	/** Starts at 1. */
	readonly at: number;
	readonly text: Text;
	readonly isOutlier: boolean;
	/** `null` if the step moves nothing or an unlimited amount. */
	readonly amount: AmountView | null;
}

export interface FlowNodeView {
	/** From left to right: the user's accounts, contracts, recipients. */
	readonly column: 0 | 1 | 2;
	readonly title: Text;
	readonly details: readonly Text[];
	readonly tone: "user" | "plain" | "unknown" | "gain";
}

export interface FlowRibbonView {
	/** Indexes into `nodes`. */
	readonly from: number;
	readonly to: number;
	/** Value relative to the largest ribbon, from 0 to 1. `null` if a price is missing. */
	readonly share: number | null;
	readonly label: Text;
	readonly tone: FlowNodeView["tone"];
	/** Indexes into `steps`. */
	readonly steps: readonly number[];
}

/** How money flows in a request: by recipient, by step, and as a map. */
export interface FlowView {
	/** Unknown recipients first, then by value. */
	readonly receivers: readonly FlowReceiverView[];
	readonly totals: readonly FlowTotalView[];
	readonly steps: readonly FlowStepView[];
	readonly map: { readonly nodes: readonly FlowNodeView[]; readonly ribbons: readonly FlowRibbonView[] };
}

export interface GuardRow {
	readonly name: Claim;
	readonly status: Claim;
	readonly message: Claim | null;
}

export interface DecodedArgView {
	readonly name: Text;
	readonly type: string;
	readonly value: Text;
}

interface DecodedCall {
	readonly signature: string | null;
	readonly selector: string | null;
	readonly args: readonly DecodedArgView[];
}

export interface DiffRow {
	readonly field: Message;
	readonly before: Message;
	readonly after: Message;
}

export interface BatchStepRow {
	readonly commitId: string;
	readonly index: number;
	readonly state: string;
	readonly headline: Text | null;
	readonly source: Claim | null;
	readonly here: boolean;
}

export interface SvmInstructionView {
	readonly at: number;
	readonly program: { readonly name: string | null; readonly address: AddressView };
	readonly text: Text;
	readonly known: boolean;
	readonly args: readonly DecodedArgView[];
	readonly inner: readonly SvmInstructionView[];
	/** Set only for inner instructions that take something from the signer or grant a right. */
	readonly grave?: boolean;
	readonly accounts: readonly {
		readonly address: AddressView;
		readonly role: Text | null;
		readonly signer: boolean;
		readonly writable: boolean;
		/** Lookup table that contains the account, or `null` if the transaction itself lists it. */
		readonly table: string | null;
	}[];
	readonly data: string;
}

export interface TypedNodeView {
	readonly name: Claim;
	readonly type: Claim;
	readonly value: Claim | null;
	readonly children: readonly TypedNodeView[];
}

export interface ExplainedRowView {
	readonly label: Text;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}

export type ContentView =
	| {
			readonly kind: "evm_transaction";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly to: AddressView;
			readonly decoded: DecodedCall | null;
			/** Inner calls found in the payload's bytes or made in the app's simulation. */
			readonly calls: readonly CallNodeView[];
			readonly claims: readonly ClaimView[];
			readonly nonce: string;
			readonly gasLimit: string;
			readonly maxFee: string;
			readonly priorityFee: string;
			readonly data: string;
	  }
	| {
			readonly kind: "svm_transaction";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly version: string;
			readonly feePayer: AddressView;
			readonly blockhash: { readonly value: string; readonly text: Text };
			readonly instructions: readonly SvmInstructionView[];
			readonly tables: readonly { readonly table: string; readonly accounts: readonly string[] }[];
			readonly signatures: readonly {
				readonly address: AddressView;
				readonly state: "yours" | "given" | "missing";
			}[];
	  }
	| {
			readonly kind: "message";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly encoding: "text" | "bytes";
			readonly text: Claim | null;
			readonly bytes: string;
			readonly length: number;
			readonly standard: Text;
			/**
			 * The signed hash in the format that a device displays. `null` if the bytes are signed without
			 * hashing.
			 */
			readonly digest: string | null;
			readonly rows: readonly ExplainedRowView[];
	  }
	| {
			readonly kind: "typed_data";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly primaryType: Claim;
			readonly known: Text | null;
			/**
			 * Descriptions published by the verifying contract. Used only for an unknown kind of typed data.
			 */
			readonly claims: readonly ClaimView[];
			readonly rows: readonly ExplainedRowView[];
			readonly domain: readonly TypedNodeView[];
			readonly tree: readonly TypedNodeView[];
			readonly domainHash: string;
			readonly messageHash: string;
			readonly digest: string;
	  }
	| {
			readonly kind: "user_operation";
			readonly headline: Text;
			readonly serviceSays: Claim | null;
			readonly requests: readonly { readonly message: Claim; readonly rawPayload: Claim }[];
			/**
			 * Calls that the service lists for a bare hash, decoded by the app. Nothing proves that the hash
			 * covers them.
			 */
			readonly calls?: readonly { readonly text: Text; readonly known: boolean }[];
	  };

export interface CostsView {
	readonly most: AmountView | null;
	readonly likely: AmountView | null;
	readonly l1: Text | null;
	readonly serviceFee: Text | null;
	readonly fees: readonly { readonly kind: Claim; readonly amount: AmountView }[];
	readonly covered: { readonly ok: boolean | null; readonly text: Text };
}

export interface ReplacementView {
	readonly purpose: "speed_up" | "cancel";
	readonly headline: Text;
	readonly transactionId: string;
	readonly text: Text;
}

/**
 * The local agent that proposed a request. Except for its name, everything is a claim by the agent or its
 * program.
 */
export interface ProposalView {
	readonly agentId: string;
	/** Name that the user gave the agent. */
	readonly agent: Text;
	/** The agent's latest call, or `null` if none was recorded. */
	readonly caller: AgentCallerView | null;
	readonly reason: Claim | null;
	/** How often this request was received. */
	readonly requestCount: number;
	/**
	 * The resource that an x402 payment pays for, or `null` for other requests. `host` is empty if the
	 * resource's address can't be parsed.
	 */
	readonly payment: { readonly host: Claim; readonly resource: Claim; readonly description: Claim } | null;
}

export type FeeSpeed = "slow" | "normal" | "fast" | "own";

export interface FeeEditView {
	readonly speed: FeeSpeed;
	/** Expected cost at the chosen fee. */
	readonly likely: AmountView;
	readonly most: AmountView;
	/** Chosen maximums in gwei, formatted for the input fields. */
	readonly own: { readonly most: string; readonly tip: string };
	readonly options: readonly {
		readonly speed: Exclude<FeeSpeed, "own">;
		readonly likely: AmountView;
		readonly most: AmountView;
	}[];
}

export interface AllowanceEditView {
	/** Index of the transaction that sets the allowance. */
	readonly place: number;
	/**
	 * Whether the user opened this to revoke an allowance, which can be lowered instead. Otherwise an agent
	 * proposed the allowance.
	 */
	readonly isOwn: boolean;
	readonly symbol: Text;
	readonly decimals: number;
	/**
	 * Plain number, or `null` if unlimited: the allowance that the agent proposed, otherwise the current one.
	 */
	readonly proposed: string | null;
	/** Plain number, or `null` if the user didn't change it. */
	readonly lowered: string | null;
	/**
	 * Amount that the other steps of the request spend. `null` if it is unknown or not below the proposed
	 * allowance.
	 */
	readonly exact: string | null;
}

/**
 * Values that the user can change in the review. Each change creates a new request with its own fingerprint.
 */
export interface EditView {
	/** `null` if Countersign doesn't set the fee, or the chain's current fees are unknown. */
	readonly fee: FeeEditView | null;
	readonly allowances: readonly AllowanceEditView[];
	/** Amount of a payment that the user entered. */
	readonly amount: {
		readonly symbol: Text;
		readonly decimals: number;
		readonly value: string;
		readonly isAll: boolean;
	} | null;
}

export interface ReviewView {
	readonly entryId: string;
	readonly requestKind: "commit" | "action" | "proposal" | "replacement" | "revocation" | "transfer";
	readonly requestId: string | null;
	/** Digest of the Build. Set only for a stateless commit. No service expects an answer to it. */
	readonly build?: Claim;
	readonly replaces: ReplacementView | null;
	/** Set only if an agent on this computer proposed the request. */
	readonly proposal?: ProposalView;
	readonly who: { readonly app: Claim | null; readonly session: Text; readonly sessionId: string };
	readonly broadcaster: {
		readonly kind: "wallet" | "hosted" | "venue";
		readonly text: Text;
		readonly route?: Text;
	};
	readonly chain: { readonly id: string; readonly name: Text };
	readonly rpc?: {
		readonly notes: readonly Text[];
		readonly missing: string | null;
		readonly failing: boolean;
		readonly busy: boolean;
	};
	readonly step: { readonly at: number; readonly of: number } | null;
	/** Written from the app's own decoding, never from the service's description. */
	readonly headline: Text;
	readonly headlineKnown: boolean;
	readonly fiat?: Text;
	readonly slippage?: Text;
	/** Recipients of money or rights. Imitations of known addresses come first. */
	readonly parties: readonly PartyView[];
	readonly serviceSays: readonly Claim[];
	/** Unknown fields in the service's record. They affect neither the payload nor the answer. */
	readonly adds: readonly { readonly name: Claim; readonly value: Claim }[];
	readonly expiresAt: number | null;
	/** Called contracts that Countersign doesn't know. Absent if there are none. */
	readonly contracts?: readonly ContractView[];
	/** Swaps and orders. Absent if there are none. */
	readonly exchanges?: readonly ExchangeView[];
	readonly changes: readonly ChangeRow[];
	/** Absent if `parties` and the changes already show everything. */
	readonly flow?: FlowView;
	/** Describes a payment to an unknown address for the banner. */
	readonly outlier?: Message;
	readonly changesClaim: Text;
	readonly prices?: Text;
	readonly permissions: readonly PermissionRow[];
	readonly costs: CostsView | null;
	readonly verdict: "matched" | "refused" | "unproven";
	readonly verdictText: Text;
	readonly checks: readonly CheckRow[];
	readonly guards: readonly GuardRow[];
	readonly warnings: readonly Claim[];
	/** Compares what the user typed with the payload. `null` if there is nothing to compare. */
	readonly typedIntent: TypedIntentRow | null;
	readonly findings: readonly FindingRow[];
	readonly fingerprint: string | null;
	readonly digest: Claim | null;
	readonly batchDigest?: Claim;
	readonly revision: number | null;
	readonly steps: readonly BatchStepRow[];
	readonly contents: readonly ContentView[];
	readonly logs: readonly {
		readonly address: string;
		readonly topics: readonly string[];
		readonly data: string;
	}[];
	readonly raw: string;
	readonly changed: readonly DiffRow[];
	readonly signer: {
		readonly address: AddressView;
		readonly state: "ready" | "locked" | "missing" | "watched";
		readonly text: Text;
	};
	readonly approval: {
		readonly possible: boolean;
		/** Reasons why the request can't be approved. The main one comes first. */
		readonly refusals: readonly Text[];
		readonly word: string | null;
		readonly wordOf: WordOf | null;
		/** Whether a retry could succeed, e.g. once the RPC responds again or the vault is unlocked. */
		readonly canRetry: boolean;
		/** Set if the main reason is that the request has ended or hasn't started yet. */
		readonly isEnded?: true;
		/**
		 * Set if the rules are locked. They are encrypted with the vault's key, so even an approval on a
		 * Ledger requires the password.
		 */
		readonly rulesLocked?: true;
	};
	/** Headlines of the steps that a single press and hold approves. Empty if there is only one step. */
	readonly oneHold: readonly Text[];
	/** Set only in the trusted window. Absent if nothing can be changed. */
	readonly edit?: EditView;
	/** Suggested daily limit. Absent if there already is one, or if none fits the request. */
	readonly dayLimit?: { readonly text: Text; readonly most: string };
	readonly canAskChange: boolean;
	readonly canReject: boolean;
	readonly device: DeviceReviewView | null;
	readonly opinion: OpinionView | null;
	/** ENS and SNS names by displayed address, verified in both directions. */
	readonly names: Readonly<Record<string, { readonly name: Claim; readonly system: "ENS" | "SNS" }>>;
}

export interface CallNodeView {
	readonly kind: "call" | "delegatecall" | "staticcall" | "create";
	readonly to: AddressView;
	readonly text: Text;
	readonly known: boolean;
	readonly signature: Claim | null;
	readonly args: readonly DecodedArgView[];
	readonly value: AmountView | null;
	/** `simulated`: occurs in the app's simulation but isn't in the payload's bytes. */
	readonly source: "decoded" | "simulated";
	readonly children: readonly CallNodeView[];
}

export interface ClaimRowView {
	/**
	 * `said`: a signed value that the description displays. `adds`: the description's own text, which isn't
	 * signed. `left_out`: a signed value that the description doesn't fully display. `ours`: added by
	 * Countersign.
	 */
	readonly kind: "said" | "adds" | "left_out" | "ours";
	readonly label: Text;
	readonly value: Text;
	readonly address: AddressView | null;
	readonly open: boolean;
}

/**
 * The contract's published description (ERC-7730) of a call that the app can't decode. It is only a claim.
 */
export interface ClaimView {
	readonly target: AddressView | null;
	readonly claimant: Text;
	readonly intent: Claim | null;
	readonly proxyOf: AddressView | null;
	readonly vouched: Text;
	readonly isVouched: boolean;
	readonly rows: readonly ClaimRowView[];
}

export interface OpinionRow {
	readonly kind: "balance" | "approval" | "control" | "outcome";
	readonly status: "same" | "drift" | "differs" | "only_theirs" | "only_ours";
	readonly costs: boolean;
	readonly account: AddressView;
	readonly other: AddressView | null;
	readonly theirs: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly ours: (AmountView & { readonly direction: "in" | "out" | "none" }) | null;
	readonly text: Text;
	readonly step: number | null;
}

export interface OpinionView {
	readonly state: "running" | "agrees" | "unseen" | "drifts" | "differs" | "undeclared" | "unproven";
	readonly text: Text;
	readonly how: Text | null;
	readonly rows: readonly OpinionRow[];
}

export type ReviewPreview = Omit<ReviewView, "raw" | "logs">;

const changeRequest = z.strictObject({ entryId: id, message: z.string().trim().min(1).max(4_000) });
const recipient = z.strictObject({ entryId: id, address: z.string().min(32).max(64) });

/** Commands for previews. The desk never gets a ticket, so it can't approve anything. */
export const previewProcedures = {
	/** Returns `null` if the request is no longer waiting. Never simulates. */
	previewReview: desk.returns<ReviewPreview | null>()(z.strictObject({ entryId: id }), { needsInput: false }),
	askForChange: desk.command(changeRequest, { needsInput: false }),
	blockRecipient: desk.command(recipient),
};

const gwei = z
	.string()
	.max(24)
	.regex(/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/);

const edited = { entryId: id, fingerprint: z.string().regex(/^[0-9a-f]{64}$/) };

/** Each command names the displayed review by its fingerprint. Amounts are plain numbers. */
export const editProcedures = {
	chooseFee: trusted.command(
		z.strictObject({
			...edited,
			fee: z.discriminatedUnion("speed", [
				z.strictObject({ speed: z.enum(["slow", "normal", "fast"]) }),
				z.strictObject({ speed: z.literal("own"), most: gwei, tip: gwei }),
			]),
		}),
	),
	/** `null` restores the proposed allowance. */
	lowerAllowance: trusted.command(
		z.strictObject({ ...edited, place: z.int().min(0).max(255), amount: decimalText.nullable() }),
	),
	/** `null` sends the whole balance minus the fee. */
	changeAmount: trusted.command(z.strictObject({ ...edited, amount: decimalText.nullable() })),
};

export const reviewProcedures = {
	blockRecipient: trusted.command(recipient),
	limitDay: trusted.command(z.strictObject({ entryId: id, most: z.string().regex(/^[1-9][0-9]{0,77}$/) })),
	reviewShown: trusted.command(z.strictObject({ ticket: id }), { needsInput: false }),
	retry: trusted.command(z.strictObject({ entryId: id })),
	showReview: trusted.command(z.strictObject({ direction: z.enum(["next", "previous"]) })),
	replace: trusted.command(z.strictObject({ entryId: id, purpose: z.enum(["speed_up", "cancel"]) })),
	askForChange: trusted.command(changeRequest),
	saveForChecking: trusted.command(z.strictObject({ entryId: id })),
};

export type ContentOf<Kind extends ContentView["kind"]> = Extract<ContentView, { readonly kind: Kind }>;
